package model

import "time"

// LimiterState is what a Limiter is doing.
type LimiterState struct {
	InFlight    int           // calls now
	Connections int           // calls allowed in flight now
	Queued      int           // calls that wait
	Paused      time.Duration // how long the provider still wants quiet
}

// State returns what the limiter is doing.
func (l *Limiter) State() LimiterState {
	l.mu.Lock()
	defer l.mu.Unlock()
	return LimiterState{
		InFlight: l.inFlight, Connections: int(l.allowed), Queued: l.waiting,
		Paused: max(0, time.Until(l.paused)),
	}
}
