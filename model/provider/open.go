package provider

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"adhere"
	"adhere/internal/redact"
	"adhere/model"
	"adhere/model/batch"
)

// Options change how models are called. The zero value is ready for use.
type Options struct {
	BaseURL        string          // used instead of the provider's own and of its variable
	Timeout        time.Duration   // for one call with its whole reply; 0 is read as 10 minutes
	MaxConnections int             // connections kept open for the next call; 0 is read as 128
	Header         http.Header     // sent with every call, besides the provider's own
	LimitField     string          // "max_tokens" or "max_completion_tokens"; empty chooses by the model's name
	Profiles       *model.Profiles // what model families take; nil knows none
	Memory         *Memory         // what was learned of models; nil for one of its own
	MaxReply       int64           // bytes of a whole reply; a longer one is an Unusable error; 0 is read as 8 MB
	Client         *http.Client    // used instead of one built from the fields above

	Batch *batch.Collector // carries the calls in batches; nil makes them live. Its Server and Base are set
}

// Open returns the model that spec names, "provider/model". lookup finds the
// variables that hold keys and base URLs, as os.Getenv does; nil finds none.
//
//	openai/MODEL           OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_ORG_ID
//	openai-responses/MODEL OPENAI_API_KEY, OPENAI_BASE_URL: OpenAI's Responses, the only interface of some models
//	anthropic/MODEL        ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL
//	openrouter/MODEL       OPENROUTER_API_KEY
//	azure/DEPLOYMENT       AZURE_OPENAI_API_KEY, AZURE_OPENAI_ENDPOINT, AZURE_OPENAI_API_VERSION
//	ollama/MODEL           OLLAMA_HOST, or localhost:11434
//	vllm/MODEL             VLLM_BASE_URL, or localhost:8000/v1; VLLM_API_KEY
//	google/MODEL           GEMINI_API_KEY or GOOGLE_API_KEY, GEMINI_BASE_URL; one that ends in /openai is asked in OpenAI's format
//	vertex/PUBLISHER/MODEL VERTEX_ACCESS_TOKEN, GOOGLE_CLOUD_PROJECT, GOOGLE_CLOUD_LOCATION
//	bedrock/MODEL          AWS_BEARER_TOKEN_BEDROCK, AWS_REGION: models that Bedrock offers in OpenAI's format
//	mistral/, deepseek/, xai/, groq/, together/ MODEL: NAME_API_KEY; huggingface/MODEL: HF_TOKEN
//	openai-api/NAME/MODEL  NAME_API_KEY, NAME_BASE_URL: any server that speaks OpenAI's chat completions
//
// A key is needed only at a provider's own address. Open makes no call: a
// wrong key or name shows at the first one. The model is an adhere.Streamer,
// safe for concurrent use. The errors are Invalid for a spec or address of
// the wrong form, NotFound for an unknown provider, and Refused for a missing
// key.
func Open(spec string, lookup func(string) string, opts Options) (adhere.Model, error) {
	p, name, err := findProvider(spec)
	if err != nil {
		return nil, err
	}
	set := "set "
	if lookup == nil {
		set, lookup = "give a lookup, such as os.Getenv, that finds ", func(string) string { return "" }
	}
	if err := p.at(lookup, opts.BaseURL); err != nil {
		return nil, err
	}
	base, err := p.address(lookup, opts.BaseURL)
	if err != nil {
		return nil, err
	}
	s := &settings{model: name, base: base, lookup: lookup, limit: opts.LimitField}
	keyName := p.keyFrom(lookup)
	if keyName != "" {
		s.key = strings.TrimSpace(lookup(keyName))
	}
	w := p.endpoint(s)
	w.address = p.elsewhere(w.url, s)
	if s.key == "" && !p.free && (w.address == "" || strings.HasSuffix(base.Hostname(), ".azure.com")) {
		return nil, adhere.Errorf(adhere.Refused, "%s: no key for %s", spec, base.Host).
			WithHint(set + keyName + "; for a server that needs no key, " + p.givenBy())
	}
	w.name, w.model, w.provider, w.secret, w.keyName = spec, name, p.prefix, s.key, keyName
	if err := w.set(&opts); err != nil {
		return nil, err
	}
	return w, nil
}

// set gives the model the options that are alike with every provider.
func (w *wire) set(opts *Options) error {
	w.timeout = cmp.Or(opts.Timeout, 10*time.Minute)
	w.profile, w.memory = opts.Profiles.Of(w.model), opts.Memory
	w.profile.Refuses = append(slices.Clone(w.profile.Refuses), w.lacks...)
	if _, ok := w.dialect.(anthropic); !ok {
		w.profile.Structured = false
	}
	w.memory = cmp.Or(w.memory, &Memory{})
	w.maxReply = cmp.Or(opts.MaxReply, defaultMaxReply)
	client := opts.Client
	if client == nil {
		client = newClient(*opts)
	}
	w.client = keyless(client, w.secret)
	if opts.Batch != nil {
		if !batch.Takes(w.url) {
			return &adhere.Error{Code: adhere.Invalid, Message: w.name + ": batches of this wire format are not supported", Hint: "leave --batch out, or name the model of a provider in the format of OpenAI's chat completions, Anthropic's messages or Gemini's generateContent"}
		}
		w.collect(opts.Batch)
	}
	w.header.Set("Content-Type", "application/json")
	w.header.Set("User-Agent", "adhere")
	for k, v := range opts.Header {
		w.header[http.CanonicalHeaderKey(k)] = v
	}
	return nil
}

// keyFrom returns the variable that holds the key: the first that is set, or
// the first.
func (p *provider) keyFrom(lookup func(string) string) string {
	names := strings.Split(p.keyVar, "|")
	for _, name := range names {
		if name != "" && strings.TrimSpace(lookup(name)) != "" {
			return name
		}
	}
	return names[0]
}

// longestBatch is for how long a call waits in batches: a provider takes a day
// at most, and what it leaves out is sent again.
const longestBatch = 72 * time.Hour

// collect has the calls carried in batches.
func (w *wire) collect(c *batch.Collector) {
	own := *w.client
	c.Base, c.Server = own.Transport, w.who()
	own.Transport = c
	w.client, w.timeout = &own, longestBatch
}

// address returns the base URL: as given, from its variable, or the
// provider's own.
func (p *provider) address(lookup func(string) string, given string) (*url.URL, error) {
	source, raw := "base URL", given
	if raw == "" {
		source, raw = p.baseVar, strings.TrimSpace(lookup(p.baseVar))
		if raw != "" && p.baseVar == ollamaHost {
			raw = ollamaURL(raw)
		}
	}
	if raw = cmp.Or(raw, p.base); raw == "" {
		return nil, adhere.Errorf(adhere.Invalid, "no base URL for %s", p.prefix).
			WithHint(p.givenBy() + ", for example http://localhost:8000/v1")
	}
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, adhere.Errorf(adhere.Invalid, "%s %q is no http or https address", source, redact.Message(raw, "")).
			WithHint("it looks like http://localhost:8000/v1")
	}
	u.Path = cmp.Or(u.Path, "/") // what is joined to it must start with a slash on the wire
	return u, nil
}

// newClient returns a client that keeps as many connections as may be in use
// at once, so that none is opened twice.
func newClient(opts Options) *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	keep := cmp.Or(opts.MaxConnections, 128)
	return &http.Client{
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         dialer.DialContext,
			TLSHandshakeTimeout: dialer.Timeout,
			ForceAttemptHTTP2:   true,
			MaxIdleConns:        keep,
			MaxIdleConnsPerHost: keep,
			IdleConnTimeout:     90 * time.Second,
			ReadBufferSize:      1 << 10, // a thousand connections have two each; a long reply goes past them
			WriteBufferSize:     1 << 10,
			DisableCompression:  true, // replies are small, and a cut one shows at once

			MaxResponseHeaderBytes: 1 << 20,
		},
		// A key in a header of ours would follow a redirect to another host.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// keyless returns the client with the key taken out of all that servers answer.
func keyless(c *http.Client, key string) *http.Client {
	own := *c
	if own.Transport == nil {
		own.Transport = http.DefaultTransport
	}
	own.Transport = &redacting{own.Transport, key}
	return &own
}

type redacting struct {
	http.RoundTripper
	key string
}

func (t *redacting) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := t.RoundTripper.RoundTrip(req)
	if err == nil {
		unpack(resp)
		redact.Response(resp, t.key)
	}
	return resp, err
}

// unpack has a body read without gzip, in which some servers send what was not
// asked for so. Not all that say so do it.
func unpack(resp *http.Response) {
	if resp.Header.Get("Content-Encoding") != "gzip" {
		return
	}
	b := bufio.NewReader(resp.Body)
	plain := io.Reader(b)
	if begin, _ := b.Peek(2); string(begin) == "\x1f\x8b" {
		if z, err := gzip.NewReader(b); err == nil {
			plain = z
		}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{plain, resp.Body}
}
