package serving

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"adhere"
)

// ParseRoutes reads routes that a key opens, each NAME or NAME=USD of a request.
func ParseRoutes(given []string) (map[string]*adhere.Money, error) {
	if len(given) == 0 {
		return nil, nil
	}
	opened := map[string]*adhere.Money{}
	for _, text := range given {
		name, price, priced := strings.Cut(text, "=")
		opened[name] = nil
		if !priced {
			continue
		}
		amount, err := strconv.ParseFloat(price, 64)
		if err != nil {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--route %s: expected US dollars after the =", text), Hint: "for example --route images=0.04"}
		}
		money, err := ParseDollars("route "+name, amount)
		if err != nil {
			return nil, err
		}
		opened[name] = &money
	}
	return opened, nil
}

// ParseDollars reads an amount that a flag gave.
func ParseDollars(flag string, amount float64) (adhere.Money, error) {
	if !(amount >= 0 && amount <= 1e9) {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--%s %v: expected US dollars from 0 to a billion", flag, amount), Hint: "0 sets no bound"}
	}
	return adhere.Dollars(amount), nil
}

// ParseExpiry reads when a key ends: a time from now or a day, at whose end in UTC the key
// ends.
func ParseExpiry(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err == nil {
		at = at.AddDate(0, 0, 1)
	} else if after, wrong := time.ParseDuration(text); wrong == nil {
		at, err = now.UTC().Add(after).Truncate(time.Second), nil
	}
	if err != nil || !at.After(now) {
		return time.Time{}, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--expires %q: expected a time in the future", text), Hint: "for example 720h, or 2027-01-31"}
	}
	return at, nil
}

// A ShownKey is a key as lists show it.
type ShownKey struct {
	Key
	Hash  string `json:"hash,omitempty"` // never shown
	State State  `json:"state"`
	Spent *Spent `json:"spent,omitempty"` // in lists
}

// Spent is what a key has spent at gateways, in billionths of a US dollar.
type Spent struct {
	Today adhere.Money `json:"today"` // in UTC
	Total adhere.Money `json:"total"`
}

// String says it for a list.
func (s *Spent) String() string {
	if s.Total == 0 {
		return "nothing"
	}
	return fmt.Sprintf("%s, %s of it today", s.Total, s.Today)
}

// Shown returns the key for a list.
func (k Key) Shown(now time.Time) ShownKey { return ShownKey{Key: k, State: k.State(now)} }
