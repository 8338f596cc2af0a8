package treebank_test

import (
	"slices"
	"strings"
	"testing"

	"adhere/verify/parity"
	"adhere/verify/treebank"
)

// What NLTK 3.9.1 makes of each sentence; tokens are written with a blank
// between them.
func TestTokens(t *testing.T) {
	for _, c := range []struct{ sentence, want string }{
		{"", ""},
		{" \n\u00a0\x1c", ""},
		{"It rained.", "It rained ."},
		{"It rained.\n", "It rained ."},
		{"(It rained.)", "( It rained . )"},
		{"“It rained.”", "“ It rained . ”"},
		{"Mr. Lind of the U.S. left.", "Mr. Lind of the U.S. left ."},
		{"Wait... what..", "Wait ... what .."},
		{"x.y.", "x.y ."},
		{".", "."},
		{"1,000,5 a,b ,,, 3:30 a:٣", "1,000,5 a , b , , , 3:30 a:٣"},
		{"Oh?! a@b; #1 $5 5% a&b", "Oh ? ! a @ b ; # 1 $ 5 5 % a & b"},
		{"*a* [b] {c} <d> e--f---g", "* a * [ b ] { c } < d > e -- f -- -g"},
		{`"So," she said, "go."`, "`` So , '' she said , `` go . ''"},
		{`a ("b") ''c'' x"y`, "a ( `` b '' ) `` c '' x '' y"},
		{"`a` ``b`` «c» „d“ ‘e’", "` a ` `` b `` « c » „ d “ ‘ e ’"},
		{"I'm sure he'd say it's Ann's and they'll've left", "I 'm sure he 'd say it 's Ann 's and they'll 've left"},
		{"we'd' they'll's DON'T n't can't", "we 'd ' they 'll 's DO N'T n't ca n't"},
		{"the boys' x ''", "the boys ' x ``"},
		{"'a 'b 's 'Tom' ‘x", "' a ' b 's 'Tom ' ‘ x"},
		{"rock 'n' roll", "rock 'n ' roll"},
		{"Cannot gimme gonna gotta lemme d'ye More'n wanna", "Can not gim me gon na got ta lem me d 'ye More 'n wan na"},
		{"wanna-be wannabe x-gonna-y cannots", "wanna-be wannabe x- gon na -y cannots"},
		{"'tis 'TWAS x'tis 'tisn", "'t is 'T WAS x'tis 'tisn"},
		{"'twas'tis 'tis'twas cannot'tis", "'t was 'tis 't is 't was can not 't is"},
		{"tıs 'tıs 'twaſ", "tıs 't ıs 't waſ"},
		{"雨 a\u2028b é's a\xffb's", "雨 a b é 's a\xffb 's"},
	} {
		if got := strings.Join(treebank.All([]string{c.sentence}), " "); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.sentence, got, c.want)
		}
	}
}

func TestAllJoinsSentences(t *testing.T) {
	got := treebank.All([]string{"It rained.", "", "Did it?"})
	if want := []string{"It", "rained", ".", "Did", "it", "?"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A caller that needs only the first tokens stops at them.
func TestTokensStop(t *testing.T) {
	for _, stop := range []int{1, 2, 3} {
		n := 0
		for range treebank.Tokens("cannot wait") {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("%d tokens, want %d", n, stop)
		}
	}
}

// FuzzTokens holds that nothing is lost or made up but for blanks and the
// shape of double quotation marks, and that no token is empty or holds white
// space.
func FuzzTokens(f *testing.F) {
	for _, s := range []string{
		"It's \"so\", he'd said... 'tis 1,000.5; cannot (won't) -- ''go''", "\xff' \xfe'tis\u00a0wanna", "`\"'", "x's's' ' '", "more'n'n 'n' d'ye'd",
	} {
		f.Add(s)
	}
	bare := strings.NewReplacer(`"`, "", "'", "", "`", "")
	f.Fuzz(func(t *testing.T, s string) {
		tokens := treebank.All([]string{s})
		for _, token := range tokens {
			if token == "" || strings.ContainsFunc(token, parity.IsSpace) {
				t.Errorf("%q: the token %q", s, token)
			}
		}
		got, want := strings.Join(tokens, ""), strings.Join(strings.FieldsFunc(s, parity.IsSpace), "")
		if bare.Replace(got) != bare.Replace(want) {
			t.Errorf("%q: %q is not the text", s, tokens)
		}
	})
}

// BenchmarkTokens measures the cutting of a sentence with some of everything.
func BenchmarkTokens(b *testing.B) {
	const sentence = `"It's the answer of a model," they said, "which isn't 'short' (far from it)": 1,000 words...`
	b.SetBytes(int64(len(sentence)))
	b.ReportAllocs()
	for b.Loop() {
		for range treebank.Tokens(sentence) {
		}
	}
}
