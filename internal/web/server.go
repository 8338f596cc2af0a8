package web

import (
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/serving"
)

// A Config is what a Server shows, and to whom.
type Config struct {
	Accounts *accounts.Keeper
	// Identity signs people in at an identity provider; nil where only
	// passwords do.
	Identity Identity
	Runs     Runs
	Records  Records
	Judging  Judging
	Searcher Searcher // not asked by Export
	// Annotation is where people's labels are kept; nil where they are not.
	Annotation Annotation
	// Writing is where answers are written; the zero value where they are not.
	Writing Writing
	// Traffic is what the gateway kept; nil where it is not shown.
	Traffic Traffic
	Now     func() time.Time
	Log     *slog.Logger
	Version string          // of the program, shown at the foot
	Closing <-chan struct{} // closed when the server is about to end; may be nil

	// Open says that only this machine can reach the server. Then, as long
	// as there are no accounts, whoever comes is its administrator.
	Open bool
	// Origin is where people reach the server, such as
	// https://adhere.example.org, if that is not where it listens: then
	// requests for other hosts are refused and, with https, cookies are sent
	// over https only. May be empty.
	Origin string
	// Proxies are believed when they tell a visitor's address.
	Proxies serving.Proxies
}

// A Server is the web app. Make one with New.
type Server struct {
	Config
	origin  *url.URL
	assets  *assets
	pages   *template.Template
	digests *digests
	tallies *tallies
	ledger  *ledger
	handler http.Handler
}

// New returns the server. The error's code is Invalid if the origin is none.
func New(c Config) (*Server, error) {
	s := &Server{Config: c}
	var err error
	if c.Origin != "" {
		if s.origin, err = parseOrigin(c.Origin); err != nil {
			return nil, err
		}
	}
	if s.assets, err = loadAssets(); err != nil {
		return nil, err
	}
	if s.pages, err = parsePages(); err != nil {
		return nil, err
	}
	s.digests, s.tallies, s.ledger = newDigests(s.Now), &tallies{all: map[string]*tally{}, runs: map[string][]string{}}, &ledger{}
	s.handler = s.guarded(s.mux())
	return s, nil
}

func parseOrigin(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Path != "" && u.Path != "/" || u.RawQuery != "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the address " + text + " is not that of a whole host", Hint: "for example https://adhere.example.org: the pages cannot stand below a path"}
	}
	return u, nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Streams returns the patterns of routes that answer as long as somebody
// listens.
func (s *Server) Streams() []string {
	var all []string
	for _, route := range s.routes() {
		if strings.HasSuffix(route.pattern, "/events") {
			all = append(all, route.method+" "+route.pattern)
		}
	}
	return all
}

// mux makes the table of routes answer.
func (s *Server) mux() *http.ServeMux {
	mux := http.NewServeMux()
	for _, route := range s.routes() {
		mux.Handle(route.method+" "+route.pattern, s.serve(route))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(&visit{server: s, w: w, r: r}, &adhere.Error{Code: adhere.NotFound, Message: "there is no such page", Hint: "check the address"})
	})
	return mux
}
