package main

import "github.com/spf13/cobra"

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
	o.register(cmd)
	l := p.listeningFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if verify {
			return p.serveVerify(cmd.Context(), addr, l)
		}
		return p.serveWeb(cmd.Context(), *db, addr, o, l)
	}
	return cmd
}
