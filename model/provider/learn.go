package provider

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/model"
)

// A Memory keeps what models refused, such as a parameter, so that each refusal
// is met only once. It is shared by all who ask; the zero value is ready for
// use.
type Memory struct {
	mu    sync.Mutex
	known map[string]*refusals // by identity
}

// refusals are the parameters that a model refuses.
type refusals struct {
	left    []string // left out
	renamed bool     // the token limit is called max_completion_tokens
	longest int      // most tokens of a reply; 0 if not known

	// of Anthropic's format
	structured bool // replies can be held to a schema
	unforced   bool // a call of a tool cannot be forced
	adaptive   bool // the model decides itself how much it reasons, and takes no budget
}

// differs reports whether one knows something that the other does not.
func (r *refusals) differs(o *refusals) bool {
	return len(r.left) != len(o.left) || r.renamed != o.renamed || r.longest != o.longest || r.structured != o.structured || r.unforced != o.unforced || r.adaptive != o.adaptive
}

func (m *Memory) of(who string, p model.Profile) refusals {
	m.mu.Lock()
	defer m.mu.Unlock()
	return *m.entry(who, p)
}

func (m *Memory) entry(who string, p model.Profile) *refusals {
	if m.known == nil {
		m.known = map[string]*refusals{}
	}
	if m.known[who] == nil {
		m.known[who] = &refusals{left: slices.Clone(p.Refuses), renamed: p.Limit == maxCompletionTokens, longest: p.Longest, structured: p.Structured, adaptive: p.Adaptive}
	}
	return m.known[who]
}

// mostAllowed finds the longest reply that a provider names.
var mostAllowed = lazyregexp.New(`max_tokens:? \d+ > (\d+)|at most (\d+) (?:completion|output) tokens`)

// ofFormat finds refusals of Anthropic's structured outputs, or of a schema
// that they do not take.
var ofFormat = lazyregexp.New(`output_config(?:[^.]|\.format|$)|output_format|[Ss]tructured outputs?|[Ss]chema`)

// learn takes in a refusal of a request, which was sent as was known then. It
// reports whether the request can be sent again in another form.
func (m *Memory) learn(who string, p model.Profile, sent refusals, req *adhere.Request, said *model.ProviderError) bool {
	parameter := refusedParameter(said)
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.entry(who, p)
	if r.differs(&sent) {
		return true // another call has learned since
	}
	if said.Status == 400 && r.structured && len(req.Schema) > 0 && ofFormat.MatchString(said.Message) {
		r.structured = false // a tool takes its place
		return true
	}
	if said.Status == 400 && !r.adaptive && strings.Contains(said.Message, "thinking.type.adaptive") && !strings.Contains(said.Message, "thinking.type.disabled") {
		r.adaptive = true
		return true
	}
	if parameter == toolChoice {
		again := !r.unforced && len(req.Schema) > 0
		r.unforced = true
		return again
	}
	if parameter == "thinking" && !asks(req, parameter) {
		parameter = "reasoning_effort" // which Gemini has in the same field
	}
	if found := mostAllowed.FindStringSubmatch(said.Message); said.Status == 400 && found != nil && req.Params.MaxTokens == nil {
		n, err := strconv.Atoi(found[1] + found[2])
		again := err == nil && n > 0 && n != r.longest
		r.longest = n
		return again
	}
	if parameter == "max_tokens" && !r.renamed && req.Params.MaxTokens != nil {
		r.renamed = true
		return true
	}
	if parameter == "" || !asks(req, parameter) || slices.Contains(r.left, parameter) {
		return false
	}
	r.left = append(r.left, parameter)
	return true
}

// fit returns the request without what the model refuses, and a warning for
// each parameter that was left out.
func (r refusals) fit(req *adhere.Request) (*adhere.Request, []string) {
	own := *req
	p := &own.Params
	var warnings []string
	leave := func(name string, given bool, drop func()) {
		if given && slices.Contains(r.left, name) {
			drop()
			warnings = append(warnings, name+model.LeftOut)
		}
	}
	leave("temperature", p.Temperature != nil, func() { p.Temperature = nil })
	leave("top_p", p.TopP != nil, func() { p.TopP = nil })
	leave("both", p.Temperature != nil && p.TopP != nil, func() { p.TopP = nil })
	leave("top_k", p.TopK != nil, func() { p.TopK = nil })
	leave("seed", p.Seed != nil, func() { p.Seed = nil })
	leave("stop", len(p.Stop) > 0, func() { p.Stop = nil })
	leave("max_tokens", p.MaxTokens != nil, func() { p.MaxTokens = nil })
	leave("reasoning_effort", p.Effort != "", func() { p.Effort = "" })
	leave("thinking", p.Thinking != nil, func() { p.Thinking = nil })
	leave("response_format", len(own.Schema) > 0, func() { own.Schema = nil })
	if folded, ok := withoutSystem(req.Messages); ok && slices.Contains(r.left, "system") {
		own.Messages = folded
		warnings = append(warnings, "the system message was put before the first question: the model takes none")
	}
	return &own, warnings
}

// withoutSystem puts what system messages say before the first turn of the
// user, and reports whether there were any.
func withoutSystem(messages []adhere.Message) ([]adhere.Message, bool) {
	var system []string
	var rest []adhere.Message
	for _, m := range messages {
		if m.Role == adhere.System {
			system = append(system, m.Text)
		} else {
			rest = append(rest, m)
		}
	}
	if i := slices.IndexFunc(rest, func(m adhere.Message) bool { return m.Role == adhere.User }); i >= 0 {
		rest[i].Text = strings.Join(append(system, rest[i].Text), "\n\n")
	} else {
		rest = append([]adhere.Message{{Role: adhere.User, Text: strings.Join(system, "\n\n")}}, rest...)
	}
	return rest, len(system) > 0
}

// cutAtStop ends a text where a stop text would have ended it, for models that
// refuse stop texts.
func cutAtStop(text string, stops []string) string {
	end := len(text)
	for _, s := range stops {
		if i := strings.Index(text, s); s != "" && i >= 0 {
			end = min(end, i)
		}
	}
	return text[:end]
}

// toolChoice is the parameter that forces the call of a tool.
const toolChoice = "tool_choice"

// parameterNames are the words by which providers call a parameter; the key is
// ours.
var parameterNames = []struct{ ours, theirs string }{
	{"response_format", `response_?format|json[_ ]schema|output_format|output_config\.format|structured outputs?|response_?(?:json_?)?schema|text\.format|JSON mode|response_mime_type`},
	{"temperature", `temperature`},
	{"top_p", `top_?p`},
	{"top_k", `top_?k`},
	{"seed", `(?:random_)?seed`},
	{"stop", `stop|stop_?sequences`},
	{"max_tokens", `max_?tokens|max_completion_tokens|max_?output_?tokens`},
	{"reasoning_effort", `reasoning_?effort|reasoning\.effort|output_config|effort`},
	{"thinking", `thinking|budget_tokens|thinking_?(?:budget|config|level)|Budget 0`},
	{"system", `Developer instruction|System instruction|system_?instruction|'system'|"system"|role 'system'|system role|roles must alternate|only user and assistant`},
}

// ofParameter are the words by which a failure of the server itself, status 500, is told
// to be about a parameter: a proxy or a function did not take it, or, at llama.cpp's, the
// model's own template.
var ofParameter = lazyregexp.New(`(?i)(?:unsupported|unknown|unrecognized) ?param|not support(?:ed)? param|unexpected keyword argument|Jinja Exception`)

// notTaken are the words by which providers say that a parameter, not its
// value, is what they refuse; outOfRange says that it is the value, unless
// withinRange says that no value will do.
var (
	notTaken    = lazyregexp.New(`(?i)not (?:a )?support|n't support|unsupported|not available|unavailable|only \S+ is allowed|only enabled|unknown|unrecognized|unexpected|deprecated|not permitted|not allowed|extra (?:inputs|fields)|only the default|cannot be (?:used|specified|set|both)|cannot both|incompatible|not enabled|not configurable|only works in|can't be disabled|cannot find field|not accept|removed|no longer|must (?:be unset|not be set)|may (?:not be|only be set)|or unset|format\.type'? (?:must|should) be|roles must alternate|only user and assistant`)
	outOfRange  = lazyregexp.New(`(?i)too (?:large|small|high|low|long)|at most|maximum|exceed|less than|greater than|between|out of range|range:`)
	withinRange = lazyregexp.New(`(?i)support|or unset`)
)

// refusedParameter returns the parameter that a provider refuses altogether,
// by our name for it; "" where it says something else.
func refusedParameter(p *model.ProviderError) string {
	named := p.Status == 500 && (ofParameter.MatchString(p.Message) || ownName(p.Param) != "")
	if p.Status != 400 && p.Status != 422 && !named || !notTaken.MatchString(p.Message) || outOfRange.MatchString(p.Message) && !withinRange.MatchString(p.Message) {
		return ""
	}
	switch {
	case strings.Contains(p.Message, "temperature") && strings.Contains(p.Message, "top_p") && strings.Contains(p.Message, "both"):
		return "both"
	case strings.Contains(p.Message, toolChoice):
		return toolChoice
	}
	return namedParameter(p)
}

// namedParameter returns the parameter that a refusal is about, or else names
// first, by our name for it; "" if there is none.
func namedParameter(p *model.ProviderError) string {
	if name := ownName(p.Param); name != "" {
		return name
	}
	first, at := "", len(p.Message)+1
	for _, n := range parameterNames {
		re := regexp.MustCompile(`(?i)(?:^|[^A-Za-z_])(?:` + n.theirs + `)(?:[^A-Za-z_]|$)`)
		if loc := re.FindStringIndex(p.Message); loc != nil && loc[0] < at {
			first, at = n.ours, loc[0]
		}
	}
	return first
}

// ownName returns our name for a parameter that a provider names apart from
// its message; "" if it is none that we send.
func ownName(theirs string) string {
	for _, n := range parameterNames {
		if regexp.MustCompile(`^(?:` + n.theirs + `)$`).MatchString(theirs) {
			return n.ours
		}
	}
	return ""
}

func asks(req *adhere.Request, parameter string) bool {
	_, warnings := refusals{left: []string{parameter}}.fit(req)
	return len(warnings) > 0
}

// merge adds the fields of extra to an encoded object; they take the place of
// fields of the same name, but for objects, which are merged in turn.
func merge(body []byte, extra json.RawMessage) ([]byte, error) {
	var fields, more map[string]json.RawMessage
	if err := json.Unmarshal(body, &fields); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(extra, &more); err != nil {
		return nil, fmt.Errorf("the extra body is no JSON object: %w", err)
	}
	for name, value := range more {
		if isObject(fields[name]) && isObject(value) {
			inner, err := merge(fields[name], value)
			if err != nil {
				return nil, err
			}
			value = inner
		}
		fields[name] = value
	}
	return json.Marshal(fields)
}

func isObject(b json.RawMessage) bool { return len(b) > 0 && b[0] == '{' }
