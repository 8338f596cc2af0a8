package asking

import (
	"strconv"

	"adhere"
	"adhere/eval"
	"adhere/internal/cli"
	"adhere/model/provider"
)

// noPrice is the cost of calls to a model that the table of prices does not have.
const noPrice = "no price known"

// An estimateView is an estimate as JSON gives it.
type estimateView struct {
	*eval.Estimate
	USD *float64 `json:"usd"` // null without a known price
}

// ShowEstimates prints what a dry run counted, with prices.
func (p Models) ShowEstimates(all *eval.Estimates, m *provider.Opener) error {
	prices := m.Prices
	if m.Batches != nil {
		prices = prices.Halved()
	}
	views, rows := make([]estimateView, len(all.Rows)), make([][]string, len(all.Rows))
	for i, e := range all.Rows {
		views[i] = estimateView{Estimate: e}
		cost := noPrice
		if prices.Known(e.Model) {
			money := prices.Of(e.Model, adhere.Usage{In: e.In, Out: e.Out})
			views[i].USD, cost = new(float64(money)/float64(adhere.USD)), "about "+money.String()
		}
		rows[i] = []string{e.Role, e.Model, strconv.Itoa(e.Calls), strconv.Itoa(e.Stored), strconv.Itoa(e.In), strconv.Itoa(e.Out), cost}
	}
	if p.JSON {
		return cli.WriteJSON(p.Out, map[string]any{"estimates": views, "prices": m.Prices.Date})
	}
	if err := p.Table([]string{"role", "model", "calls", "stored", "tokens in", "tokens out", "cost"}, rows); err != nil {
		return err
	}
	for _, e := range all.Rows {
		if e.Reasoning > 0 {
			p.Say("%s: %d of the tokens out are reasoning, as models of its family take it", e.Model, e.Reasoning)
		}
	}
	p.Say("tokens are estimates; prices are of %s; nothing was called", m.Prices.Date)
	return nil
}
