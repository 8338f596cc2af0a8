package model

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"go.yaml.in/yaml/v4"

	"adhere"
)

//go:embed prices.yaml
var builtInPrices string

// Prices is a dated table of what models cost. List prices change, and an
// account may have others: a user's own table replaces the built-in one.
type Prices struct {
	Date   string // on which the prices held, "2025-11-30"
	models map[string]price
}

// A price is money for a million tokens.
type price struct{ in, cached, out adhere.Money }

// BuiltInPrices returns the table that is part of the program.
func BuiltInPrices() (*Prices, error) { return ParsePrices(strings.NewReader(builtInPrices)) }

// ParsePrices reads a price table:
//
//	date: 2025-11-30
//	models: # US dollars for a million tokens
//	  openai/gpt-4o: {in: 2.50, cached: 1.25, out: 10}
//	  ollama/*: {in: 0, out: 0}
//
// cached is the price of prompt tokens that the provider read from its cache;
// without it they cost as much as others. A name that ends in * stands for
// all models that begin with it; any other also for its dated versions. An
// error is Invalid and names the line and field.
func ParsePrices(r io.Reader) (*Prices, error) {
	data, err := io.ReadAll(io.LimitReader(r, 4<<20))
	if err != nil {
		return nil, fmt.Errorf("reading the price table: %w", err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return nil, priceError("the price table is no YAML", err)
	}
	if len(doc.Content) == 0 {
		return nil, priceError("the price table is empty", nil)
	}
	p := &Prices{models: map[string]price{}}
	err = eachField(doc.Content[0], "the price table", func(key string, v *yaml.Node) error {
		switch key {
		case "date":
			if _, err := time.Parse(time.DateOnly, v.Value); err != nil {
				return priceError(fmt.Sprintf("line %d: date %q must be like 2025-11-30", v.Line, v.Value), nil)
			}
			p.Date = v.Value
			return nil
		case "models":
			return eachField(v, "models", p.addModel)
		}
		return priceError(fmt.Sprintf("line %d: unknown field %q: date and models are known", v.Line, key), nil)
	})
	if err != nil {
		return nil, err
	}
	if p.Date == "" {
		return nil, priceError("the price table has no date", nil)
	}
	return p, nil
}

func (p *Prices) addModel(name string, v *yaml.Node) error {
	one := price{in: -1, cached: -1, out: -1}
	err := eachField(v, name, func(key string, v *yaml.Node) error {
		var usd float64
		if err := v.Decode(&usd); err != nil || usd < 0 || usd > 1e6 || math.IsNaN(usd) {
			return priceError(fmt.Sprintf("line %d: %s of %s is %q, expected US dollars from 0 to 1000000", v.Line, key, name, v.Value), nil)
		}
		m := adhere.Dollars(usd)
		switch key {
		case "in":
			one.in = m
		case "cached":
			one.cached = m
		case "out":
			one.out = m
		default:
			return priceError(fmt.Sprintf("line %d: unknown field %q of %s: in, cached and out are known", v.Line, key, name), nil)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if one.in < 0 || one.out < 0 {
		return priceError(fmt.Sprintf("line %d: %s needs both in and out", v.Line, name), nil)
	}
	if one.cached < 0 {
		one.cached = one.in
	}
	p.models[name] = one
	return nil
}

// eachField calls f for each field of a mapping and refuses a repeated one.
func eachField(n *yaml.Node, what string, f func(key string, v *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return priceError(fmt.Sprintf("line %d: %s must be a list of name: value", n.Line, what), nil)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i].Value
		if seen[key] {
			return priceError(fmt.Sprintf("line %d: %q is given twice", n.Content[i].Line, key), nil)
		}
		seen[key] = true
		if err := f(key, n.Content[i+1]); err != nil {
			return err
		}
	}
	return nil
}

func priceError(message string, err error) error {
	return &adhere.Error{
		Code: adhere.Invalid, Message: message, Err: err,
		Hint: "a line looks like: openai/gpt-4o: {in: 2.50, cached: 1.25, out: 10}",
	}
}

// find returns a model's price: of its exact name, else of the name without
// its date, else of the longest beginning that ends in *.
func (p *Prices) find(name string) (price, bool) {
	if p == nil {
		return price{}, false
	}
	if rest, ok := strings.CutPrefix(name, "openai-responses/"); ok { // the same models
		name = "openai/" + rest
	}
	if one, ok := p.models[name]; ok {
		return one, true
	}
	var best string
	for known := range p.models {
		start, wild := strings.CutSuffix(known, "*")
		rest, ok := strings.CutPrefix(name, start)
		if ok && (wild || versionSuffix(rest)) && (len(known) > len(best) || len(known) == len(best) && known < best) {
			best = known
		}
	}
	one, ok := p.models[best]
	return one, ok
}

// Known reports whether the named model has a price.
func (p *Prices) Known(name string) bool {
	_, ok := p.find(name)
	return ok
}

// Of returns what usage of the named model costs, and 0 where no price is
// known.
func (p *Prices) Of(name string, u adhere.Usage) adhere.Money {
	one, ok := p.find(name)
	if !ok {
		return 0
	}
	return one.of(u)
}

// Halved returns the table with half of each price, as providers ask it for
// calls in batches.
func (p *Prices) Halved() *Prices {
	half := &Prices{Date: p.Date, models: make(map[string]price, len(p.models))}
	for name, one := range p.models {
		half.models[name] = price{one.in / 2, one.cached / 2, one.out / 2}
	}
	return half
}

func (one price) of(u adhere.Usage) adhere.Money {
	cached := min(u.Cached, u.In)
	sum := share(one.in, u.In-cached) + share(one.cached, cached) + share(one.out, u.Out)
	return adhere.Money(math.Round(sum))
}

// paid returns what a reply costs: half if a batch brought it.
func (one price) paid(u adhere.Usage, batch string) adhere.Money {
	m := one.of(u)
	if batch != "" {
		m /= 2
	}
	return m
}

// share is in billionths of a dollar. A float64 holds them exactly up to nine
// million dollars.
func share(perMillion adhere.Money, tokens int) float64 {
	return float64(perMillion) * float64(tokens) / 1e6
}

// Priced returns m with the money of each reply set from the table, by the
// name under which m was opened; out of a batch a reply costs half.
// Without a price, or a table, it stays 0.
func Priced(m adhere.Model, p *Prices) adhere.Model {
	one, ok := p.find(present(m).Name())
	if !ok {
		return m
	}
	return around(m, one.charge)
}

func (one price) charge(ctx context.Context, req *adhere.Request, a asking) (*adhere.Response, error) {
	resp, err := a.call(ctx, req)
	if u := asUnreadable(err); u != nil {
		u.Usage.Money = one.paid(u.Usage, u.Batch)
	}
	if err != nil {
		return nil, err
	}
	resp.Usage.Money = one.paid(resp.Usage, resp.Batch)
	return resp, nil
}

// errNoPrice says that a budget in money cannot be kept.
var errNoPrice = errors.New("without a price a budget in money cannot be kept")
