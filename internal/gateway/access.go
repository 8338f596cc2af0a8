package gateway

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/near"
	"adhere/internal/serving"
)

// methods are those that a request can have at all.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// What is open to every key: routes whose answers say what they used, and the
// list of models. All other routes are opened key by key.
var openToKeys = []string{"chat", "responses", "messages", "models"}

// The routes whose answers say how many tokens they used.
var countsTokens = []string{"chat", "responses", "messages", "completions", "embeddings"}

// routes are those of this gateway and of common providers, for which a name that
// is close to one is likely a misspelt one.
func routes() []string {
	return slices.Concat(openToKeys, []string{
		"completions", "embeddings", "stored", "batches", "files", "uploads", "images", "audio", "videos", "moderations",
		"fine_tuning", "vector_stores", "rerank",
	})
}

// routeOf names the route of a request, for the lists of keys: of what is made
// and kept for the holder of the upstream's key (files, batches, stored
// answers, administration …) nothing has the name of a route that is open to
// every key.
func routeOf(method, path string) string {
	rest := strings.TrimPrefix(path, "/v1/")
	post := method == http.MethodPost
	switch {
	case post && (rest == "chat/completions" || rest == "constraints"):
		return "chat"
	case post && slices.Contains([]string{"responses", "messages", "completions", "embeddings"}, rest):
		return rest
	case post && rest == "messages/count_tokens":
		return "messages"
	case (method == http.MethodGet || method == http.MethodHead) && (rest == "models" || strings.HasPrefix(rest, "models/")):
		return "models"
	}
	switch first, _, _ := strings.Cut(rest, "/"); first {
	case "chat", "responses", "conversations", "completions", "embeddings", "constraints", "models":
		return "stored"
	case "messages":
		return "batches"
	default:
		return first
	}
}

// methodsOf are the methods that a route has for a key without more.
func methodsOf(route string) []string {
	switch {
	case route == "models" || route == "stored":
		return []string{http.MethodGet, http.MethodHead}
	case slices.Contains(countsTokens, route):
		return []string{http.MethodPost}
	default:
		return []string{http.MethodGet, http.MethodHead, http.MethodPost}
	}
}

// CheckGrants refuses misspelt routes, and what would let a key spend more than its
// budget of money.
func CheckGrants(grants *serving.Grants, limits serving.Limits) error {
	for _, name := range slices.Sorted(maps.Keys(grants.Routes)) {
		if like := near.Names(name, routes()); len(like) > 0 && !slices.Contains(routes(), name) {
			return adhere.Errorf(adhere.Invalid, "there is no route %q", name).WithHint(near.Hint(name, routes(), ""))
		}
	}
	if limits.DailyBudget == 0 && limits.TotalBudget == 0 {
		return nil
	}
	for name, price := range grants.Routes {
		if price == nil && !slices.Contains(countsTokens, name) && !slices.Contains([]string{"models", "stored"}, name) {
			return &adhere.Error{
				Code: adhere.Invalid, Message: "route " + name + ": what its answers cost is not known, and the key has a budget in money",
				Hint: "give a price for each request, as in --route " + name + "=0.04 (US dollars; 0 is free)",
			}
		}
	}
	return nil
}

// enter refuses what a caller may not do, before anything is read of the
// request's body. Where the service has no keys, only methods that are none
// are refused.
func (g *Gateway) enter(r *http.Request) error {
	key := serving.CallerOf(r.Context())
	if !slices.Contains(methods, r.Method) {
		return &serving.APIError{Status: http.StatusMethodNotAllowed, Type: "invalid_request_error", Code: "method_not_allowed", Message: "the gateway passes on " + strings.Join(methods, ", ")}
	}
	if key.ID == "" {
		return nil
	}
	route := routeOf(r.Method, r.URL.Path)
	if !slices.Contains(openToKeys, route) && !key.Grants.Opens(route) {
		return forbidden("route_not_allowed", fmt.Sprintf("this key does not open the route %s (%s %s); it opens %s", route, r.Method, r.URL.Path, strings.Join(opened(key), ", ")))
	}
	if !slices.Contains(methodsOf(route), r.Method) && !key.Grants.Method(r.Method) {
		return forbidden("method_not_allowed", fmt.Sprintf("this key does not open the method %s of the route %s", r.Method, route))
	}
	if _, priced := key.Grants.Price(route); budgeted(key) && r.Method == http.MethodPost && !priced && !slices.Contains(countsTokens, route) {
		return forbidden("unpriced_route", "what a request of the route "+route+" costs is not known, and this key has a budget in money: the operator can name a price (adhere keys add --route "+route+"=USD)")
	}
	return nil
}

func opened(key *serving.Key) []string {
	all := slices.Clone(openToKeys)
	for name := range key.Grants.Routes {
		all = append(all, name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func forbidden(code, message string) *serving.APIError {
	return &serving.APIError{Status: http.StatusForbidden, Type: "permission_error", Code: code, Message: message, NoRetry: true}
}

// budgeted reports whether a key has a budget in money.
func budgeted(key *serving.Key) bool { return key.Limits.DailyBudget > 0 || key.Limits.TotalBudget > 0 }

// permits refuses a model that a key may not ask for, and one without a price
// where money is bounded.
func (g *Gateway) permits(r *http.Request, key *serving.Key, model string) error {
	route := routeOf(r.Method, r.URL.Path)
	_, priced := key.Grants.Price(route)
	needsModel := slices.Contains(countsTokens, route)
	if model == "" && (needsModel || len(key.Grants.Models) > 0 && r.Method == http.MethodPost) {
		return serving.BadRequest("model", "the request names no model")
	}
	if model != "" && !key.Grants.Model(model) {
		return forbidden("model_not_allowed", fmt.Sprintf("this key does not open the model %s; it opens %s", model, strings.Join(key.Grants.Models, ", ")))
	}
	if needsModel && budgeted(key) && !priced && !g.priced(model) {
		return g.unpriced("model", model, "this key has a budget in money")
	}
	return nil
}

// priced reports whether the price of a model is known.
func (g *Gateway) priced(model string) bool {
	if g.Listed == nil {
		return g.Price != nil
	}
	_, known := g.Listed(model)
	return known
}

// unpriced is the error of a bound in money that could not be held.
func (g *Gateway) unpriced(param, model, why string) error {
	name := model
	if g.Listed != nil {
		name, _ = g.Listed(model)
	}
	return &serving.APIError{
		Status: http.StatusBadRequest, Type: "invalid_request_error", Code: "unpriced_model", Param: param, NoRetry: true,
		Message: fmt.Sprintf("the price of %s is not known, and %s: the operator can add %s to the price table (--prices)", model, why, name),
	}
}

// modelIn returns the model that a request asks for. Where a reader could take
// another one than is read here, it is an error: upstreams differ in which of
// two members with one name counts, and in whether case matters.
func modelIn(d *document) (string, error) {
	found := 0
	for i := range d.members {
		if name := d.members[i].Name; strings.EqualFold(name, "model") {
			if found++; name != "model" || found > 1 {
				return "", serving.BadRequest("model", "the request must name its model once, as model")
			}
		}
	}
	if d.has("model") && d.text("model") == "" {
		return "", serving.BadRequest("model", "model must be a text")
	}
	model, _ := splitModel(d.text("model"))
	return model, nil
}

// mostForm is how many bytes of a form's field are read.
const mostForm = 1 << 10

// otherModels names the member of a request in which some upstreams read models
// that are to answer in place of the one that is asked for; "" where none is
// there.
func otherModels(d *document) string {
	for i := range d.members {
		if name := strings.ToLower(d.members[i].Name); name == "models" || name == "fallbacks" {
			return name
		}
	}
	return ""
}

// formField returns what a form has in a field, "" where it has nothing. What is
// no form is the upstream's to refuse.
func formField(r *http.Request, body []byte, name string) (string, error) {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "multipart/form-data" {
		return "", nil
	}
	found := ""
	form := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for part, err := form.NextPart(); err == nil; part, err = form.NextPart() {
		if !strings.EqualFold(part.FormName(), name) {
			continue
		}
		value, err := io.ReadAll(io.LimitReader(part, mostForm))
		if err != nil || found != "" || part.FormName() != name {
			return "", serving.BadRequest(name, "the form must name its "+name+" once, as "+name)
		}
		found = strings.TrimSpace(string(value))
	}
	return found, nil
}

// costsMore names what in a request costs something that its answer does not
// say: what goes on behind the answer, tools that the provider runs, and a tier
// with prices of its own.
func costsMore(d *document) string {
	if d.is("background") {
		return "background"
	}
	for _, name := range []string{"web_search_options", "plugins"} {
		if d.has(name) {
			return name
		}
	}
	if tier := d.text("service_tier"); !slices.Contains([]string{"", "auto", "default", "flex", "standard_only"}, tier) {
		return "service_tier " + tier
	}
	for _, tool := range d.objects("tools") {
		if kind := tool.text("type"); kind != "" && kind != "function" && kind != "custom" {
			return "the tool " + kind
		}
	}
	return ""
}
