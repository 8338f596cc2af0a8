// Package services starts and stops servers with API keys, limits, an audit log,
// metrics and traces, as their common flags say.
package services

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/cli"
	"adhere/internal/cli/stores"
	"adhere/internal/serving"
	"adhere/internal/userfile"
)

// Services starts services for one start of the program.
type Services struct{ stores.Databases }

// ServiceFlags holds the flags that services with API keys share.
type ServiceFlags struct {
	serving.Config
	KeysAt, portFile, audit string
	AtEnd                   []func() error        // called when the service has ended
	Behind                  func(context.Context) // waits for what goes on behind answers that are given; may be nil
}

// ServiceFlags adds the flags of a service with API keys.
func (p Services) ServiceFlags(cmd *cobra.Command) *ServiceFlags {
	l := &ServiceFlags{}
	f := cmd.Flags()
	f.StringVar(&l.KeysAt, "keys", "", keysUse)
	f.StringVar(&l.portFile, "port-file", "", "file to write the address to, once the service listens")
	f.DurationVar(&l.Grace, "grace", 30*time.Second, "how long open requests may take to finish when the service is stopped")
	f.DurationVar(&l.Drain, "drain", 0, "how long a service keeps working after it is told to stop, while /readyz tells load balancers to send nothing more")
	f.DurationVar(&l.Timeout, "timeout", 5*time.Minute, "how long a request may take")
	f.IntVar(&l.MaxOpen, "max-open", serving.DefaultMaxOpen, "requests answered at the same time; once half of them are in use, no key gets more than an equal share")
	f.IntVar(&l.Addresses.RequestsPerMinute, "address-rpm", 0, "requests per minute from one client address, whatever its key (0: no limit)")
	f.IntVar(&l.Addresses.Concurrent, "address-concurrent", 0, "requests at the same time from one client address (0: no limit)")
	f.Var(&l.Addresses.Proxies, "behind-proxy", "take a client's address from the last entry of X-Forwarded-For if a proxy on this machine or in a private network sent it; with =NETWORK,…, if a proxy in one of these networks did")
	f.Lookup("behind-proxy").NoOptDefVal = "true"
	f.StringVar(&l.audit, "audit", "", "file to append a line to for each request: who, from where, what, outcome, tokens and cost; no texts")
	return l
}

// ServiceMemory is what a service may use before the garbage collector works
// harder.
const ServiceMemory = 512 << 20

// Service makes a server of what the command line says. Its metrics and
// traces are closed with it.
func (p Services) Service(ctx context.Context, name, addr string, l *ServiceFlags) (*serving.Server, error) {
	p.Memory(ServiceMemory, cli.DefaultGC)
	if l.MaxOpen < 1 {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--max-open %d: at least one request must be answered", l.MaxOpen), Hint: "without the flag it is " + strconv.Itoa(serving.DefaultMaxOpen)}
	}
	var err error
	if l.Keys == nil {
		if l.Keys, err = p.OpenKeys(ctx, l.KeysAt); err != nil {
			return nil, err
		}
	}
	export, err := p.export(name)
	if err != nil {
		return nil, err
	}
	if l.audit != "" {
		if l.Audit, err = serving.OpenAudit(l.audit); err != nil {
			return nil, err
		}
		l.AtEnd = append(l.AtEnd, l.Audit.Close)
	}
	if !p.Quiet {
		l.Log = slog.New(slog.NewTextHandler(p.Err, nil))
	}
	l.Listen, l.Telemetry, l.Now = addr, serving.NewTelemetry(export), p.Now
	return serving.New(l.Config), nil
}

// export reads where traces go, by OpenTelemetry's own variables. Without
// them, nowhere.
func (p Services) export(service string) (serving.Export, error) {
	e := serving.Export{Endpoint: strings.TrimRight(p.Lookup("OTEL_EXPORTER_OTLP_ENDPOINT"), "/"), Service: service, Version: p.Version, Headers: map[string]string{}}
	if name := p.Lookup("OTEL_SERVICE_NAME"); name != "" {
		e.Service = name
	}
	if u, err := url.Parse(e.Endpoint); e.Endpoint != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return e, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("OTEL_EXPORTER_OTLP_ENDPOINT %q: expected an http or https address", e.Endpoint), Hint: "for example http://localhost:4318"}
	}
	const headers = "OTEL_EXPORTER_OTLP_HEADERS" // which may hold a key
	if set, _ := p.Env(headers); set != "" {
		if err := p.CheckKey(headers, e.Endpoint, p.Origin("OTEL_EXPORTER_OTLP_ENDPOINT")); err != nil {
			return e, err
		}
	}
	for pair := range strings.SplitSeq(p.Lookup(headers), ",") {
		if name, value, ok := strings.Cut(pair, "="); ok {
			plain, err := url.PathUnescape(strings.TrimSpace(value))
			if err != nil {
				return e, &adhere.Error{Code: adhere.Invalid, Message: headers + ": the value of " + name + " cannot be read", Hint: "write it as in an address: %20 for a space", Err: err}
			}
			e.Headers[strings.TrimSpace(name)] = plain
		}
	}
	return e, nil
}

// Serve runs a service until the command is stopped, which is its
// proper end, and then sends what was recorded of it.
func (p Services) Serve(ctx context.Context, s *serving.Server, l *ServiceFlags) error {
	err := s.Run(ctx, func(addr net.Addr) error { return p.announce(addr, l.portFile) })
	if l.Behind != nil {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), l.Grace)
		defer cancel()
		l.Behind(end)
	}
	const flush = 5 * time.Second
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), flush)
	defer cancel()
	if failed := s.Telemetry().Close(last); failed != nil {
		fmt.Fprintln(p.Err, "traces could not all be sent:", failed)
	}
	for _, end := range l.AtEnd {
		err = errors.Join(err, end())
	}
	return err
}

func (p Services) announce(addr net.Addr, portFile string) error {
	where := "http://" + addr.String()
	if addr.Network() == "unix" {
		where = "unix:" + addr.String()
	}
	if portFile != "" {
		if err := userfile.Write(portFile, 0o644, func(w io.Writer) error { // whoever waits for it sees it whole
			_, err := fmt.Fprintln(w, addr)
			return err
		}); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(p.Out, where)
	return err
}
