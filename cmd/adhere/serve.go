package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"adhere"
)

func (p *program) serveCommand() *cobra.Command {
	var addr string
	var o webOptions
	var verify bool
	cmd := p.command("serve", cobra.NoArgs)
	db := p.dbFlag(cmd)
	cmd.Flags().StringVar(&addr, "addr", "localhost:8080", "where to listen; port 0 takes a free one")
	cmd.Flags().StringVar(&o.origin, "url", "", "where people reach the pages, if that is not --addr, such as https://adhere.example.org")
	cmd.Flags().BoolVar(&o.proxy, "behind-proxy", false, "believe X-Forwarded-For, which a proxy before the server sets")
	cmd.Flags().BoolVar(&verify, "verify", false, "answer POST /v1/verify, for training loops, in place of pages")
	l := p.listeningFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if verify {
			return p.serveVerify(cmd.Context(), addr, l)
		}
		s, err := p.openStore(cmd.Context(), *db)
		if err != nil {
			return err
		}
		defer s.Close()
		handler, err := p.webServer(cmd.Context(), s, addr, o)
		if err != nil {
			return err
		}
		return p.listen(cmd.Context(), addr, handler)
	}
	return cmd
}

// listen serves until the context ends, then lets requests under way finish.
func (p *program) listen(ctx context.Context, addr string, handler http.Handler) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "cannot listen on " + addr, Err: err, Hint: "choose another port by --addr"}
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx }, // streams end with it
	}
	fmt.Fprintf(p.out, "http://%s\n", listener.Addr())
	ended := context.AfterFunc(ctx, func() {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(grace) // what is not done by then is cut off with the program
	})
	defer ended()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve on %s: %w", addr, err)
	}
	return nil
}
