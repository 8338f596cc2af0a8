package mifeval_test

import (
	"encoding/json"
	"errors"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/mifeval"
)

// TestBadArguments holds that an argument that a checker cannot use is named,
// in the words of its language.
func TestBadArguments(t *testing.T) {
	catalog := verify.NewCatalog(mifeval.Suite())
	for _, c := range []struct{ checker, args, want string }{
		{"fr:keywords:frequency", `{"keyword":"mer","frequency":2,"relation":"at least"}`, `relation: expected "au moins" or "moins de", got "at least"`},
		{"es:length_constraints:number_words", `{"num_words":2,"relation":3}`, `relation: expected "al menos" or "como máximo", got 3`},
		{"es:special_character:enie", `{}`, `let_frequency: expected a whole number of 0 or more, but it is missing`},
		{"fr:special_character:accents", `{"word_to_accentuate":["a"]}`, `word_to_accentuate: expected an object of texts, got ["a"]`},
		{"fr:language:response_language", `{"language":"xx"}`, `language: expected the code of a known language, such as fr, de or zh-cn, got "xx"`},
		{"ja:keywords:letter_frequency", `{"letter":"ab","let_frequency":1,"let_relation":"以上"}`, `letter: expected one hiragana, got "ab"`},
		{"ja:letters:furigana", `[]`, `arguments: expected an object, got []`},
		{"ja:letters:furigana", `{"n":1}`, `n: no such argument`},
	} {
		_, err := catalog.Compile(&adhere.Rule{Name: "mifeval/" + c.checker, Args: json.RawMessage(c.args)})
		var e *adhere.Error
		if !errors.As(err, &e) || e.Err == nil || e.Err.Error() != c.want {
			t.Errorf("%s %s: %v, want %s", c.checker, c.args, err, c.want)
		}
	}
}
