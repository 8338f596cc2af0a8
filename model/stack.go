package model

import "adhere"

// Layers are the wrappers that Stack puts around a model. What is nil is left
// out.
type Layers struct {
	Calls   Calls    // where replies are stored
	Refresh bool     // every reply is made anew and takes the place of the stored one
	Budget  *Budget  // shared by all models of a run
	Retry   *Policy  // how failed calls are tried again
	Breaker *Breaker // one per address, shared by all models behind it
	Gate    *Gate    // one per model, over all processes
	Limiter *Limiter // one per model, shared by all who call it
	Prices  *Prices  // what calls cost
	Batch   bool     // all calls go in batches, at half the price

	Waiting func(what string) // is told of each long wait for a call that another process makes
}

// Stack wraps a model in the recommended order, from the outside in:
//
//	Cache    a stored reply costs and waits for nothing
//	Within   each call, with all its tries, is set aside in the budget once
//	Retry    each try passes the limiter anew, so that waiting takes no place
//	Guard    a provider that is out of reach is asked by one call at a time
//	Limit    what the provider sees of this process
//	Through  what it sees of all processes together
//	Priced   each reply knows what it cost
//
// A Meter, one Count per role, goes around the result.
func Stack(m adhere.Model, l Layers) adhere.Model {
	m = Guard(Limit(Through(Priced(present(m), l.Prices), l.Gate), l.Limiter), l.Breaker)
	if l.Retry != nil {
		m = Retry(m, *l.Retry)
	}
	prices := l.Prices
	if l.Batch && prices != nil {
		prices = prices.Halved()
	}
	m = Within(m, l.Budget, prices)
	if l.Calls == nil {
		return m
	}
	return &cache{Model: m, calls: l.Calls, refresh: l.Refresh, waiting: l.Waiting, flights: map[string]*flight{}}
}
