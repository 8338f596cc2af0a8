package english_test

import (
	"fmt"
	"strings"
	"testing"

	"adhere"
	"adhere/verify/english"
)

const shortPrompt = "Write about tea in the afternoon. Do not use any commas. Answer with at least 100 words and do not use the word coffee."

// longPrompt is 300 words, no two sentences alike, as a prompt with its
// background is.
const longPrompt = `I run a small museum in a harbour town that has seen better days. The building used to be a cannery, and its owner left it to the town in 1962 because nobody wanted to buy it. Most of our visitors come in July and August, when the ferries stop here twice a day. Last year we had around 4,000 guests, which is fewer than we would like but more than the year before.

The board met on Tuesday to talk about the new exhibition. It will show the tools of the people who worked here, the letters they wrote home, and a model of the pier as it was before the storm. One of our volunteers has recorded interviews with three former workers; the oldest is ninety-four and remembers the night of the fire. We also have a collection of photographs, but many are damaged, so only a part of them can hang in the main hall. The rest will be kept in the archive until somebody pays for their repair.

What worries me is the opening. The mayor has promised to come, the school choir wants to sing, and the newspaper asked whether it may print a page about us in advance. I have never organised anything of this size. My sister thinks that we should serve soup, as the cannery did, and that the children should be given small boats made of paper.

Please write the text for the invitation that we send to our friends and sponsors. It should be friendly without sounding like an advertisement, and mention the date, which is the third of May. Use between 120 and 180 words, do not use any exclamation marks, and include the phrase "bring your stories". Your answer must have exactly 3 paragraphs. End it with the words "See you at the pier". Avoid the word "unique".`

// BenchmarkDecompose is the reading of a prompt that was not seen before, of
// 20 and of 300 words: a gateway's correction step may take 1 ms for all it
// does.
func BenchmarkDecompose(b *testing.B) {
	for name, prompt := range map[string]string{"short": shortPrompt, "long": longPrompt} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if len(english.Decompose(prompt)) < 3 {
					b.Fatal("the demands of the prompt are not found")
				}
			}
		})
	}
}

// BenchmarkDemands is the reading of a whole conversation, with the search for
// matter that is worked on. A letter with an accent has the lexicons of all Latin
// languages tried.
func BenchmarkDemands(b *testing.B) {
	accented := strings.ReplaceAll(longPrompt, "soup", "consommé")
	for name, prompt := range map[string]string{
		"english":  longPrompt,
		"accented": accented,
		"many":     strings.Repeat("Use at most 50 words. Use no commas. ", 1000),
		"blanks":   accented + strings.Repeat(" ", 4000),
		"german":   "Schreibe über Tee am Nachmittag. Verwende keine Kommas. Antworte mit mindestens 100 Wörtern und benutze das Wort Kaffee nicht.",
		"chinese":  "写一篇关于下午茶的文章。不要使用逗号。至少100个字。不要使用“咖啡”这个词。",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if len(english.Demands([]adhere.Message{user(prompt)})) < 3 {
					b.Fatal("the demands of the prompt are not found")
				}
			}
		})
	}
}

// BenchmarkConversation is the reading of 40 turns, each with demands of its own: what
// later ones take back must not be looked for in every message anew.
func BenchmarkConversation(b *testing.B) {
	var messages []adhere.Message
	for i := range 40 {
		messages = append(messages, user(fmt.Sprintf("No emojis please. Use at most %d words. Don't mention the word \"tea%d\". What is harbour number %d like? Tell me of its people again.", 50+i, i, i)),
			adhere.Message{Role: adhere.Assistant, Text: "It is nice."})
	}
	messages = append(messages, user("And the last one?"))
	b.ReportAllocs()
	for b.Loop() {
		if len(english.Demands(messages)) < 100 {
			b.Fatal("the demands of the turns are not found")
		}
	}
}
