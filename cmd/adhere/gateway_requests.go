package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/internal/gateway"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) gatewayRequestsCommand(db *string) *cobra.Command {
	var limit int
	var flagged bool
	var prune time.Duration
	cmd := p.StoreSub(db, p.WithExistingStore, "gateway", "requests [ID]", "List stored requests, the newest first, or show one", cobra.MaximumNArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		switch {
		case prune > 0:
			n, err := s.PruneRequests(ctx, p.Now().Add(-prune))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(p.Out, "removed %s\n", cli.Plural(n, "request"))
			return err
		case len(args) == 1:
			e, err := storedExchange(ctx, s, args[0])
			if err != nil {
				return err
			}
			return cli.WriteJSON(p.Out, e)
		}
		return p.listRequests(ctx, s, limit, flagged)
	})
	cmd.Flags().IntVar(&limit, "limit", 20, "only the newest so many (0: all)")
	cmd.Flags().BoolVar(&flagged, "flagged", false, "only those that did not meet everything")
	cmd.Flags().DurationVar(&prune, "remove-older", 0, "remove everything older than this, such as 720h")
	return cmd
}

// A requestView is a stored request as JSON gives it.
type requestView struct {
	ID       string    `json:"id"`
	Created  time.Time `json:"created"`
	Account  string    `json:"account,omitempty"`
	Route    string    `json:"route"`
	Model    string    `json:"model"`
	Strategy string    `json:"strategy"`
	Stopped  string    `json:"stopped"`
	Flagged  bool      `json:"flagged"`
}

func (p *program) listRequests(ctx context.Context, s *store.Store, limit int, flagged bool) error {
	found, err := s.Requests(ctx, limit, flagged)
	if err != nil {
		return err
	}
	views := make([]requestView, len(found))
	for i, r := range found {
		views[i] = requestView{r.ID, r.Created, r.Account, r.Route, r.Model, r.Strategy, r.Stopped, r.Flagged}
	}
	return cli.List(p.Program, views, []string{"request", "time", "key", "model", "strategy", "stopped", "flagged"}, func(r requestView) []string {
		return []string{r.ID, cli.When(r.Created), r.Account, r.Model, r.Strategy, r.Stopped, strconv.FormatBool(r.Flagged)}
	})
}

func storedExchange(ctx context.Context, s *store.Store, id string) (*gateway.Exchange, error) {
	body, err := s.RequestBody(ctx, id)
	if err != nil {
		return nil, err
	}
	e := new(gateway.Exchange)
	if err := json.Unmarshal(body, e); err != nil {
		return nil, fmt.Errorf("request %s: %w", id, err)
	}
	return e, nil
}

func (p *program) gatewayReplayCommand(db *string) *cobra.Command {
	var limit int
	cmd := p.StoreSub(db, p.WithStoreToRead, "gateway", "replay [ID...]", "Judge stored requests again, without any model, and say what differs", cobra.ArbitraryArgs, func(ctx context.Context, s *store.Store, args []string) error {
		if len(args) == 0 {
			found, err := s.Requests(ctx, limit, false)
			if err != nil {
				return err
			}
			for i := range found {
				args = append(args, found[i].ID)
			}
		}
		return p.replay(ctx, s, args)
	})
	cmd.Flags().IntVar(&limit, "limit", 0, "without ID, only the newest so many (0: all)")
	return cmd
}

// A replayView is what became of a replay as JSON gives it.
type replayView struct {
	ID      string   `json:"id"`
	Same    bool     `json:"same"`
	Differs []string `json:"differs,omitempty"`
}

// replay ends with exit code 100 where a verdict is another than it was.
func (p *program) replay(ctx context.Context, s *store.Store, ids []string) error {
	views, different := make([]replayView, 0, len(ids)), 0
	for _, id := range ids {
		e, err := storedExchange(ctx, s, id)
		if err != nil {
			return err
		}
		differs, err := gateway.Replay(ctx, e, eval.Catalog())
		if err != nil && adhere.CodeOf(err) != adhere.Invalid { // kept without its texts
			return err
		}
		if err != nil {
			differs = []string{err.Error()}
		}
		if len(differs) > 0 {
			different++
		}
		views = append(views, replayView{id, len(differs) == 0, differs})
	}
	if err := p.showReplay(views); err != nil {
		return err
	}
	if different > 0 {
		return report.Missed{fmt.Sprintf("%d of %s differ", different, cli.Plural(len(ids), "request"))}
	}
	return nil
}

func (p *program) showReplay(views []replayView) error {
	if p.JSON {
		return cli.WriteJSON(p.Out, views)
	}
	for _, v := range views {
		result := "same"
		if !v.Same {
			result = strings.Join(v.Differs, "; ")
		}
		if _, err := fmt.Fprintf(p.Out, "%s  %s\n", v.ID, result); err != nil {
			return err
		}
	}
	return nil
}
