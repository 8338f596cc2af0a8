package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"adhere/internal/cli"

	"adhere"
)

func (p *program) serveCommand() *cobra.Command {
	var addr, lock string
	var o webOptions
	var verify bool
	cmd := p.Command("serve [FILE.run...]", cobra.ArbitraryArgs)
	db := p.DBFlag(cmd)
	cmd.Flags().StringVar(&addr, "addr", "localhost:8080", "where to listen (also --listen); port 0 takes a free one")
	pages := pflag.NewFlagSet("pages", pflag.ContinueOnError)
	pages.StringVar(&o.origin, "url", "", "address at which people reach the pages, if it is not --addr, such as https://adhere.example.org")
	pages.StringVar(&o.cases, "cases", "", "file of test cases (adhere gateway test RULES CASES) to which the page of the gateway's traffic adds requests")
	cmd.Flags().BoolVar(&verify, "verify", false, "serve POST /v1/verify for training loops, instead of pages")
	cmd.Flags().StringVar(&lock, "lock", "", "with --verify: a file that says how requirements are read (adhere verify --model --lock makes one)")
	o.writingFlags.register(pages)
	o.identityFlags.register(pages)
	cmd.Flags().AddFlagSet(pages)
	l := p.ServiceFlags(cmd)
	cli.SameFlag(cmd, "addr", "listen")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if verify {
			if err := noneOf(pages); err != nil {
				return err
			}
			if len(args) > 0 {
				return &adhere.Error{Code: adhere.Invalid, Message: "run files are shown on the pages, but --verify serves no pages", Hint: "leave out one of the two"}
			}
			return p.serveVerify(cmd.Context(), addr, lock, l)
		}
		if lock != "" {
			return &adhere.Error{Code: adhere.Invalid, Message: "--lock needs --verify", Hint: "pages read no requirements"}
		}
		o.files, o.proxies = args, l.Addresses.Proxies
		return p.serveWeb(cmd.Context(), *db, addr, o, l)
	}
	return cmd
}

// noneOf refuses flags of the pages where there are none.
func noneOf(pages *pflag.FlagSet) (err error) {
	pages.VisitAll(func(f *pflag.Flag) {
		if f.Changed && err == nil {
			err = &adhere.Error{Code: adhere.Invalid, Message: "--" + f.Name + " is of the pages, and --verify serves none", Hint: "leave out one of the two"}
		}
	})
	return err
}
