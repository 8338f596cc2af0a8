package extra

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
	"adhere/verify"
)

// A shape is a form of text, and what tells it from what only looks so.
type shape struct {
	kind, name string
	pattern    *lazyregexp.Regexp
	is         func(s string) bool // nil: the pattern is enough
}

// personal lists the shapes of personal data. Each match is of bounded
// length, so that finding all of them takes linear time.
var personal = []shape{
	{"email", "an e-mail address", lazyregexp.New(`(?i)\b[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}\b`), nil},
	{"ssn", "a social security number", lazyregexp.New(`\b\d{3}-\d{2}-\d{4}\b`), isSSN},
	{"card", "a payment card number", lazyregexp.New(`\b\d(?:[ -]?\d){12,18}\b`), isCard},
	{"iban", "an IBAN", lazyregexp.New(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b`), isIBAN},
	{"ip", "an IP address", lazyregexp.New(`\b\d{1,3}(?:\.\d{1,3}){3}\b`), isIP},
	{"phone", "a telephone number", lazyregexp.New(`(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,4}\)[ .-]?|\b\d{2,4}[ .-])\d{2,4}(?:[ .-]\d{2,4}){1,3}\b|\+\d{8,15}\b`), isPhone},
}

func noPersonalData(a *verify.Args) (verify.Check, error) {
	var kinds, names []string
	if a.Has("kinds") {
		kinds = a.Texts("kinds")
	}
	var wanted []shape
	for _, s := range personal {
		names = append(names, s.kind)
		if kinds == nil || slices.Contains(kinds, s.kind) {
			wanted = append(wanted, s)
		}
	}
	for _, k := range kinds {
		if !slices.Contains(names, k) {
			return nil, fmt.Errorf("kinds: expected some of %s, got %q", strings.Join(names, ", "), k)
		}
	}
	return none(wanted, "no personal data"), nil
}

// secrets lists forms of keys that services document.
var secrets = []shape{
	{name: "a private key", pattern: lazyregexp.New(`-----BEGIN (?:[A-Z]{2,12} ){0,2}PRIVATE KEY`)},
	{name: "an access key of AWS", pattern: lazyregexp.New(`\b(?:AKIA|ASIA)[A-Z2-7]{16}\b`)},
	{name: "a token of GitHub", pattern: lazyregexp.New(`\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{60,120})\b`)},
	{name: "a token of GitLab", pattern: lazyregexp.New(`\bglpat-[A-Za-z0-9_-]{20,64}\b`)},
	{name: "a token of Slack", pattern: lazyregexp.New(`\bxox[abeoprs]-[A-Za-z0-9-]{10,250}\b`)},
	{name: "a key of Google", pattern: lazyregexp.New(`\bAIza[A-Za-z0-9_-]{35}\b`)},
	{name: "a key of a model provider", pattern: lazyregexp.New(`\bsk-(?:ant-|proj-|or-)?[A-Za-z0-9_-]{20,200}\b`)},
	{name: "a key of Stripe", pattern: lazyregexp.New(`\b[rs]k_live_[A-Za-z0-9]{16,100}\b`)},
	{name: "a token of npm or Hugging Face", pattern: lazyregexp.New(`\b(?:npm|hf)_[A-Za-z0-9]{30,40}\b`)},
	{name: "a JSON web token", pattern: lazyregexp.New(`\beyJ[A-Za-z0-9_-]{8,500}\.eyJ[A-Za-z0-9_-]{8,1000}\.[A-Za-z0-9_-]{8,700}`)},
	{name: "a password in an address", pattern: lazyregexp.New(`\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,64}:[^\s/:@]{3,100}@`)},
}

func noSecrets(*verify.Args) (verify.Check, error) { return none(secrets, "no secrets"), nil }

// none demands that no shape occurs.
func none(shapes []shape, wanted string) verify.Check {
	return func(t *verify.Text) verify.Finding {
		for _, s := range shapes {
			for _, m := range s.pattern.FindAllString(t.String(), -1) {
				if s.is == nil || s.is(m) {
					return verify.Found(false, hidden(s.name, m), wanted)
				}
			}
		}
		return verify.Found(true, "none", wanted)
	}
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
}

// isSSN leaves out numbers that are never given out.
func isSSN(s string) bool {
	return s[:3] != "000" && s[:3] != "666" && s[0] != '9' && s[4:6] != "00" && s[7:] != "0000"
}

// isCard is the check sum of ISO/IEC 7812 (Luhn).
func isCard(s string) bool {
	digits := digitsOf(s)
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum > 0 && sum%10 == 0 && strings.IndexByte("3456", digits[0]) >= 0
}

// isIBAN is the check sum of ISO 13616: the number is 1 modulo 97.
func isIBAN(s string) bool {
	s = strings.ReplaceAll(s, " ", "")
	n := 0
	for _, c := range []byte(s[4:] + s[:4]) {
		if c >= 'A' {
			n = (n*100 + int(c-'A') + 10) % 97
		} else {
			n = (n*10 + int(c-'0')) % 97
		}
	}
	return n == 1
}

func isIP(s string) bool {
	_, err := netip.ParseAddr(s)
	return err == nil
}

// isPhone wants so many digits as telephone numbers have, and no date.
func isPhone(s string) bool {
	n := len(digitsOf(s))
	return n >= 8 && n <= 15 && !date.MatchString(s)
}

var date = lazyregexp.New(`^\d{4}[.-]\d\d?[.-]\d\d?$|^\d\d?[.-]\d\d?[.-]\d{4}$`)
