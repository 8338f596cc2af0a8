// Package serving is what every listening service of Adhere shares: API keys,
// limits and budgets per key, limits on bodies and time, errors in OpenAI's
// shape, metrics, traces, an access log and a graceful end.
//
// A service makes a Server, gives it Routes and runs it:
//
//	s := serving.New(serving.Config{Listen: "127.0.0.1:8080", Keys: keys})
//	s.Handle(serving.Route{Pattern: "POST /v1/verify", Handler: verify})
//	err := s.Run(ctx, func(addr net.Addr) error { … })
//
// Run listens, and refuses to beyond this machine while anybody could use the
// service. A handler knows its caller by CallerOf, holds back tokens and money
// by Reserve, and answers errors by WriteError.
package serving
