// Package model holds what goes around a language model: wrappers, each of which
// does one job, and what is known about models without asking them.
// Package provider, below this one, opens models by name and asks them over HTTP:
//
//	opener := &provider.Opener{Lookup: os.Getenv, Calls: db, Limits: model.Limits{Connections: 100}}
//	m, err := opener.Open("openai/gpt-4o", "", "subject")
//
// Stack puts the wrappers around any adhere.Model in the recommended order. A
// model or recorded answers become an adhere.Subject by NewSubject and
// NewRecorded.
//
// Reasoning is kept apart from the text, whether the provider sends it apart
// or leaves it between tags; see package reasoning. If another model replies than
// was asked, Response.Warnings says so; see Noticing.
//
// Every error is an *adhere.Error: Refused for keys and accounts, NotFound
// for unknown models, Invalid for requests that the provider will not take,
// RateLimited and Unavailable for what may pass, Exhausted for budgets and
// deadlines, Cancelled for a stopped call, Permanent where no call can succeed.
// A ProviderError inside it keeps what the provider said, an Unreadable a reply
// that cannot be read, an Unconnected why there was no connection. A model of
// your own should return errors of these kinds.
package model
