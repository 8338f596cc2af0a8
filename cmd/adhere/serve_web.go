package main

import (
	"context"
	"log/slog"
	"net"

	"adhere"
	"adhere/eval"
	"adhere/internal/accounts"
	"adhere/internal/cli"
	"adhere/internal/cli/services"
	"adhere/internal/cli/stores"
	"adhere/internal/gateway/recorded"
	"adhere/internal/serving"
	"adhere/internal/store"
	"adhere/internal/web"
)

// webOptions are what the command line says of the pages.
type webOptions struct {
	origin  string          // where people reach them
	files   []string        // show the runs of these, and nothing else
	cases   string          // the file that requests are added to as tests of rules
	proxies serving.Proxies // are believed when they tell a visitor's address
	writingFlags
	identityFlags
}

// serveWeb serves the pages until it is stopped. Beyond this machine they need
// accounts.
func (p *program) serveWeb(ctx context.Context, db, addr string, o webOptions, l *services.ServiceFlags) error {
	if len(o.files) == 0 {
		return p.WithStore(ctx, db, func(s *store.Store) error { return p.servePages(ctx, s, db, addr, o, l) })
	}
	s, _, err := stores.ReadRunFiles(ctx, o.files...)
	return stores.UseStore(s, err, func(s *store.Store) error { return p.servePages(ctx, s, db, addr, o, l) })
}

// servePages serves the pages over a database until it is stopped.
func (p *program) servePages(ctx context.Context, s *store.Store, db, addr string, o webOptions, l *services.ServiceFlags) error {
	people, err := s.People(ctx)
	if err != nil {
		return err
	}
	provider, err := p.provider(o.origin, &o.identityFlags)
	if err != nil {
		return err
	}
	open := onlyHere(addr) && provider == nil
	if (!open || o.origin != "") && len(people) == 0 && provider == nil {
		return noAccounts(addr)
	}
	l.Guarded = func() bool { return len(people) > 0 || provider != nil }
	l.Ready = func(ctx context.Context) error { _, err := s.People(ctx); return err }
	service, err := p.Service(ctx, "adhere-web", addr, l)
	if err != nil {
		return err
	}
	// Pages need little, and large runs are counted one at a time.
	p.Memory(cli.MemoryLimit, 25)
	place, leave, err := p.writing(ctx, s, &o.writingFlags)
	if err != nil {
		return err
	}
	defer leave()
	pages, err := web.New(web.Config{
		Accounts: accounts.NewKeeper(s, p.Now), Identity: provider, Runs: s, Records: s, Judging: eval.Pages{Calls: s}, Searcher: s, Now: p.Now,
		Annotation: s, Writing: place, Traffic: recorded.Traffic{Store: s, Cases: o.cases},
		Log: slog.New(slog.NewTextHandler(p.Err, nil)), Version: version,
		Open: open, Origin: o.origin, Proxies: o.proxies, Closing: service.Closing(),
	})
	if err != nil {
		return err
	}
	service.Handle(serving.Route{Pattern: "/", Handler: pages, Access: serving.Open})
	for _, pattern := range pages.Streams() {
		service.Handle(serving.Route{Pattern: pattern, Handler: pages, Access: serving.Open, Timeout: -1})
	}
	p.sayHowToEnter(people, provider, db, o.origin)
	return p.Serve(ctx, service, l)
}

func noAccounts(addr string) error {
	return adhere.Errorf(adhere.Refused, "listening on %s would let anybody in: there are no accounts", addr).
		WithHint("make the first with adhere users add NAME --role admin, have people sign in with --oidc-issuer, or serve only this machine: --addr localhost:8080")
}

// onlyHere reports whether nobody but this machine can reach the address.
func onlyHere(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}
