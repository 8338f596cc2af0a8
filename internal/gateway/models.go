package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"adhere"

	"adhere/internal/serving"
)

// models lists what the upstream lists, and each of its models once more with
// every strategy behind its name.
func (g *Gateway) models(w http.ResponseWriter, r *http.Request) {
	q := questionOf(r, nil)
	q.plain = true
	resp, err := g.upstreams.ask(r.Context(), q)
	if err != nil {
		fail(w, r, err)
		return
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		g.relayResponse(w, resp, nil)
		return
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, g.MaxReply))
	if err != nil {
		fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(withStrategies(raw)) // the client has gone: nothing to be done
}

// withStrategies adds the virtual models to a list. What is no list stays as
// it is.
func withStrategies(raw []byte) []byte {
	d, err := readDocument(raw)
	if err != nil {
		return raw
	}
	var list []json.RawMessage
	if json.Unmarshal(d.get("data"), &list) != nil {
		return raw
	}
	for _, m := range list[:len(list):len(list)] {
		model, err := readDocument(m)
		if err != nil || model.text("id") == "" {
			continue
		}
		for _, s := range Strategies() {
			list = append(list, model.with(change{"id", quoted(model.text("id") + "+" + s)}))
		}
	}
	return d.with(change{"data", encoded(list)})
}

// withoutStrategy returns a request for a virtual model as one for the model
// that it stands for.
func withoutStrategy(r *http.Request) *http.Request {
	path, strategy := splitModel(r.URL.Path)
	if strategy == "" {
		return r
	}
	return withPath(r, path)
}

func withPath(r *http.Request, path string) *http.Request {
	own := r.Clone(r.Context())
	own.URL.Path, own.URL.RawPath = path, ""
	return own
}

// A shownConstraint is a constraint as POST /v1/constraints shows it.
type shownConstraint struct {
	ID        string `json:"id"`
	Text      string `json:"text,omitempty"`
	Rule      any    `json:"rule,omitempty"`
	DecidedBy string `json:"decided_by"` // rule, judge, or nobody
	At        *span  `json:"at,omitempty"`
	Source    Source `json:"source"`
	Scope     string `json:"scope,omitempty"` // answer, each, part or after, and of what
}

// constraints shows what would be checked of the answer to a request, and
// pins what its member "constraints" says to that prompt. An empty list pins
// that nothing is checked; null takes the pin away.
func (g *Gateway) constraints(w http.ResponseWriter, r *http.Request, body []byte) {
	list, err := g.listed(r, body)
	if err != nil {
		fail(w, r, err)
		return
	}
	shown := make([]shownConstraint, 0, len(list.requirements))
	for i, c := range list.requirements {
		n := &list.notes[i]
		one := shownConstraint{ID: c.ID, Text: c.Text, At: n.at, Source: n.source, Scope: scopeInWords(c.Scope), DecidedBy: "nobody"}
		switch {
		case c.Rule != nil:
			one.Rule, one.DecidedBy = c.Rule, "rule"
		case len(g.Judges) > 0 && g.Settings.Judge != NoJudge:
			one.DecidedBy = "judge"
		}
		shown = append(shown, one)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(encoded(struct {
		Object      string            `json:"object"`
		Prompt      string            `json:"prompt"`
		Source      Source            `json:"source"`
		Constraints []shownConstraint `json:"constraints"`
		Seen        []Seen            `json:"seen,omitempty"`
		Conflicts   []string          `json:"conflicts,omitempty"`
		Warning     string            `json:"warning,omitempty"`
	}{"adhere.constraints", list.hash, list.source, shown, list.seen, list.conflicts, list.warning}), '\n'))
}

// scopeInWords is a scope as one word or several.
func scopeInWords(s adhere.Scope) string { return strings.TrimSpace(string(s.Reach) + " " + s.Of) }

// listed reads the body of POST /v1/constraints: a request of either dialect,
// with or without constraints.
func (g *Gateway) listed(r *http.Request, body []byte) (*checklist, error) {
	doc, err := readDocument(body)
	if err != nil {
		return nil, serving.BadRequest("", "the body cannot be read as JSON: "+err.Error())
	}
	d := g.dialects["/v1/chat/completions"]
	switch {
	case doc.has("input"):
		d = g.dialects["/v1/responses"]
	case doc.has("system"):
		d = g.dialects["/v1/messages"]
	}
	if !doc.has(d.field) {
		return nil, serving.BadRequest("messages", "neither messages nor input is given")
	}
	talk, err := d.turns(doc)
	if err != nil {
		return nil, err
	}
	if talk.unread() != "" {
		return nil, serving.BadRequest(d.field, "there is no text of the user that is to be answered")
	}
	a, err := g.admit(r, doc)
	if err != nil {
		return nil, err
	}
	if raw := doc.get("constraints"); raw != nil {
		if err := g.pin(raw, a.key.ID, talk); err != nil {
			return nil, err
		}
	}
	asker := g.newAsker(r, a, d, doc, talk)
	defer asker.held.release()
	asker.model, _ = splitModel(doc.text("model"))
	list, used, err := g.demands.of(r.Context(), a.key.ID, asker, "", false)
	g.spend(a, used)
	if err != nil {
		return nil, err
	}
	return list.formed(d.format(doc)), nil
}

func (g *Gateway) pin(raw []byte, caller string, talk *conversation) error {
	hash := hashPrompt(caller, talk.asked())
	if string(raw) == "null" {
		g.demands.pins.drop(hash)
		return nil
	}
	var o requestOptions
	if err := strict(slices.Concat([]byte(`{"constraints":`), raw, []byte("}")), &o); err != nil {
		return fieldErrorOf(err, "").refused()
	}
	list, err := readGiven(FromPin, "constraints", o.Constraints, g.Catalog, g.Divide)
	if err != nil {
		return err
	}
	list.hash = hash
	if list.size() > mostPinnedBytes/4 {
		return serving.BadRequest("constraints", fmt.Sprintf("the constraints take about %d bytes, at most %d can be pinned to a prompt", list.size(), mostPinnedBytes/4))
	}
	g.demands.pins.put(hash, caller, list)
	return nil
}
