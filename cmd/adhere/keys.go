package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/cli"
	"adhere/internal/gateway"
	"adhere/internal/serving"
)

func (p *program) keysCommand() *cobra.Command {
	cmd := p.Command("keys", nil)
	cli.OnlyCommands(cmd)
	place := keyPlace{p.KeysFlag(cmd), p.DBFlag(cmd)}
	file := place.keys
	add := p.keysAddCommand(place)
	list := p.Sub("keys", "list", "List the keys, without their secrets", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return p.listKeys(cmd.Context(), *file)
	})
	revoke := p.Sub("keys", "revoke NAME", "End a key, by its name or ID, for good", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.revokeKey(cmd.Context(), place, args[0])
	})
	cmd.AddCommand(add, list, revoke)
	return cmd
}

// A keyPlace is where keys are, and where is written down what is done to them.
type keyPlace struct{ keys, db *string }

// newKey holds the flags of keys add.
type newKey struct {
	key           serving.Key
	daily, total  float64
	expires       string
	routes        []string
	optionsByName map[string]string
}

func (p *program) keysAddCommand(place keyPlace) *cobra.Command {
	var n newKey
	cmd := p.Sub("keys", "add NAME", "Make a key and show its secret, once", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		n.key.Name = args[0]
		return p.addKey(cmd.Context(), place, n)
	})
	f := cmd.Flags()
	f.IntVar(&n.key.Limits.RequestsPerMinute, "rpm", 0, "requests per minute (0: no limit)")
	f.IntVar(&n.key.Limits.TokensPerMinute, "tpm", 0, "tokens per minute (0: no limit)")
	f.IntVar(&n.key.Limits.Concurrent, "concurrent", 0, "requests at the same time (0: no limit)")
	f.Float64Var(&n.daily, "daily-budget", 0, "US dollars per day, in UTC (0: no limit)")
	f.Float64Var(&n.total, "budget", 0, "US dollars in total (0: no limit)")
	f.StringVar(&n.expires, "expires", "", "when the key expires: a time from now such as 720h, or a day such as 2027-01-31")
	f.StringArrayVar(&n.routes, "route", nil, "a route of the gateway that the key opens besides chat, responses, messages and models: its name, such as embeddings; NAME=USD is a price of each request")
	f.StringArrayVar(&n.key.Grants.Methods, "method", nil, "a method that the key may use besides those of the route, such as DELETE")
	f.StringArrayVar(&n.key.Grants.Models, "model", nil, "a model that the key may use, such as gpt-4o-mini or gpt-4o*; by default all")
	f.StringToStringVar(&n.optionsByName, "option", nil, "NAME=VALUE: an option of a service for this key; strategy=decrim sets the gateway's strategy")
	return cmd
}

func (p *program) addKey(ctx context.Context, place keyPlace, n newKey) error {
	k := n.key
	k.Options = n.optionsByName
	if err := knownOptions(k.Options); err != nil {
		return err
	}
	var err error
	if k.Limits.DailyBudget, err = dollars("daily-budget", n.daily); err != nil {
		return err
	}
	if k.Limits.TotalBudget, err = dollars("budget", n.total); err != nil {
		return err
	}
	if k.Expires, err = p.parseExpiry(n.expires); err != nil {
		return err
	}
	if k.Grants.Routes, err = routes(n.routes); err != nil {
		return err
	}
	if err := gateway.CheckGrants(&k.Grants, k.Limits); err != nil {
		return err
	}
	ring, err := p.OpenKeys(ctx, *place.keys)
	if err != nil {
		return err
	}
	made, secret, err := ring.Add(k)
	if err != nil {
		return err
	}
	if err := p.noteKey(ctx, place, accounts.KeyMade, made.Name+" ("+made.ID+")"); err != nil {
		_, revoked := ring.Revoke(made.ID) // nobody has seen its secret
		return errors.Join(err, revoked)
	}
	if p.JSON {
		return cli.WriteJSON(p.Out, struct {
			shownKey
			Secret string `json:"secret"`
		}{p.showKey(made), secret})
	}
	fmt.Fprintf(p.Err, "key %s (%s); this is the only time that it is shown\n", made.Name, made.ID)
	_, err = fmt.Fprintln(p.Out, secret)
	return err
}

// knownOptions refuses what no service would make anything of: it would be
// passed over in silence.
func knownOptions(options map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(options)) {
		if name != gateway.StrategyOption {
			return &adhere.Error{Code: adhere.Invalid, Message: "--option " + name + ": there is no such option", Hint: "the option that there is: " + gateway.StrategyOption}
		}
		if known := gateway.Strategies(); !slices.Contains(known, options[name]) {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--option %s=%s: there is no such strategy", name, options[name]), Hint: "one of " + strings.Join(known, ", ")}
		}
	}
	return nil
}

// routes reads NAME or NAME=USD.
func routes(given []string) (map[string]*adhere.Money, error) {
	if len(given) == 0 {
		return nil, nil
	}
	opened := map[string]*adhere.Money{}
	for _, text := range given {
		name, price, priced := strings.Cut(text, "=")
		opened[name] = nil
		if !priced {
			continue
		}
		amount, err := strconv.ParseFloat(price, 64)
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--route %s: expected US dollars after the =", text), Hint: "for example --route images=0.04"}
		}
		money, err := dollars("route "+name, amount)
		if err != nil {
			return nil, err
		}
		opened[name] = &money
	}
	return opened, nil
}

func dollars(flag string, amount float64) (adhere.Money, error) {
	if !(amount >= 0 && amount <= 1e9) {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--%s %v: expected US dollars from 0 to a billion", flag, amount), Hint: "0 sets no bound"}
	}
	return adhere.Money(math.Round(amount * float64(adhere.USD))), nil
}

// parseExpiry reads a time from now or a day, at whose end in UTC the key
// ends.
func (p *program) parseExpiry(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err == nil {
		at = at.AddDate(0, 0, 1)
	} else if after, wrong := time.ParseDuration(text); wrong == nil {
		at, err = p.Now().UTC().Add(after).Truncate(time.Second), nil
	}
	if err != nil || !at.After(p.Now()) {
		return time.Time{}, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--expires %q: expected a time in the future", text), Hint: "for example 720h, or 2027-01-31"}
	}
	return at, nil
}

// A shownKey is a key as lists show it: without its hash.
type shownKey struct {
	ID      string            `json:"id"`
	Name    string            `json:"name"`
	State   serving.State     `json:"state"`
	Created time.Time         `json:"created"`
	Expires time.Time         `json:"expires,omitzero"`
	Revoked time.Time         `json:"revoked,omitzero"`
	Limits  serving.Limits    `json:"limits,omitzero"`
	Grants  serving.Grants    `json:"grants,omitzero"`
	Options map[string]string `json:"options,omitempty"`
}

func (p *program) showKey(k serving.Key) shownKey {
	return shownKey{k.ID, k.Name, k.State(p.Now()), k.Created, k.Expires, k.Revoked, k.Limits, k.Grants, k.Options}
}

func (p *program) listKeys(ctx context.Context, file string) error {
	ring, err := p.OpenKeys(ctx, file)
	if err != nil {
		return err
	}
	var keys []shownKey
	for _, k := range ring.List() {
		keys = append(keys, p.showKey(k))
	}
	return cli.List(p.Program, keys, []string{"name", "id", "state", "made (UTC)", "expires (UTC)", "limits", "opens"}, func(k shownKey) []string {
		expires := "never"
		if !k.Expires.IsZero() {
			expires = k.Expires.Format(time.DateTime)
		}
		return []string{k.Name, k.ID, string(k.State), k.Created.Format(time.DateTime), expires, k.Limits.String(), k.Grants.String()}
	})
}

func (p *program) revokeKey(ctx context.Context, place keyPlace, name string) error {
	ring, err := p.OpenKeys(ctx, *place.keys)
	if err != nil {
		return err
	}
	k, err := ring.Revoke(name)
	if err != nil {
		return err
	}
	if err := p.noteKey(ctx, place, accounts.KeyRevoked, k.Name+" ("+k.ID+")"); err != nil {
		return err
	}
	if p.JSON {
		return cli.WriteJSON(p.Out, p.showKey(k))
	}
	_, err = fmt.Fprintf(p.Out, "revoked %s (%s)\n", k.Name, k.ID)
	return err
}
