// Package model asks language models. A model is opened by name and called
// through wrappers, each of which does one job:
//
//	opener := &model.Opener{Lookup: os.Getenv, Calls: db, Limits: model.Limits{Connections: 100}}
//	m, err := opener.Open("openai/gpt-4o", "", "subject")
//
// An Opener joins Open, which speaks to a provider, and Stack, which puts the
// wrappers around it.
//
// Four wire formats are spoken, one file each: OpenAI's chat completions and
// Responses, Anthropic's Messages and Gemini's generateContent. A reply that is
// not complete is an error: a stream that does not say that the answer ended, a
// body without a choice or a stop reason, a cut connection. A reply that came is
// a Response even if the model refused or was cut off.
//
// Reasoning is kept apart from the text, whether the provider sends it apart
// or leaves it between tags; see SplitReasoning. What a provider ignored, and
// a reply from another model than the asked one, are in Response.Warnings.
//
// Every error is an *adhere.Error: Refused for keys and accounts, NotFound
// for unknown models, Invalid for requests that the provider will not take,
// RateLimited and Unavailable for what may pass, Exhausted for budgets and
// deadlines, Cancelled for a stopped call. A ProviderError inside it keeps
// what the provider said. No message holds a key.
package model
