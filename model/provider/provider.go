package provider

import (
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A provider is where models of one prefix live and how they are spoken to.
// Every provider is in the list below and nowhere else.
type provider struct {
	prefix  string // "openai" in "openai/gpt-4o"
	keyVar  string // the variable that holds the key, or several of which the first that is set counts, parted by |; empty where there is none
	baseVar string // the variable that replaces the base URL
	base    string // the base URL if nothing else is said, with ${VARIABLES}; empty where one must be given
	free    bool   // the default base URL needs no key
	endpoint
}

// An endpoint turns a base URL and a model into what goes on the wire.
type endpoint func(s *settings) *wire

// settings is what is known when an endpoint is built.
type settings struct {
	model  string
	base   *url.URL
	key    string
	lookup func(string) string
	limit  string // name of the token limit's field; empty to choose by model
}

// providers returns the explicit list of all providers but openai-api/NAME,
// whose variables depend on NAME.
func providers() []provider {
	return []provider{
		{"openai", "OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com/v1", false, openAIEndpoint},
		{"openai-responses", "OPENAI_API_KEY", "OPENAI_BASE_URL", "https://api.openai.com/v1", false, responsesEndpoint},
		{"anthropic", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "https://api.anthropic.com", false, anthropicEndpoint},
		{"openrouter", "OPENROUTER_API_KEY", "OPENROUTER_BASE_URL", "https://openrouter.ai/api/v1", false, compatibleEndpoint},
		{"azure", "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT", "", false, azureEndpoint},
		{"ollama", "", ollamaHost, "http://localhost:11434", true, ollamaEndpoint},
		{"vllm", "VLLM_API_KEY", "VLLM_BASE_URL", "http://localhost:8000/v1", true, compatibleEndpoint},
		{"google", "GEMINI_API_KEY|GOOGLE_API_KEY", "GEMINI_BASE_URL", "https://generativelanguage.googleapis.com/v1beta", false, googleEndpoint},
		{"vertex", "VERTEX_ACCESS_TOKEN", "VERTEX_BASE_URL", "https://${GOOGLE_CLOUD_LOCATION}-aiplatform.googleapis.com/v1/projects/${GOOGLE_CLOUD_PROJECT}/locations/${GOOGLE_CLOUD_LOCATION}/endpoints/openapi", false, compatibleEndpoint},
		{"bedrock", "AWS_BEARER_TOKEN_BEDROCK", "BEDROCK_BASE_URL", "https://bedrock-runtime.${AWS_REGION}.amazonaws.com/openai/v1", false, compatibleEndpoint},
		{"mistral", "MISTRAL_API_KEY", "MISTRAL_BASE_URL", "https://api.mistral.ai/v1", false, mistralEndpoint},
		{"deepseek", "DEEPSEEK_API_KEY", "DEEPSEEK_BASE_URL", "https://api.deepseek.com/v1", false, compatibleEndpoint},
		{"xai", "XAI_API_KEY", "XAI_BASE_URL", "https://api.x.ai/v1", false, compatibleEndpoint},
		{"groq", "GROQ_API_KEY", "GROQ_BASE_URL", "https://api.groq.com/openai/v1", false, compatibleEndpoint},
		{"together", "TOGETHER_API_KEY", "TOGETHER_BASE_URL", "https://api.together.xyz/v1", false, compatibleEndpoint},
		{"huggingface", "HF_TOKEN", "HUGGINGFACE_BASE_URL", "https://router.huggingface.co/v1", false, compatibleEndpoint},
	}
}

// ollamaHost is a variable that may hold less than an address.
const ollamaHost = "OLLAMA_HOST"

// at fills the variables of the base URL. One that is not set is an error only
// where no other address is given.
func (p *provider) at(lookup func(string) string, given string) error {
	missing := ""
	p.base = os.Expand(p.base, func(name string) string {
		value := strings.TrimSpace(lookup(name))
		if value == "" && missing == "" {
			missing = name
		}
		return url.PathEscape(value)
	})
	p.base = strings.Replace(p.base, "//global-", "//", 1) // Vertex: the host of no region
	if missing == "" {
		return nil
	}
	p.base = ""
	if given != "" || lookup(p.baseVar) != "" {
		return nil
	}
	return &adhere.Error{Code: adhere.Invalid, Message: p.prefix + " needs " + missing, Hint: "set it, or " + p.givenBy()}
}

// givenBy says how the server's address is given.
func (p *provider) givenBy() string {
	return "give its address with --base-url, a judge's with --judge-base-url, or in " + p.baseVar
}

// Providers returns the prefixes that Open knows, for help texts.
func Providers() []string {
	return append(lists.Map(providers(), func(p provider) string { return p.prefix + "/MODEL" }), "openai-api/NAME/MODEL")
}

// named returns the provider of openai-api/NAME: any server that speaks the
// OpenAI dialect. NAME in upper case, with _ for what is no letter or digit,
// begins its variables.
func named(name string) provider {
	prefix := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(name))
	return provider{"openai-api/" + name, prefix + "_API_KEY", prefix + "_BASE_URL", "", false, compatibleEndpoint}
}

// findProvider parts a spec into provider and model.
func findProvider(spec string) (provider, string, error) {
	prefix, name, ok := strings.Cut(spec, "/")
	if prefix == "openai-api" {
		host, rest, _ := strings.Cut(name, "/")
		if host == "" || rest == "" {
			return provider{}, "", adhere.Errorf(adhere.Invalid, "model %q must be openai-api/NAME/MODEL", spec).
				WithHint("openai-api/local/my-model reads LOCAL_BASE_URL and LOCAL_API_KEY")
		}
		return named(host), rest, nil
	}
	i := slices.IndexFunc(providers(), func(p provider) bool { return p.prefix == prefix })
	switch {
	case !ok || name == "":
		return provider{}, "", adhere.Errorf(adhere.Invalid, "model %q must be PROVIDER/MODEL", spec).
			WithHint("providers are " + strings.Join(Providers(), ", "))
	case i < 0:
		return provider{}, "", adhere.Errorf(adhere.NotFound, "provider %q of model %q is unknown", prefix, spec).
			WithHint("providers are " + strings.Join(Providers(), ", "))
	}
	return providers()[i], name, nil
}

// compatibleEndpoint is any server that speaks OpenAI's chat completions.
func compatibleEndpoint(s *settings) *wire {
	return s.wire(openAI{limitField: s.limit}, s.base.JoinPath("chat/completions"), "Authorization", "Bearer ")
}

// wire speaks a dialect at an address. The key, if there is one, goes into a header
// field, behind a word.
func (s *settings) wire(d dialect, to *url.URL, field, word string) *wire {
	w := &wire{url: to, header: http.Header{}, dialect: d}
	if s.key != "" {
		w.header.Set(field, word+s.key)
	}
	return w
}

func mistralEndpoint(s *settings) *wire {
	w := compatibleEndpoint(s)
	w.dialect = openAI{limitField: s.limit, randomSeed: true}
	return w
}

func openAIEndpoint(s *settings) *wire {
	s.limit = limitField(s)
	return organised(compatibleEndpoint(s), s)
}

// responsesEndpoint is OpenAI's Responses, the only interface of some models.
func responsesEndpoint(s *settings) *wire {
	w := compatibleEndpoint(s)
	w.url, w.dialect, w.lacks = s.base.JoinPath("responses"), responses{}, []string{"stop", "seed", "top_k"}
	return organised(w, s)
}

// organised names the organisation that pays.
func organised(w *wire, s *settings) *wire {
	if org := s.lookup("OPENAI_ORG_ID"); org != "" {
		w.header.Set("OpenAI-Organization", org)
	}
	return w
}

// What Gemini's own interface adds to a model's name.
const (
	geminiMethod  = ":generateContent"
	geminiStreams = ":streamGenerateContent"
)

// googleEndpoint is Gemini's own interface, and at an address that ends in
// /openai the one that is compatible with OpenAI's.
func googleEndpoint(s *settings) *wire {
	if strings.HasSuffix(strings.TrimSuffix(s.base.Path, "/"), "/openai") {
		return compatibleEndpoint(s)
	}
	name := "models/" + strings.TrimPrefix(s.model, "models/")
	w := s.wire(gemini{}, s.base.JoinPath(name+geminiMethod), "X-Goog-Api-Key", "")
	w.streams = s.base.JoinPath(name + geminiStreams)
	q := w.streams.Query()
	q.Set("alt", "sse")
	w.streams.RawQuery = q.Encode()
	return w
}

// limitField chooses the token limit's field by the model's name: OpenAI's
// reasoning models (o1, o3, o4, gpt-5 and what follows) refuse max_tokens,
// and older compatible servers know nothing else.
func limitField(s *settings) string {
	if s.limit != "" {
		return s.limit
	}
	name := strings.ToLower(s.model)
	reasons := len(name) > 1 && name[0] == 'o' && name[1] >= '1' && name[1] <= '9'
	if v, ok := strings.CutPrefix(name, "gpt-"); ok && v != "" {
		reasons = v[0] >= '5' && v[0] <= '9'
	}
	if reasons {
		return maxCompletionTokens
	}
	return maxTokens
}

func anthropicEndpoint(s *settings) *wire {
	path := "v1/messages"
	if strings.HasSuffix(strings.TrimSuffix(s.base.Path, "/"), "/v1") {
		path = "messages"
	}
	w := s.wire(anthropic{}, s.base.JoinPath(path), "X-Api-Key", "")
	w.header.Set("Anthropic-Version", "2023-06-01")
	return w
}

// azureEndpoint is a deployment on Azure. With AZURE_OPENAI_API_VERSION set
// it is called by its dated path, without by the undated v1 path. The model
// of the spec is the deployment's name.
func azureEndpoint(s *settings) *wire {
	version := s.lookup("AZURE_OPENAI_API_VERSION")
	path := "openai/v1"
	switch {
	case strings.Contains(s.base.Path, "/openai"):
		path = ""
	case version != "":
		path = "openai/deployments/" + s.model
	}
	w := s.wire(openAI{limitField: limitField(s)}, s.base.JoinPath(path, "chat/completions"), "Api-Key", "")
	w.alias = true
	if version != "" {
		q := w.url.Query()
		q.Set("api-version", version)
		w.url.RawQuery = q.Encode()
	}
	return w
}

func ollamaEndpoint(s *settings) *wire {
	if !strings.HasSuffix(strings.TrimSuffix(s.base.Path, "/"), "/v1") {
		s.base = s.base.JoinPath("v1")
	}
	return compatibleEndpoint(s)
}

// ollamaURL completes OLLAMA_HOST, which may be a bare host or port, or the
// address that the server listens on rather than one to call.
func ollamaURL(host string) string {
	if !strings.Contains(host, "://") {
		host = "http://" + host
	}
	u, err := url.Parse(host)
	if err != nil {
		return host // the caller reports it
	}
	name, port := u.Hostname(), u.Port()
	if name == "" || name == "0.0.0.0" || name == "::" {
		name = "127.0.0.1"
	}
	if port == "" && u.Scheme == "http" {
		port = "11434"
	}
	u.Host = name
	if strings.Contains(name, ":") {
		u.Host = "[" + name + "]"
	}
	if port != "" {
		u.Host += ":" + port
	}
	return u.String()
}
