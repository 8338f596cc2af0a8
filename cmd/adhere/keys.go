package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"adhere/internal/accounts"
	"adhere/internal/cli"
	"adhere/internal/gateway"
	"adhere/internal/serving"
)

func (p *program) keysCommand() *cobra.Command {
	cmd := cli.OnlyCommands(p.Command("keys", nil))
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
	key          serving.Key
	daily, total float64
	expires      string
	routes       []string
}

func (p *program) keysAddCommand(place keyPlace) *cobra.Command {
	var n newKey
	cmd := p.Sub("keys", "add NAME", "Create a key and show its secret, once", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
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
	f.StringArrayVar(&n.routes, "route", nil, "a route of the gateway that the key allows besides chat, responses, messages and models: its name, such as embeddings; NAME=USD sets a price for each request")
	f.StringArrayVar(&n.key.Grants.Methods, "method", nil, "a method that the key may use besides those of the route, such as DELETE")
	f.StringArrayVar(&n.key.Grants.Models, "model", nil, "a model that the key may use, such as gpt-4o-mini or gpt-4o*; by default all")
	f.StringToStringVar(&n.key.Options, "option", nil, "NAME=VALUE: an option of a service for this key; strategy=decrim sets the gateway's strategy")
	return cmd
}

func (p *program) addKey(ctx context.Context, place keyPlace, n newKey) error {
	k := n.key
	if err := gateway.CheckOptions(k.Options); err != nil {
		return err
	}
	var err error
	if k.Limits.DailyBudget, err = serving.ParseDollars("daily-budget", n.daily); err != nil {
		return err
	}
	if k.Limits.TotalBudget, err = serving.ParseDollars("budget", n.total); err != nil {
		return err
	}
	if k.Expires, err = serving.ParseExpiry(n.expires, p.Now()); err != nil {
		return err
	}
	if k.Grants.Routes, err = serving.ParseRoutes(n.routes); err != nil {
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
			serving.ShownKey
			Secret string `json:"secret"`
		}{made.Shown(p.Now()), secret})
	}
	fmt.Fprintf(p.Err, "key %s (%s); this is the only time that it is shown\n", made.Name, made.ID)
	_, err = fmt.Fprintln(p.Out, secret)
	return err
}

func (p *program) listKeys(ctx context.Context, file string) error {
	ring, err := p.OpenKeys(ctx, file)
	if err != nil {
		return err
	}
	ledger, err := serving.ReadLedger(p.ledgerPath(file))
	if err != nil {
		return err
	}
	var keys []serving.ShownKey
	for _, k := range ring.List() {
		shown := k.Shown(p.Now())
		if shown.Spent, err = ring.SpentOf(ctx, ledger, k.ID, p.Now()); err != nil {
			return err
		}
		keys = append(keys, shown)
	}
	return cli.List(p.Program, keys, []string{"name", "id", "state", "made (UTC)", "expires (UTC)", "limits", "spent", "opens"}, func(k serving.ShownKey) []string {
		expires := "never"
		if !k.Expires.IsZero() {
			expires = k.Expires.Format(time.DateTime)
		}
		return []string{k.Name, k.ID, string(k.State), k.Created.Format(time.DateTime), expires, k.Limits.String(), k.Spent.String(), k.Grants.String()}
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
	return p.Done(k.Shown(p.Now()), "revoked %s (%s)\n", k.Name, k.ID)
}
