package model_test

import (
	"io"
	"strings"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

const table = `date: 2026-01-02
models:
  p/m: {in: 2.5, cached: 1.25, out: 10}
  p/m-mini: {in: 0.15, out: 0.6}
  local/*: {in: 0, out: 0}
  local/big*: {in: 1, out: 2}
`

func TestPrices(t *testing.T) {
	p, err := model.ParsePrices(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	if p.Date != "2026-01-02" {
		t.Errorf("date %q", p.Date)
	}
	use := adhere.Usage{In: 1_000_000, Cached: 400_000, Out: 100_000}
	for name, want := range map[string]adhere.Money{
		"p/m":              1_500_000_000 + 500_000_000 + 1_000_000_000,
		"p/m-2026-01-02":   3 * adhere.USD,
		"p/m-0613":         3 * adhere.USD,
		"p/m-mini":         150_000_000 + 60_000_000,
		"p/m-large":        0,
		"p/m-2":            0,
		"p/m-2-20260102":   0, // of another model, p/m-2
		"local/x":          0,
		"local/big-one":    adhere.USD + adhere.USD/5,
		"somebody/else":    0,
		"p/m-mini-preview": 0,
	} {
		if got := p.Of(name, use); got != want {
			t.Errorf("%s costs %s, want %s", name, got, want)
		}
		known := want > 0 || name == "local/x"
		if p.Known(name) != known {
			t.Errorf("%s known: %v", name, p.Known(name))
		}
	}
	if got := p.Of("p/m-mini", adhere.Usage{In: 1}); got != 150 {
		t.Errorf("one token costs %d billionths", got)
	}
}

func TestBuiltInPrices(t *testing.T) {
	p, err := model.BuiltInPrices()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"openai/gpt-4o", "openai/gpt-4o-2024-08-06", "anthropic/claude-3-5-haiku-20241022", "ollama/llama3"} {
		if !p.Known(name) {
			t.Errorf("%s has no price", name)
		}
	}
}

func TestPriceErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "empty",
		"\t- x: [":                          "no YAML",
		"[]":                                "line 1: the price table must be a list of name: value",
		"models: {}":                        "no date",
		"date: soon\nmodels: {}":            `line 1: date "soon"`,
		"date: 2026-01-02\nmodel: {}":       `line 2: unknown field "model"`,
		"date: 2026-01-02\nmodels:\n  m: 3": "line 3: m must be",
		"date: 2026-01-02\nmodels:\n  m: {in: 3}":                               "line 3: m needs both in and out",
		"date: 2026-01-02\nmodels:\n  m:\n    in: -1":                           `line 4: in of m is "-1"`,
		"date: 2026-01-02\nmodels:\n  m:\n    in: .nan":                         `line 4: in of m is ".nan"`,
		"date: 2026-01-02\nmodels:\n  m:\n    inn: 1":                           `line 4: unknown field "inn" of m`,
		"date: 2026-01-02\nmodels:\n  m:\n    in: cheap":                        `line 4: in of m is "cheap"`,
		"date: 2026-01-02\nmodels:\n  m: {in: 1, out: 1}\n  m: {in: 1, out: 1}": "twice",
	} {
		_, err := model.ParsePrices(strings.NewReader(text))
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), want) || adhere.HintOf(err) == "" {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzParsePrices(f *testing.F) {
	f.Add(table)
	f.Add("date: 2026-01-02\nmodels: {a: &x {in: 1, out: 2}, b: *x}")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := model.ParsePrices(strings.NewReader(text))
		if err != nil {
			return
		}
		if got := p.Of("p/m", adhere.Usage{In: 10, Cached: 20, Out: 3}); got < 0 {
			t.Errorf("%q: a reply earns %s", text, got)
		}
	})
}

func TestPricedSetsMoney(t *testing.T) {
	p, err := model.ParsePrices(strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	s := &modeltest.Stub{Usage: func(*modeltest.Asked) modeltest.StubUsage {
		return modeltest.StubUsage{In: 1000, Cached: 400, Out: 100}
	}}
	for spec, want := range map[string]adhere.Money{"openai-api/p/m": 0, "openai/m": 0, "ollama/x": 0} {
		resp, _, err := ask(t, model.Priced(open(t, spec, s), p))
		if err != nil || resp.Usage.Money != want {
			t.Errorf("%s: %s, %v", spec, resp.Usage.Money, err)
		}
	}
	fake := modeltest.NewFake("p/m", func(*adhere.Request) string { return strings.Repeat("word", 100) })
	m := model.Priced(fake, p)
	if resp, _, err := ask(t, m); err != nil || resp.Usage.Money != 2500+100*10_000 {
		t.Errorf("%d billionths, %v", resp.Usage.Money, err)
	}
	resp, err := model.Stream(t.Context(), m, modeltest.Ask("x"), func(adhere.Chunk) error { return nil })
	if err != nil || resp.Usage.Money != 2500+100*10_000 {
		t.Errorf("streamed: %+v, %v", resp, err)
	}
	lost := &model.Unreadable{Err: io.ErrUnexpectedEOF, Batch: "b1"}
	broken := modeltest.NewFake("p/m", func(*adhere.Request) string { return "" })
	broken.Fail = func(*adhere.Request) error {
		lost.Usage = adhere.Usage{In: 1000}
		return lost.Fault("p/m", "")
	}
	if _, _, err := ask(t, model.Priced(broken, p)); err == nil || lost.Usage.Money != 1_250_000 {
		t.Errorf("unreadable: %v, %v", lost.Usage, err)
	}
}
