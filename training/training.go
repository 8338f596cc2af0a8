// Package training writes training data: preferences and examples in the
// formats that trainers read, without duplicates and contradictions, and a card
// that describes their source. What makes them (package refine, writing
// sessions) decides what is good.
package training

import (
	"encoding/json"

	"adhere"
)

// The kinds of training data that are made in more than one way; they are also
// the names of their files.
const (
	KindPreferences = "preferences"
	KindSupervised  = "supervised"
)

// A Preference is a pair of answers to one conversation, in the conversational
// shape that trainers of preferences (DPO and its relatives) read.
type Preference struct {
	Prompt   []adhere.Message `json:"prompt"`
	Chosen   []adhere.Message `json:"chosen"`   // one turn of the assistant
	Rejected []adhere.Message `json:"rejected"` // one turn of the assistant

	// CriticAccuracy is the share of requirements on which whoever found the
	// chosen answer better agreed with an independent judge; nil if not known.
	CriticAccuracy *float64 `json:"critic_accuracy,omitempty"`
}

// An Example is a conversation that ends with a good answer, in the shape that
// trainers of chat models read.
type Example struct {
	Messages []adhere.Message `json:"messages"`
}

// Says returns an answer as one turn of the assistant.
func Says(text string) []adhere.Message {
	return []adhere.Message{{Role: adhere.Assistant, Text: text}}
}

// Key joins texts into a key that different texts cannot share.
func Key(parts ...string) string {
	b, err := json.Marshal(parts)
	if err != nil { // texts cannot fail
		panic(err)
	}
	return string(b)
}
