package serving

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// AddressLimits bound what one client address may do, with whatever key and
// without one. Zero is no limit.
type AddressLimits struct {
	RequestsPerMinute int
	Concurrent        int // requests being answered at one time
	// Proxies are believed when they tell a client's address; without them,
	// everybody behind a proxy has its address.
	Proxies Proxies
}

// mostAddresses is how many client addresses are remembered at one time.
const mostAddresses = 16 << 10

// addresses count what client addresses do.
type addresses struct {
	AddressLimits
	now func() time.Time

	mu  sync.Mutex
	met map[netip.Prefix]*visits
}

type visits struct {
	open     int
	requests bucket
}

// admit lets a request in, or says why not. An admitted request calls leave
// once.
func (a *addresses) admit(r *http.Request) (leave func(), err *APIError) {
	from, ok := a.from(r)
	if !ok || a.RequestsPerMinute == 0 && a.Concurrent == 0 {
		return func() {}, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	v := a.visits(from)
	if err := overLimit("client address", a.Concurrent, a.RequestsPerMinute, v.open, &v.requests, a.now()); err != nil {
		return nil, err
	}
	v.open++
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		v.open--
	}, nil
}

// visits returns what an address did. When too many are remembered, those go
// that have nothing open and waited for a minute: they begin anew either way.
func (a *addresses) visits(from netip.Prefix) *visits {
	v := a.met[from]
	if v != nil {
		return v
	}
	if len(a.met) >= mostAddresses {
		for old, seen := range a.met {
			if seen.open == 0 && a.now().Sub(seen.requests.At) > time.Minute {
				delete(a.met, old)
			}
		}
	}
	for old, seen := range a.met { // more than that in a minute: any that is idle
		if len(a.met) < mostAddresses {
			break
		}
		if seen.open == 0 {
			delete(a.met, old)
		}
	}
	v = &visits{}
	a.met[from] = v
	return v
}

// from is who asks: an address, or for version 6 the network of one customer.
// It is false on a socket file.
func (a *addresses) from(r *http.Request) (netip.Prefix, bool) {
	addr, ok := a.Proxies.Client(r)
	if !ok {
		return netip.Prefix{}, false
	}
	bits := addr.BitLen()
	if addr.Is6() {
		bits = 64
	}
	p, err := addr.Prefix(bits)
	return p, err == nil
}
