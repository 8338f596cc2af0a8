package main

import (
	"strings"
	"testing"

	"adhere/internal/accounts"
	"adhere/internal/cli"
)

func TestHowToEnter(t *testing.T) {
	for _, test := range []struct {
		people     []accounts.Person
		db, origin string
		want       []string
	}{
		{nil, "", "", []string{"there are no accounts yet", "adhere users add NAME --role admin\n"}},
		{nil, "my labels.db", "", []string{"--role admin --db 'my labels.db'\n"}},
		{make([]accounts.Person, 2), "", "", []string{"sign in with", "users invite --role annotator\n", "users set NAME --password\n"}},
		{make([]accounts.Person, 2), "a.db", "https://x.org", []string{"users invite --role annotator --url https://x.org --db a.db\n"}},
	} {
		var told strings.Builder
		newProgram(&cli.Program{Err: &told}).sayHowToEnter(test.people, nil, test.db, test.origin)
		for _, want := range test.want {
			if !strings.Contains(told.String(), want) {
				t.Errorf("%q lacks %q", told.String(), want)
			}
		}
	}
}
