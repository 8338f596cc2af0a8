// Package provider opens language models by name and asks them over HTTP. An
// Opener joins Open, which speaks to a provider, and model.Stack, which puts the
// wrappers of package model around it.
//
// Four wire formats are spoken, one file each: OpenAI's chat completions and
// Responses, Anthropic's Messages and Gemini's generateContent. A reply that is
// not complete is an error: a stream that does not say that the answer ended, a
// body without a choice or a stop reason, a cut connection. A reply that came is
// a Response even if the model refused or was cut off.
//
// Response.Warnings says what a provider ignored, and if another model replied
// than was asked. The errors are those of package model; no message holds a key.
package provider
