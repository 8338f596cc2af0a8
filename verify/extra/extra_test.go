package extra_test

import (
	"encoding/json"
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/extra"
)

func compile(t testing.TB, name, args string) (verify.Check, error) {
	t.Helper()
	return verify.NewCatalog(extra.Suite()).Compile(&adhere.Rule{Name: "extra/" + name, Args: json.RawMessage(args)})
}

func TestCheckers(t *testing.T) {
	for _, c := range []struct {
		name, args, text string
		met              bool
		measured         string
	}{
		{"reading_level", `{"at_most":3}`, "The cat sat. It was glad.", true, "grade -2.6"},
		{"reading_level", `{"at_least":12}`, "The cat sat. It was glad.", false, "grade -2.6"},
		{"reading_level", `{"at_least":5,"at_most":9}`, "The little river carried several wooden boats towards the harbour before evening.", false, "grade 11.7"},
		{"reading_level", `{"at_most":3}`, "1 2 3.", false, "no words"},

		{"no_personal_data", ``, "Order 1234567890123 of 2024-05-31, 31.05.2024, version 1.2.3, room 12-34.", true, "none"},
		{"no_personal_data", ``, "ann.b+c@mail.example.org", false, `an e-mail address that begins with "ann."`},
		{"no_personal_data", ``, "Ring +49 30 1234 5678.", false, `a telephone number that begins with "+49 "`},
		{"no_personal_data", ``, "Ring (030) 1234-5678.", false, `a telephone number that begins with "(030"`},
		{"no_personal_data", ``, "Ring 555-123-4567.", false, `a telephone number that begins with "555-"`},
		{"no_personal_data", ``, "4111-1111-1111-1111", false, `a payment card number that begins with "4111"`},
		{"no_personal_data", ``, "4111-1111-1111-1112", true, "none"},
		{"no_personal_data", ``, "DE89 3704 0044 0532 0130 00", false, `an IBAN that begins with "DE89"`},
		{"no_personal_data", `{"kinds":["iban"]}`, "DE89 3704 0044 0532 0130 01", true, "none"},
		{"no_personal_data", ``, "078-05-1120", false, `a social security number that begins with "078-"`},
		{"no_personal_data", `{"kinds":["ssn"]}`, "000-05-1120, 900-11-2222", true, "none"},
		{"no_personal_data", ``, "at 192.168.0.1 or so", false, `an IP address that begins with "192."`},
		{"no_personal_data", `{"kinds":["ip"]}`, "at 999.168.0.1", true, "none"},

		{"no_secrets", ``, "-----BEGIN RSA PRIVATE KEY-----", false, `a private key that begins with "----"`},
		{"no_secrets", ``, "ghp_" + strings.Repeat("a1", 18), false, `a token of GitHub that begins with "ghp_"`},
		{"no_secrets", ``, "postgres://ann:s3cret@db/x", false, `a password in an address that begins with "post"`},
		{"no_secrets", ``, "sk-learn, hf_model, https://a.org:80/x@y", true, "none"},

		{"no_script", ``, "Once = one; java script: no", true, "0 occurrences"},
		{"no_script", ``, "<SCRIPT src=x>", false, "1 occurrence"},
		{"no_script", ``, "<a href='JavaScript:x'>", false, "1 occurrence"},

		{"no_copy", `{"text":"One two three four","words":3}`, "ONE, two - three!", false, `the passage "one two three"`},
		{"no_copy", `{"text":"One two three four","words":3}`, "two three, one two", true, "no such passage"},
		{"no_copy", `{"text":"One two","words":3}`, "one two one two", true, "no such passage"},
	} {
		check, err := compile(t, c.name, c.args)
		if err != nil {
			t.Fatal(err)
		}
		f := check(verify.NewText(c.text))
		if f.Met != c.met || !strings.HasPrefix(f.Measured, c.measured) || f.Wanted == "" {
			t.Errorf("%s %s of %q: met %v, %s", c.name, c.args, c.text, f.Met, f)
		}
	}
}

func TestArguments(t *testing.T) {
	for _, c := range []struct{ name, args, want string }{
		{"reading_level", `{}`, "at_most: expected a grade, or at_least, or both in order"},
		{"reading_level", `{"at_least":5,"at_most":4}`, "at_most: expected a grade, or at_least, or both in order"},
		{"no_personal_data", `{"kinds":["name"]}`, `kinds: expected some of email, ssn, card, iban, ip, phone, got "name"`},
		{"no_copy", `{"text":"a","words":0}`, "words: expected a number from 1 to 1000"},
		{"no_copy", `{"words":3}`, "text: expected text, but it is missing"},
		{"no_script", `{"x":1}`, "x: no such argument"},
	} {
		_, err := compile(t, c.name, c.args)
		if err == nil || err.Error() != "checker extra/"+c.name+": "+c.want {
			t.Errorf("%s %s: %v, want %s", c.name, c.args, err, c.want)
		}
	}
}
