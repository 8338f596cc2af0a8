package main

import (
	"cmp"
	"context"
	"fmt"
	"net/url"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli/asking"
	"adhere/internal/gateway"
	"adhere/internal/gateway/recorded"
	"adhere/judge"
	"adhere/model"
	"adhere/refine"
)

// gatewayOptions puts the parts together. What they use is closed with the
// service.
func (p *program) gatewayOptions(ctx context.Context, f *gatewayFlags) (err error) {
	o := &f.Options
	if o.Upstreams, err = p.upstreamList(f); err != nil {
		return err
	}
	if o.Settings.Bounds.Money, err = eval.ParseMoney(f.budget); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--answer-budget %q: expected an amount in US dollars", f.budget), Hint: "for example --answer-budget 0.02"}
	}
	o.Settings.MaxIterations = cmp.Or(o.Settings.MaxIterations, -1)
	prices, err := asking.ReadTable("--prices", f.prices, model.BuiltInPrices, model.ParsePrices)
	if err != nil {
		return err
	}
	if o.Refine.Pack, err = eval.Pack(f.prompts); err != nil {
		return err
	}
	if err := p.gatewayModels(f); err != nil {
		return err
	}
	if f.record {
		s, err := p.OpenStore(ctx, *f.db)
		if err != nil {
			return err
		}
		f.AtEnd = append(f.AtEnd, s.Close)
		o.Record = recorded.In(s, func(id string, err error) { fmt.Fprintf(p.Err, "request %s is not stored: %v\n", id, err) })
	}
	if _, err := eval.UseLock(nil, f.lock, false); err != nil {
		return err
	}
	o.ForwardKeys, o.Catalog, o.Now, o.Divide = f.Keys.Len() == 0, eval.Catalog(), p.Now, eval.Divide
	if f.rules != "" {
		if o.Rules, err = gateway.OpenRules(f.rules, o.Catalog, o.Divide); err != nil {
			return err
		}
		go o.Rules.Follow(ctx, f.ServiceFlags.Log)
	}
	o.MaxBody, o.MaxHeld, o.MaxReply = f.maxBody<<20, f.maxHeld<<20, f.maxReply<<20
	o.Listed = func(name string) (string, bool) {
		return f.provider + "/" + name, prices.Known(f.provider + "/" + name)
	}
	o.Price = func(name string, u adhere.Usage) adhere.Money { return prices.Of(f.provider+"/"+name, u) }
	return nil
}

// upstreamList joins addresses and keys by their place.
func (p *program) upstreamList(f *gatewayFlags) ([]gateway.Upstream, error) {
	if len(f.upstreamKeys) > len(f.upstreams) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "there are more --upstream-key than --upstream", Hint: "each names the variable with the key of the upstream at the same place"}
	}
	if len(f.upstreamModels) > len(f.upstreams) {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "there are more --upstream-model than --upstream", Hint: "each names the model of the upstream at the same place"}
	}
	list := make([]gateway.Upstream, len(f.upstreams))
	for i, address := range f.upstreams {
		list[i].URL = address
		if i < len(f.upstreamModels) {
			list[i].Model = f.upstreamModels[i]
		}
		variable := ""
		if i < len(f.upstreamKeys) {
			variable = f.upstreamKeys[i]
		} else if u, err := url.Parse(address); err == nil && u.Hostname() == "api.openai.com" {
			list[i].Key = p.Lookup("OPENAI_API_KEY") // without it, clients bring their own
		}
		if variable == "" {
			continue
		}
		if list[i].Key = p.Lookup(variable); list[i].Key == "" {
			return nil, &adhere.Error{Code: adhere.Refused, Message: "--upstream-key " + variable + ": the variable is not set", Hint: "set it to the key of " + address}
		}
		if p.Origin(variable) == "" {
			if err := p.CheckKey("--upstream-key "+variable, address, p.Addresses[address]); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// gatewayModels opens the judges and the decomposer. Their replies are not
// stored: no request comes twice.
func (p *program) gatewayModels(f *gatewayFlags) error {
	o := &f.Options
	models, err := p.NewModels(&asking.ModelFlags{Connections: 64, Tries: f.Retries + 1, Timeout: f.Timeout, Prices: f.prices}, nil)
	if err != nil {
		return err
	}
	if f.decomposer != "" {
		var lister adhere.Model // nil: the model that is asked
		if f.decomposer != eval.Itself {
			if lister, err = models.Open(f.decomposer, f.judgeURL, "decomposer"); err != nil {
				return err
			}
		}
		o.Decomposer = func(asked adhere.Model) (refine.Decomposer, error) {
			m := lister
			if m == nil {
				m = asked
			}
			d, err := judge.NewDecomposer(judge.Options{Model: m, Pack: o.Refine.Pack})
			if err != nil {
				return nil, err
			}
			return refine.Demands(d), nil
		}
	}
	for _, spec := range f.judges {
		open := func(name string) (adhere.Model, error) { return models.Open(name, f.judgeURL, "judge") }
		j, err := gateway.NewJudge(spec, eval.Itself, f.judgeStrategy, judge.Options{Pack: o.Refine.Pack}, open)
		if err != nil {
			return err
		}
		o.Judges = append(o.Judges, j)
	}
	o.ListerAnswers = f.decomposer == eval.Itself
	o.ListerJudges = f.decomposer != "" && len(f.judges) > 0 && f.judges[0] == f.decomposer && f.judgeStrategy == "constraints-at-once"
	return nil
}
