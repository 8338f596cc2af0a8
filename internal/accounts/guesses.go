package accounts

import (
	"sync"
	"time"
)

// How many wrong passwords are borne within a window of time: for one name
// from one address, for one name from anywhere, from one address for any name.
const (
	guessWindow    = 15 * time.Minute
	mostForBoth    = 5
	mostForName    = 50
	mostForAddress = 30
	mostRemembered = 20_000
)

// guesses counts wrong passwords. It forgets with the process.
type guesses struct {
	turn  sync.Mutex // of whoever tries one; guards the rest
	now   func() time.Time
	since time.Time
	seen  map[guess]int
}

type guess struct{ name, address string }

// kinds are what one try counts for.
func kinds(name, address string) map[guess]int {
	return map[guess]int{{name, address}: mostForBoth, {name, ""}: mostForName, {"", address}: mostForAddress}
}

// wait returns how long no further try is borne.
func (g *guesses) wait(name, address string) time.Duration {
	g.renew()
	for kind, most := range kinds(name, address) {
		if g.seen[kind] >= most {
			return g.since.Add(guessWindow).Sub(g.now())
		}
	}
	return 0
}

func (g *guesses) note(name, address string) {
	g.renew()
	for kind := range kinds(name, address) {
		g.seen[kind]++
	}
}

// forget forgives the wrong tries of whoever was right at last.
func (g *guesses) forget(name, address string) {
	delete(g.seen, guess{name, address})
}

// renew begins a new window when the last is over or too much is remembered.
func (g *guesses) renew() {
	if now := g.now(); now.Sub(g.since) > guessWindow || len(g.seen) > mostRemembered {
		g.since = now
		clear(g.seen)
	}
}
