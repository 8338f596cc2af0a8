package main

import (
	"fmt"
	"strings"

	"adhere/internal/accounts"
	"adhere/internal/web"
)

// sayHowToEnter says, as a server of pages starts, how people get in.
func (p *program) sayHowToEnter(people []accounts.Person, provider web.Identity, db, origin string) {
	in := ""
	if db != "" {
		in = " --db " + shellWord(db)
	}
	if len(people) == 0 && provider == nil {
		p.Say("there are no accounts yet: whoever opens this address on this machine is the administrator")
		p.Say("  for others make accounts: adhere users add NAME --role admin%s", in)
		return
	}
	where := ""
	if origin != "" {
		where = " --url " + shellWord(origin)
	}
	if provider != nil {
		p.Say("sign in at %s", provider.Name())
	}
	p.Say("sign in with the name and password of an account")
	p.Say("  who has an account: adhere users list%s", in)
	p.Say("  a link for somebody new: adhere users invite --role annotator%s%s", where, in)
	p.Say("  a forgotten password: adhere users set NAME --password%s", in)
}

// shellWord makes a word for the shell of a text.
func shellWord(s string) string {
	if strings.ContainsAny(s, " '\"$`\\*?;&|<>()") {
		return fmt.Sprintf("'%s'", strings.ReplaceAll(s, "'", `'\''`))
	}
	return s
}
