package annotate

import (
	"fmt"
	"net/url"

	"adhere"
	"adhere/internal/lazyregexp"
)

// A Completion is what a crowd platform wants to see of who has done all there
// is: a code that the person types there, or an https address that the person
// opens. It is empty where nothing is wanted.
type Completion string

// What platforms' codes, addresses and names for people may look like.
var (
	goodCode    = lazyregexp.New(`^[A-Za-z0-9_-]{0,64}$`)
	goodAddress = lazyregexp.New(`^https://[!-~]{1,490}$`)
)

// Check says why a completion is none. The error's code is Invalid.
func (c Completion) Check() error {
	if goodCode.MatchString(string(c)) {
		return nil
	}
	u, err := url.Parse(string(c))
	if err != nil || u.Hostname() == "" || u.User != nil || !goodAddress.MatchString(string(c)) {
		return adhere.Errorf(adhere.Invalid, "%.40q is no completion code and no completion address", string(c)).
			WithHint("a code has up to 64 letters from a to z, digits, - and _; an address begins with https:// and has up to 490 more characters")
	}
	return nil
}

// Host returns where an address leads; empty for a code.
func (c Completion) Host() string {
	if u, err := url.Parse(string(c)); err == nil {
		return u.Host
	}
	return ""
}

// CheckNew says why a person cannot become a member: another one has the same
// name of a platform. The error's code is Conflict.
func CheckNew(members []Member, m Member) error {
	for _, other := range members {
		if m.Participant != "" && other.Participant == m.Participant && other.Person != m.Person {
			return &adhere.Error{Code: adhere.Conflict, Message: "the participant " + m.Participant + " has joined this campaign already", Hint: "sign in with the name and password that were chosen then, and go on"}
		}
	}
	return nil
}

// CheckParticipant says why a platform's name for a person cannot be kept. The
// error's code is Invalid.
func CheckParticipant(id string) error {
	if !goodCode.MatchString(id) {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("the participant ID %.40q in the link cannot be kept", id), Hint: "it may have up to 64 letters from a to z, digits, - and _"}
	}
	return nil
}
