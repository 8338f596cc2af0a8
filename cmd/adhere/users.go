package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/internal/store"
	"adhere/report"
)

func (p *program) usersCommand() *cobra.Command {
	return p.Group("users", p.DBFlag, p.usersListCommand, p.usersAddCommand, p.usersInviteCommand, p.usersSetCommand)
}

// A userView is an account as JSON gives it.
type userView struct {
	Name     string        `json:"name"`
	Role     accounts.Role `json:"role"`
	Disabled bool          `json:"disabled"`
	Identity string        `json:"identity,omitempty"` // issuer and subject; empty for who signs in by password only
	Created  time.Time     `json:"created"`
}

func (p *program) usersListCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "users", "list", "List the accounts", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		people, err := accounts.NewKeeper(s, p.Now).People(ctx)
		if err != nil {
			return err
		}
		views := lists.Map(people, func(x accounts.Person) userView { return userView{x.Name, x.Role, x.Disabled, x.Identity, x.Created} })
		return cli.List(p.Program, views, []string{"name", "role", "may sign in", "since"}, func(x userView) []string {
			may := "yes"
			if x.Disabled {
				may = "no"
			}
			return []string{x.Name, string(x.Role), may, report.When(x.Created)}
		})
	})
}

func (p *program) usersAddCommand(db *string) *cobra.Command {
	var role string
	cmd := p.StoreSub(db, p.WithStore, "users", "add NAME", "Create an account; its password is read from standard input", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		password, err := p.password()
		if err != nil {
			return err
		}
		x, err := accounts.NewKeeper(s, p.Now).Add(ctx, args[0], accounts.Role(role), password)
		if err != nil {
			return err
		}
		return p.Done(userView{x.Name, x.Role, x.Disabled, x.Identity, x.Created}, "%s is %s\n", x.Name, x.Role)
	})
	cmd.Flags().StringVar(&role, "role", string(accounts.Viewer), "what the person may do: admin, adjudicator, annotator or viewer")
	return cmd
}

// password reads a line from standard input. A terminal does not show it.
func (p *program) password() (string, error) {
	line, err := p.passwordLine()
	if line == "" {
		return "", &adhere.Error{Code: adhere.Invalid, Message: "no password on standard input", Err: err, Hint: "type it, or pipe it in: adhere users add NAME < FILE"}
	}
	return line, nil
}

func (p *program) passwordLine() (string, error) {
	if f, ok := p.In.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(p.Err, "password (it is not shown): ")
		line, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(p.Err)
		return string(line), err
	}
	line, err := bufio.NewReader(io.LimitReader(p.In, 4096)).ReadString('\n')
	return strings.TrimRight(line, "\r\n"), err
}

func (p *program) usersInviteCommand(db *string) *cobra.Command {
	var role, origin, note string
	var lasts time.Duration
	cmd := p.StoreSub(db, p.WithStore, "users", "invite", "Make a link that lets one person create an account", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		token, err := accounts.NewKeeper(s, p.Now).Invite(ctx, accounts.Invite{Role: accounts.Role(role), Note: note, By: "the command line"}, lasts)
		if err != nil {
			return err
		}
		link := strings.TrimSuffix(origin, "/") + "/join/" + token
		return p.Done(map[string]string{"link": link, "role": role}, "%s\n", link)
	})
	f := cmd.Flags()
	f.StringVar(&role, "role", string(accounts.Annotator), "what the person may do: admin, adjudicator, annotator or viewer")
	f.StringVar(&origin, "url", "http://localhost:8080", "address at which people reach the pages")
	f.StringVar(&note, "note", "", "who the invitation is for; shown to administrators")
	f.DurationVar(&lasts, "lasts", 7*24*time.Hour, "how long the link is valid")
	return cmd
}

func (p *program) usersSetCommand(db *string) *cobra.Command {
	c := accounts.Change{Role: new(accounts.Role)}
	var password, disable, enable bool
	cmd := p.Sub("users", "set NAME", "Change an account and end its sign-ins", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		if !cmd.Flags().Changed("role") {
			c.Role = nil
		}
		if disable || enable {
			c.Disabled = &disable
		}
		if disable && enable || c == (accounts.Change{}) && !password {
			return &adhere.Error{Code: adhere.Invalid, Message: "nothing to change, or two things that contradict each other", Hint: "give --role, --password, --identity-of, or one of --disable and --enable"}
		}
		if password {
			text, err := p.password()
			if err != nil {
				return err
			}
			c.Password = &text
		}
		return p.WithExistingStore(cmd.Context(), *db, func(s *store.Store) error {
			if err := accounts.NewKeeper(s, p.Now).Change(cmd.Context(), args[0], c); err != nil {
				return err
			}
			return p.Done(map[string]string{"changed": args[0]}, "changed %s\n", args[0])
		})
	})
	f := cmd.Flags()
	f.StringVar((*string)(c.Role), "role", "", "what the person may do: admin, adjudicator, annotator or viewer")
	f.StringVar(&c.IdentityOf, "identity-of", "", "let the person who signs in at the identity provider as that account sign in as NAME, and disable that account")
	f.BoolVar(&password, "password", false, "set the password read from standard input")
	f.BoolVar(&disable, "disable", false, "do not let the person sign in any more")
	f.BoolVar(&enable, "enable", false, "let the person sign in again")
	return cmd
}
