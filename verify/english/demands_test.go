package english_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adhere"
	"adhere/verify"
	"adhere/verify/algebra"
	"adhere/verify/english"
)

// enforced returns the checks of the demands that may be enforced, in words.
func enforced(t *testing.T, messages ...adhere.Message) []string {
	t.Helper()
	var out []string
	for _, d := range english.Demands(messages) {
		if !d.MayEnforce() {
			continue
		}
		if got := messages[d.Source.Turn].Text[d.Source.Start:d.Source.End]; got != d.Text {
			t.Errorf("%q stands at %q", d.Text, got)
		}
		c, err := algebra.Decode(d.Rule.Args)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.TrimPrefix(c.String(), "the answer "))
	}
	return out
}

// enforcedBySystem tests how many demands of system messages may be enforced on the answer
// to a greeting.
func enforcedBySystem(t *testing.T, rows map[string]int) {
	t.Helper()
	for words, want := range rows {
		if got := enforced(t, adhere.Message{Role: adhere.System, Text: words}, user("Hello, who are you?")); len(got) != want {
			t.Errorf("%q: %q is enforced", words, got)
		}
	}
}

// enforcedByUser tests how many demands of prompts may be enforced.
func enforcedByUser(t *testing.T, rows map[string]int) {
	t.Helper()
	for prompt, want := range rows {
		if got := enforced(t, user(prompt)); len(got) != want {
			t.Errorf("%q: %q is enforced", prompt, got)
		}
	}
}

func user(text string) adhere.Message { return adhere.Message{Role: adhere.User, Text: text} }

// TestDemandsOfAPrompt holds what binds an answer, and that nothing else does.
func TestDemandsOfAPrompt(t *testing.T) {
	for _, tt := range []struct {
		prompt string
		want   []string
	}{
		{"Write a haiku about tea. Use at most 20 words and no commas.", []string{"has at most 20 words", `has no occurrences of ","`}},
		{"Draft a note to the neighbours about the noise. Under 90 words, no exclamation marks.", []string{"has fewer than 90 words", `has no occurrences of "!"`}},
		{"Write a poem in Arabic about a lonely robot", []string{"is in Arabic"}},
		{"Explain tides in two sentences.", []string{"has exactly 2 sentences"}},
		{"Reply in lowercase: why do tides turn?", []string{"is in lowercase letters"}},
		{"Explain tides. Start your reply with \"Answer:\".", []string{`starts with "Answer:"`}},
		{"Write a poem. Add a postscript starting with \"P.P.S\".", []string{`contains a match of ` + "`p\\.\\s?p\\.\\s?s`"}},
		{"Write a letter. At the end of your answer add a postscript starting with \"Note:\".", []string{`the last paragraph contains "Note:"`}},
		{"Write a blog post. Highlight at least 5 sections that start and end with \"*\", e.g. *highlighted section*.", nil},
		{"Parlez du port. Incluez le mot-clé « phare ».", []string{"contains the word \"phare\""}},
		{"漁港について5行未満の文章で説明してください。", []string{"has fewer than 5 lines"}},
		{"Escribe un poema. Incluye la palabra clave \"muelle\".", []string{"contains the word \"muelle\""}},
		{"Escreva um poema. Inclua a palavra-chave \"cais\".", []string{"contains the word \"cais\""}},
		{"写一个30字的谜语，请用英文回答。", []string{"is in English"}},
		{"写一个30字的谜语，请用中文回答。", []string{"has about 30 (give or take 6) characters", "is in Chinese"}},
		{"Escribe un artículo con el título 'El faro es el fin del mundo'.", []string{`each title contains "El faro es el fin del mundo"`}},
		// What a command asks for, whatever it is about.
		{"Write a funny 300 word essay explaining why cats knock things over, citing two studies.", []string{"has about 300 (give or take 60) words"}},
		{"Draft a news article of about 400 words on how a mill became a school.", []string{"has about 400 (give or take 80) words"}},
		{"You are a brewer and have to sell. Your task is to write a 90-word advert for the local paper.", []string{"has about 90 (give or take 18) words"}},
		{"Condense the plot of the film \"Night Bus\" into one sentence.", []string{"has exactly 1 sentence"}},
		{"Describe the harbour in two sentences by naming only sounds.", []string{"has exactly 2 sentences"}},
		{"Can you suggest three catchy names for my bakery's cat?", []string{"has exactly 3 entries"}},
		{"Come up with at least six uses for old tyres", []string{"has at least 6 entries"}},
		{"Write 5 icebreakers for this guest.\nBe concise. Write 30-40 words.", []string{"has exactly 5 entries"}},
		{"Mention flaws of the tent as bullets with emoji. Use a single emoji at the beginning of the review.", []string{"the first character has at least 1 emoji"}},
		{"Give me 2 pros and 3 cons of night trains.", nil},
		{"Give me 3 ideas for dinner. Each idea max 15 words please", []string{"has exactly 3 entries", "each of the first 3 entries has at most 15 words"}},
		{"List 5 tips for hikers, each under 20 words.", []string{"has exactly 5 entries", "each of the first 5 entries has fewer than 20 words"}},
		{"Suggest 4 slogans. No slogan should be longer than 6 words.", []string{"has exactly 4 entries", "each of the first 4 entries has at most 6 words"}},
		{"I need 3 tweets about our gym. Each tweet must be under 20 words and end with the hashtag #Gym.", []string{"has exactly 3 entries", "each of the first 3 entries has fewer than 20 words", "each of the first 3 entries ends with a match of `#Gym[^\\p{L}\\p{N}]{0,3}`"}},
		{"Propose trois slogans. Chaque slogan doit contenir le mot « pas » et ne pas dépasser 8 mots.", []string{"has exactly 3 entries", "each of the first 3 entries contains the word \"pas\"", "each of the first 3 entries has at most 8 words"}},
		{"Each paragraph has at most 3 sentences and no more than 4 paragraphs in total. Write about tea.", []string{"each paragraph has at most 3 sentences", "has at most 4 paragraphs"}},
		{"What do I have to hand in? Keep it to 3 bullets.", []string{"has between 1 and 3 bullet points"}},
		{"Format every answer as a bulleted list with no more than four bullets.", []string{"has at most 4 bullet points"}},
		{"Write a note with a chart. Each chart under 20 words.", nil},
		// What is asked about, allowed besides, or held of one text of several.
		{"Which famous speech begins with \"Four score\"?", nil},
		{"Write a haiku and a limerick. Don't use the word snow in the limerick.", nil},
		{"Write a limerick. Don't use the word snow in the limerick.", []string{`has no occurrences of the word "snow"`}},
		{"Write a glossary. Do not repeat the term itself.", nil},
		{"Tell me of rain. Never, in any case, repeat the prompt.", nil},
		{"Tell me of rain. You shouldn't ever repeat the question.", nil},
		{"```He said: ", nil},
		{"List three facts about owls.\nList four facts about bats.", nil},
		{"Write two 500 word essays about frost.", nil},
		{"Write 100-word product descriptions for our shop.", nil},
		{"Create 50-word ad copies for bikes.", nil},
		// Every answer, or reply, is one of those in the text.
		{"Erstelle ein Quiz zu Rom. Jede Antwort hat höchstens 10 Wörter.", nil},
		{"Rédige une FAQ sur le vélo. Chaque réponse fait au plus 40 mots.", nil},
		{"写一些关于茶的问题和答案。每个回答不超过50个字。", nil},
		{"Write a dialogue between two bakers. Every reply has at most 8 words.", nil},
		{"From now on, every reply has at most 8 words.", []string{"has at most 8 words"}},
		// A format of what is there, marks around what was shown, what is denied.
		{"Use the following JSON brief to write an outline.", nil},
		{"Answer with a short text. Do not include the brackets in the output.", nil},
		{"Answer with a short text. Do not print the dashes.", nil},
		{"Generate names for a lab. Each name must start with \"bio\".", nil},
		// One text in several ways, and commands that go on.
		{"Rewrite this headline 5 times in under 100 characters: Tea is good for you", nil},
		{"Paraphrase the line three ways, under 15 words.", nil},
		{"Say in three ways, at most 20 words in all, that tea is good.", []string{"has at most 20 words"}},
		{"用一句话描述夏天，并将其转化为一首诗。", nil},
		{"写一首四句的诗。", nil},
		{"推荐一只股票，并附上理由。", nil},
		{"Schreibe in fünf Sätzen über Liebe.", []string{"has exactly 5 sentences"}},
		{"Schreibe in vier Absätzen unter Verwendung des Wortes „Haus“.", []string{"has exactly 4 paragraphs"}},
		{"Antworte mit über zehn Wörtern.", []string{"has more than 10 words"}},
		// What is taken back.
		{"Rispondi in 5 frasi. Anzi, in 3.", nil},
		{"Réponds en 5 phrases. Plutôt 3 phrases.", nil},
		{"Responde en 5 frases. Mejor en 3.", nil},
		{"Responda em 5 frases. Aliás, em 3.", nil},
		{"Antworte in 5 Sätzen. Nein, doch lieber in 3.", nil},
		{"用五句话回答。不，还是三句吧。", nil},
		{"Answer with a short text. Do not use brackets.", []string{"has no occurrences of a match of `[()\\[\\]{}]`"}},
		{"Answer as bullet points, separated by a bar: a | b", nil},
		{"Never use or write in Title Case.", nil},
		{"Give a short answer without answering in a complete sentence.", nil},
		{"Ask questions only (do not provide answers to your questions).", nil},
		{"Give the news in at most 100 characters. Return JSON only.", []string{"is valid JSON"}},
		{`Reply with a JSON object with the key "status" set to "ok".`, nil},
		{"You answer only one question.", nil},
		{"Explain tides in maximum 80-100 words.", []string{"has at most 100 words"}},
		{"Find keyboards. Exclude any items that:\n- are broken\n- are old", nil},
		{"Write 6 sentences with gaps, at most 10 words per sentence. Each has one gap. Then add a line \"Key:\" with the answers.", nil},
		{"Prépare 6 phrases à trous numérotées, 10 mots maximum par phrase. Chaque phrase a un trou. Ajoute ensuite une ligne « Corrigé : ».", nil},
		{"Write a review of a 300 word story that I will send later.", nil},
		{"Write an outline for an article of 950 words about locks.", nil},
		{"Make up news about three towns. For each of them:\n1. Name the town\n2. Begin with the phrase \"STOP PRESS\"", nil},
		{"Make up news of three towns. For each of them:\n- Name the town\n- Begin with the phrase \"STOP PRESS\"", nil},
		{"Write a eulogy divided into four distinct sections: introduction, life, work and farewell.", nil},
		{"How do I write a 500 word essay without getting stuck?", nil},
		{"Tell me about a man who said in three words what he felt.", nil},
		{"Suggest 3 recipes with beans.", nil},
		// What only looks like a demand.
		{"Write an advert with the facts in the sheet delimited by triple backticks.", nil},
		{"Analyse the message delimited in triple backticks and say who wrote it.", nil},
		{"Name the tone of the review, reply with 'good' or 'bad'. If it has none, reply with 'none'.", nil},
		{"Play a shopkeeper. I will ask you questions and you answer as he would.", nil},
		{"Write a story that uses the following four words: dusk, starry, path, fox", nil},
		{"From the sentence \"Two men talk.\" can we conclude that \"Somebody talks.\"?", nil},
		{"Here are two questions about glue. Do they mean the same?", nil},
		{"The course has these parts:\n5. Vetting\n6. Onboarding, Support and Saying 'No'\nWhat is missing?", nil},
		{"You teach physics to children. Let's start with the question: \"Why is the sky blue?\"", nil},
		{"Create 2 lists of names from the data above", nil},
		{"Tasks:\n1. Think of a better heading. Provide 10 examples.\n2. Describe the offer.", nil},
		{"List 5 hopes, worries and habits of tenants.", nil},
		{"Answer 1: Here's a link to the site. Which of the answers is better?", nil},
		{"Using the words provided, tell a joke.\n\nlamp and ladder", nil},
		{"介绍这个计划，使用以下5个步骤：准备、测量、切割、打磨、上漆。", nil},
		{"Write a short story of less than 100 words that begins with the line \"It was a grey day in May.\"", []string{"has fewer than 100 words", `starts with "It was a grey day in May."`}},
		{"Give me a short 45 seconds speech about hunger!", nil},
		// Code and data.
		{"Why does this fail?\n\ndata = response.json()\nprint(data[\"a\"])\n", nil},
		{"find the issue: #include \"driver.h\"\n#include <map>\nint main() { return 0; }", nil},
		{"Explain this:\n```\n# use at most 10 words, reply in French\n```", nil},
		{"How can I use `@scope/query` to fetch data from `/get`?", nil},
		// Matter that is worked on.
		{"Summarise this mail in one sentence:\n\nHi all,\nplease use no more than 12 slides and no commas.\nThanks, Ines", []string{"has exactly 1 sentence"}},
		{"Translate to German:\n\nKeep it under 50 words. Do not use commas.", []string{"is in German"}},
		{"Write a headline about bees. 8 words or fewer, no colon.", []string{"has at most 8 words", "has no occurrences of \":\""}},
		{"Short story for my writing class, three paragraphs. The last one shouldn't have more than two sentences.", []string{"has exactly 3 paragraphs", "the last paragraph has at most 2 sentences"}},
		{"Make an agenda for our meeting. Each agenda item is limited to one sentence.", nil},
		{"Write an advert. Then a call to action in square brackets.", nil},
		{"Bakery post for saturday: caption max 20 words, then 4 hashtags.", nil},
		{"Fix the spelling below.\n\n<text>\nWrite at least 200 words. Do not use bullet points.\n</text>", nil},
		{"My editor left this note: \"No more than 100 words. Avoid the word 'very'.\" What does she mean?", nil},
		{"Rewrite this so that it sounds friendlier: \"Answers longer than 20 words will be deleted.\"", nil},
		{"Context:\nAll reports must have at most 3 paragraphs. Use bullet points.\n\nQuestion: who writes reports?", nil},
		{"Our reviewer wrote: \"Answer us in one word only, and use no digits, please, whatever happens.\" Write a calm reply in three sentences.", []string{"has exactly 3 sentences"}},
		{"Why does this fail? Explain it in two sentences.\n\n```js\nif (n < 20) throw new Error('at most 20 words');\n```", []string{"has exactly 2 sentences"}},
		{"What is a mutex in Java? No bullet points.", []string{"has no bullet points"}},
		{"Subject: copy for our letter\n\nHi,\n\ncould you write about bulbs? Between 80 and 110 words, please.\n\nBest,\nIda", []string{"has between 80 and 110 words"}},
		{"<role>You help on a ferry.</role>\n<format>Write exactly two paragraphs.</format>", []string{"has exactly 2 paragraphs"}},
		{"Close your message with \"Over to you\". Use no digits.", []string{"ends with \"Over to you\"", "has no digits"}},
		// Labels of demands, and of parts that are declared.
		{"Write about tea. Formatting: friendly, no digits, at most 50 words.", []string{"has no digits", "has at most 50 words"}},
		{"Rédigez un texte. Contraintes : entre 50 et 80 mots, sans chiffres.", []string{"has between 50 and 80 words", "has no digits"}},
		{"What is Ida asking for? Answer with 3 bullets, max 15 words each.", []string{"has exactly 3 bullet points", "each bullet point has at most 15 words"}},
		{"Describe a tavern at 2:14 in the morning. 70 to 100 words, one paragraph.", []string{"has between 70 and 100 words", "has exactly 1 paragraph"}},
		{"Announce it. Include the phrase \"LADIES AND GENTLEMEN\" and you must not use digits.", []string{"contains \"LADIES AND GENTLEMEN\"", "has no digits"}},
		{"I need a long version and a one-liner.", nil},
		// What each of several things is to have, behind an amount or without a verb.
		{"Write 3 slogans, 5 words each.", []string{"has exactly 3 entries", "each of the first 3 entries has exactly 5 words"}},
		{"Give me 4 names, none with more than 8 letters.", []string{"has exactly 4 entries", "each of the first 4 entries has at most 8 letters"}},
		{"Write 4 tips with a maximum of 12 words per tip.", []string{"each of the first 4 entries has at most 12 words", "has exactly 4 entries"}},
		{"Give me a list of 6 vegetables.", []string{"has exactly 6 entries"}},
		{"Tell me about tides. I only need 2 or 3 sentences.", []string{"has between 2 and 3 sentences"}},
		{"Explain vaccines. No word longer than 10 letters, 4 sentences.", []string{"has no words that have more than 10 letters", "has exactly 4 sentences"}},
		{"Keep it under 60 words because that is when I stop reading.", []string{"has fewer than 60 words"}},
		// A length that the next words replace or go on from, and marks of items.
		{"Answer in two sentences, then give an example.", nil},
		// A clause of its own, and a statement that sets a limit.
		{"Rank these teas, numbered, each with a joke.", []string{"has at least 2 numbered items"}},
		{"My sister is ill, use three sentences to cheer her up.", []string{"has exactly 3 sentences"}},
		{"Write an invitation to our fair. The title has at most six words.", []string{"each title has at most 6 words"}},
		{"My essay has at most 300 words. Is that enough?", nil},
		// Talk about demands.
		{"Our style guide says that abstracts must have at most 150 words. Is that normal?", nil},
		{"用三句话介绍一下杭州。", []string{"has exactly 3 sentences"}},
		{"请用两三句话介绍杭州。", nil},
		{"東京について三文で説明してください。", []string{"has exactly 3 sentences"}},
		{"Kannst du mir bitte eine Geschichte mit maximal 200 Wörtern schreiben?", []string{"has at most 200 words"}},
		{"¿Puedes explicarme qué es la marea en menos de 50 palabras?", []string{"has fewer than 50 words"}},
		{"Peux-tu m'expliquer ce qu'est un trou noir en moins de 70 mots ?", []string{"has fewer than 70 words"}},
		{"Reescreve este texto em no máximo 25 palavras.", []string{"has at most 25 words"}},
		{"Summarize the letter in two sentences and list its three requests.", nil},
		{"Translate what I write. My first sentence is \"We were late again\".", nil},
		{"Name words whose letters are in order. In doors, \"d\" comes before \"o\", \"o\" comes before \"r\", and \"r\" comes before \"s\".", nil},
		{"Your opponent puts in five bullets, spins the chamber and fires.", nil},
		{"Is it true that sonnets have 14 lines?", nil},
		{"My card has little memory and the vocabulary is made up of 20,000 words.", nil},
		// Parts and several things.
		{"Write 5 tweets of at most 100 characters.", []string{"has exactly 5 entries"}},
		{"Write an essay about bees. The introduction should have three sentences.", []string{`each part named "Introduction" has exactly 3 sentences`}},
		{"For each city write a tip, 50-75 words.", nil},
		{"Write a story with a title in at most 5 words.", []string{"each title has at most 5 words"}},
		{"Write an SMS and a mail about the party. SMS: max 140 characters.", nil},
		{"Write 3 tweets about bread. Each must have exactly one emoji. The second tweet should end with a question mark.", []string{"has exactly 3 entries", "each of the first 3 entries has exactly 1 emoji", `the second entry ends with "?"`}},
		{"Give me two versions: Version A under 50 words, Version B exactly 3 bullet points.", []string{`each part named "version a" has fewer than 50 words`, `each part named "version b" has exactly 3 bullet points`}},
		{"need 3 tweets about our new flavour", []string{"has exactly 3 entries"}},
		{"Translate this sign: \"Close the door. No smoking.\" Use max 8 words.", []string{"has at most 8 words"}},
		{"Just tell me what he has to do, and don't use the word essay", []string{`has no occurrences of the word "essay"`}},
		{"Fasse das in maximal 15 Wörtern zusammen, der Text soll mit \"Tschüss\" enden.", []string{`the last word is equal to "Tschüss"`, "has at most 15 words"}},
		{"Compare these two prompts.\nA: Write about Rome.\nB: Write exactly 100 words about Rome.", nil},
		{"Die Überschrift soll höchstens 5 Wörter haben, der Text genau zwei Absätze.", []string{"each title has at most 5 words"}},
		{"Tell me a joke and a fact about cats; the joke should be at most 20 words.", nil},
		{"need a title and a tagline for my blog. title: 3 words. tagline: one sentence", []string{"each title has exactly 3 words"}},
		{"I need a landing page: title above it, a subject line + 3 sentences.", nil},
		{"Write about cats. Each paragraph has at most 3 sentences.", []string{"each paragraph has at most 3 sentences"}},
		{"1. Describe fog.\n2. Use at most 50 words.", []string{"has at most 50 words"}},
		{"写一篇汇报文章，标题放在双引号中，分为三个重点，每点不超过200字。", nil}, // points need no marks
		{"Give an explanation of tides, using 50 words.", []string{"has about 50 (give or take 10) words"}},
		{"写一篇文章，分为三个部分，不超过500字。", []string{"has at most 500 characters"}},
		{"1. 写一个故事。不超过500字。\n2. 不要使用感叹号。", []string{"has at most 500 characters", `has no occurrences of "!"`}},
		{"1. Write a story. At most 500 words.\n2. No digits.", []string{"has at most 500 words", "has no digits"}},
		{"Write a blog post. Title: max 8 words. Post of about 300 words.", []string{"each title has at most 8 words", "has about 300 (give or take 60) words"}},
		{"Give me 5 ideas for a party. Use exactly 5 bullet points.", []string{"has exactly 5 entries", "has exactly 5 bullet points"}},
		{"请你写一篇日记，要求字数不超过500字，语言轻松。", []string{"has at most 500 characters"}},
		{"请你写一篇日记，要求字数不超过500字。然后以老师的口吻点评。", nil},
		{"请生成一段文案，第二段用英文，标题自拟。", nil}, // a passage is no paragraph
		{"帮我把下面这段话翻译成英文：请用不超过五十个字回答。", []string{"is in English"}},
		{"写5条建议，每条不超过20字。", []string{"each list item has at most 20 characters"}},
		// What something beside the demand may bear.
		{"Write a short story about a lighthouse. In the hook, use exactly two emojis.", nil},
		{"Write a short story about a lighthouse. Give the backstory at most 40 words.", nil},
		{"Write a short story about a lighthouse. End with a moral, at most 20 words.", nil},
		{"Write a short story about a lighthouse. Then comes the verdict. It has no commas.", nil},
		{"Write a short story about a lighthouse. The toast should have no commas.", nil},
		{"Write a short story about a lighthouse.\n\n## Backstory\nat most 40 words", nil},
		{"Write a story about ferries. The title must have at most 5 words and no digits.", []string{"each title has at most 5 words", "each title has no digits"}},
		{"Write a story about ferries. The title must have at most 5 words. No digits.", []string{"each title has at most 5 words", "has no digits"}},
		// What is taken back, allowed, or said of another time.
		{"Tell me a story. Make it exactly 3 sentences. Actually, make it long.", nil},
		{"Tell me a story. Use exactly two emojis. That only goes for the second half.", nil},
		{"Tell me a story. You could, for example, use exactly two emojis.", nil},
		{"Tell me a story. Next time, use exactly two emojis.", nil},
		{"Explain how to answer in French.", nil},
		{"Reply like this:\n\nAnswer: <one word>\nReason: <max 20 words>", nil},
		// Conditions, wishes, choices.
		{"Use bullet points if there are more than three items.", nil},
		{"Ideally answer in at most 50 words.", nil},
		{"Answer in at most 50 words unless you need a table.", nil},
	} {
		if diff := cmp.Diff(tt.want, enforced(t, user(tt.prompt))); diff != "" {
			t.Errorf("%q:\n%s", tt.prompt, diff)
		}
	}
}

// TestListsOfRules holds that a line which tells the answer to meet the rules below it
// leads to demands, and that a question whether a text meets them does not; that the
// numbers of items make no message long; and that "when answering" is no condition.
func TestListsOfRules(t *testing.T) {
	const items = "\n1. Mention the word \"harvest\".\n2. Use at most 40 words.\n3. End with a question mark."
	three := []string{`contains the word "harvest"`, "has at most 40 words", `ends with "?"`}
	for _, tt := range []struct {
		prompt string
		want   []string
	}{
		{"What is a barn?\nThe output must follow the following rules:" + items, three},
		{"What is a barn?\nYour answer must meet all requirements below:" + items, three},
		{"What is a barn?\nFollow these rules:" + items, three},
		{"What is a barn? Please follow the rules below:" + items, three},
		{"What is a barn?\nDoes the text below follow these rules?" + items, nil},
		{"What is a barn?\nCheck whether the output follows the following rules:" + items, nil},
		{"What is a barn?\nVisitors must follow these rules:" + items, nil},
		{"Which rule is hard to keep?" + items, nil},
		{"Explain the rules of cricket." + items, three},
		{"Summarize the requirements of a barn" + items, three},
		{"Write about the constraints of a barn, following these rules:" + items, three},
		{"Describe a barn based on the following constraints:" + items, three},
		{"Translate the instructions below:" + items, nil},
		{"Explain the rules:" + items, nil},
		{"Please review my new guidelines:" + items, nil},
		{"What is a barn? Use at least 2 sentences to meet the requirements.", []string{"has at least 2 sentences"}},
		{"What is a barn? When answering, use at most 40 words.", three[1:2]},
		{"What is a barn? When crafting your response, please use at most 40 words.", three[1:2]},
		{"What is a barn? When visiting, use at most 40 words.", nil},
		{"What is a barn? When preparing the rafters, use at most 40 words.", nil},
		{"What is a barn? When writing the answer for children, use at most 40 words.", nil},
		{"What is a barn? When answering the second question, use at most 40 words.", nil},
		{"What is a barn? When drafting the plan, use at most 40 words.", nil},
		{"What is a barn? When answering, it is vital to use at most 40 words.", three[1:2]},
		{"A bot speaks of barns. When answering, it uses at most 40 words. What is it called?", nil},
		{"Invent a past for my bot. When answering, use at most 40 words.", nil},
		{"Write an FAQ on barns. When answering, use at most 40 words.", nil},
		{"What is a barn?\nYou are a judge. A response should meet these criteria:" + items, nil},
		{"What is a barn?\nThe model's answer must meet these criteria:" + items, nil},
		{"What is a barn?\nIn the exam, the answer must meet these criteria:" + items, nil},
		{"Write a riddle on barns. The answer must meet these criteria:" + items, nil},
		{"Write a program that draws barns. The output must follow the rules below:" + items, nil},
		{"The text must follow the rules below:" + items + "\nReply with a verdict.", nil},
		{"Are these rules too strict for a barn?\nThe output must follow the following rules:" + items, nil},
		{"Here is a prompt that I wrote. How could it be better?\nWhat is a barn? Follow these rules:" + items, nil},
		{"Describe two barns. Follow these rules for each:" + items, nil},
		{"Suggest ways to meet the requirements below:" + items, nil},
		{"My essay on barns needs at least 500 words to meet the requirements. What can I add?", nil},
		{"Ignore the following rules:" + items, nil},
		{"Give an example for each of these rules:" + items, nil},
		{"Rephrase each of the rules:" + items, nil},
		{"Please memorize the rules below:" + items, nil},
		{"Prioritize these requirements:" + items, nil},
		{"Write an essay about the following rules:" + items, nil},
		{"List problems with the guidelines below:" + items, nil},
		{"Quiz me on the rules below:" + items, nil},
		{"A clerk broke the following rules:" + items + "\nWrite an apology.", nil},
		{"What do you think of these rules?" + items, nil},
		{"What is a barn?\nObserve these rules:" + items, three},
		{"What is a barn? Bear these rules in mind:" + items, three},
		{"What is a barn? Answer within the constraints below:" + items, three},
		{"Follow the steps below:\n1. Write a tweet on hay. No hashtags.\n2. Write a haiku on oak.", nil},
	} {
		if diff := cmp.Diff(tt.want, enforced(t, user(tt.prompt)), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q:\n%s", tt.prompt, diff)
		}
	}
}

// TestHeadingsOfALevel holds that the number of a level counts no headings.
func TestHeadingsOfALevel(t *testing.T) {
	const two = "occurrences of a match of `(?m)^#{2} `"
	for demand, want := range map[string]string{
		"Include a level 2 heading.":               "has at least 1 occurrence of a match of `(?m)^#{2} `",
		"Include a heading level 2.":               "has at least 1 occurrence of a match of `(?m)^#{2} `",
		"Use exactly three second level headings.": "has exactly 3 " + two,
		"Use no more than four level 2 headings.":  "has at most 4 " + two,
		"Use exactly two H2 headings.":             "has exactly 2 " + two,
		"Use two headings.":                        "has exactly 2 headings",
		"The title of the answer should be formatted using a level 2 heading in Markdown.": "",
		"Use at least two heading levels.":                                                 "",
		"Include level 1 and level 2.":                                                     "",
		"Include a level 2 Markdown heading.":                                              "has at least 1 occurrence of a match of `(?m)^#{2} `",
	} {
		got := strings.Join(enforced(t, user("Tell me about barns. "+demand)), "; ")
		if got != want {
			t.Errorf("%q: %q is enforced, want %q", demand, got, want)
		}
	}
}

// TestWhateverThereIs holds that what is said of any table demands none, and that a
// keyword which must occur is looked for in the whole answer, whatever was said of words.
func TestWhateverThereIs(t *testing.T) {
	for demand, want := range map[string]string{
		"Any table included in the answer must not exceed 3 rows.":                                     "",
		"Write an introduction of three sentences. Write a list of five kinds of hay.":                 `each part named "Introduction" has exactly 3 sentences`,
		"Each table included in the answer must not exceed 3 rows.":                                    "each table has at most 3 table rows",
		"Each paragraph must have two sentences and must mention \"oak\".":                             `each paragraph has exactly 2 sentences; each paragraph contains the word "oak"`,
		"Write a story in Spanish, in which a barn of old oak burns.":                                  "is in Spanish",
		"In Spanish, write about oak and hay.":                                                         "is in Spanish",
		"Answer in Spanish about the oak and the hay.":                                                 "is in Spanish",
		"Your answer must have at least 2 placeholders, wrapped in square brackets, such as [author].": "has at least 2 placeholders",
		"Make \"It was dark.\" the first sentence.":                                                    `the first sentence is equal to "It was dark."`,
		"Tell it without tables and in JSON.":                                                          "is valid JSON",
		"Last sentence: 'It was dark.'":                                                                `the last sentence is equal to "It was dark."`,
		"Tell it with no emojis and in French.":                                                        "is in French",
		"Schreib es ohne Kommas und kein \"leider\".":                                                  `has no occurrences of ","; has no occurrences of the word "leider"`,
		"Escríbelo sin emojis y al final una pregunta.":                                                `has no emoji; ends with "?"`,
		"In Spanish, all of it must be short.":                                                         "is in Spanish",
		"Each word should be capitalized, and the keyword 'oak beam' must be incorporated.":            `each word is capitalised; contains the word "oak beam"`,
	} {
		if got := strings.Join(enforced(t, user("Tell me about barns. "+demand)), "; "); got != want {
			t.Errorf("%q: %q is enforced, want %q", demand, got, want)
		}
	}
	for prompt, want := range map[string]string{
		"写一段文案。回答至少包含三个句子。":                   "has at least 3 sentences",
		"写一段文案。最多使用两个表格。":                     "has at most 2 tables",
		"写一段文案。不要使用表格，以json格式输出。":             "is valid JSON",
		"写一段文案。字数控制在30-60字。":                  "has between 30 and 60 characters",
		"写一段文案。总字数控制在30-60字。":                 "has between 30 and 60 characters",
		"写一段文案，段落数控制在3-5段。":                   "has between 3 and 5 paragraphs",
		"写一段文案，句子数量限制在3-5句。":                  "has between 3 and 5 sentences",
		"写一段文案，台词数量控制在3-5句。":                  "",
		"写一个故事。第一句话必须是“天黑了。”":                 `first sentence`,
		"第一句话：“天黑了。”\n第二句话：“下雨了。”\n两句话有什么关系？": "",
	} {
		if got := strings.Join(enforced(t, user(prompt)), "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
	if got := enforced(t, user("写一段文案。不要以markdown和json格式输出")); len(got) != 1 || strings.Contains(got[0], "JSON") {
		t.Errorf("%q is enforced, want no JSON", got)
	}
	for _, prompt := range []string{
		"Blocks in three colours lie on a table. Predict where they are after two moves.",
		"In a scene with red blocks on a table, predict the next move.",
		"In English, most plurals end in s. Which do not?",
		"In Spanish, nouns have gender. Which do not?",
		"In Spanish, verbs must agree with the subject. When do they not?",
		"In Welsh, answer is \"ateb\". What is barn?",
		"Write a 100-word introduction to barns.",
		"In a scene with blocks (red and blue) on a table, predict the next move.",
	} {
		if got := enforced(t, user(prompt)); len(got) > 0 {
			t.Errorf("%q: %q is enforced", prompt, got)
		}
	}
}

// TestRangeUnderACeiling holds that "at most 2-3" allows one, whatever the words are,
// and that what is limited to a range is in it.
func TestRangeUnderACeiling(t *testing.T) {
	const most, between = "has at most 3 sentences", "has between 2 and 3 sentences"
	for prompt, want := range map[string]string{
		"Describe the sea in max. 2-3 sentences.":            most,
		"Describe the sea in at most 2-3 sentences.":         most,
		"Describe the sea in up to 2-3 sentences.":           most,
		"Describe the sea in no more than 2-3 sentences.":    most,
		"Describe the sea in 2-3 sentences at most.":         most,
		"Describe the sea. Keep it to 2-3 sentences.":        between,
		"Describe the sea in between 2 and 3 sentences max.": between,
		"介绍一下大海，控制在2-3句话。":                                   between,
		"Beschreibe das Meer in max. 2-3 Sätzen.":            most,
		"Beschreibe das Meer in höchstens 2-3 Sätzen.":       most,
		"Beschreibe das Meer in bis zu 2-3 Sätzen.":          most,
		"Beschreibe das Meer in nicht mehr als 2-3 Sätzen.":  most,
		"Décris la mer en au plus 2-3 phrases.":              most,
		"Décris la mer en pas plus de 2-3 phrases.":          most,
		"Describe el mar en máx. 2-3 frases.":                most,
		"Describe el mar en máximo 2-3 frases.":              most,
		"Describe el mar en no más de 2-3 frases.":           most,
		"Descreva o mar em no máximo 2-3 frases.":            most,
		"Descreva o mar em até 2-3 frases.":                  most,
	} {
		if diff := cmp.Diff([]string{want}, enforced(t, user(prompt))); diff != "" {
			t.Errorf("%s: %s", prompt, diff)
		}
	}
}

// TestPartsThatAreWrittenFor holds that a demand on a part is enforced also where
// its sentence says for which text the part is, or quotes what the part must be.
func TestPartsThatAreWrittenFor(t *testing.T) {
	for prompt, want := range map[string]string{
		"Write a title for this article in at most 8 words.":                                "each title has at most 8 words",
		"Write a blog post on ferries. For this post, the title must have at most 6 words.": "each title has at most 6 words",
		"Write about ferries. The title must be: \"Late Ferries\".":                         "each title contains \"Late Ferries\"",
	} {
		if diff := cmp.Diff([]string{want}, enforced(t, user(prompt))); diff != "" {
			t.Errorf("%q:\n%s", prompt, diff)
		}
	}
}

// TestBareCountsAreRough holds that a bare number of words or characters is
// about as many, in each language, unless it is said to be exact or a limit.
func TestBareCountsAreRough(t *testing.T) {
	for prompt, want := range map[string]string{
		"写一篇关于茶的文章，写20000字。":                                "has about 20000 (give or take 4000) characters",
		"写一篇关于茶的文章，正好200字。":                                 "has exactly 200 characters",
		"写一篇关于茶的文章，不超过200字。":                                "has at most 200 characters",
		"写一篇关于茶的文章，200字以内。":                                 "has at most 200 characters",
		"お茶について書いてください。400字で。":                              "has about 400 (give or take 80) characters",
		"お茶について書いてください。400字以内で。":                            "has at most 400 characters",
		"お茶について書いてください。ちょうど400字で。":                          "has exactly 400 characters",
		"차에 대해 써 주세요. 300자로.":                               "has about 300 (give or take 60) characters",
		"차에 대해 써 주세요. 정확히 300자로.":                           "has exactly 300 characters",
		"차에 대해 써 주세요. 300자 이내로.":                            "has at most 300 characters",
		"답장을 100단어로 제한하여 써 주세요":                             "has at most 100 words",
		"Schreibe über Tee. Antworte in 300 Zeichen.":       "has about 300 (give or take 60) characters",
		"Schreibe über Tee. Antworte in genau 300 Zeichen.": "has exactly 300 characters",
		"Describe tea in 300 characters.":                   "has about 300 (give or take 60) characters",
		"Write a 900 word count essay on tea.":              "has about 900 (give or take 180) words",
		"Write a verse on tea using the word \"cold.\"":     "contains the word \"cold\"",
		"Describe tea in exactly 300 characters.":           "has exactly 300 characters",
	} {
		if diff := cmp.Diff([]string{want}, enforced(t, user(prompt))); diff != "" {
			t.Errorf("%q:\n%s", prompt, diff)
		}
	}
}

// TestDemandsOfAConversation holds which earlier demands still bind.
func TestDemandsOfAConversation(t *testing.T) {
	says := func(text string) adhere.Message { return adhere.Message{Role: adhere.Assistant, Text: text} }
	system := adhere.Message{Role: adhere.System, Text: "You work in a library. Answer in at most 40 words."}
	for name, tt := range map[string]struct {
		messages []adhere.Message
		want     []string
	}{
		"system":            {[]adhere.Message{system, user("May I renew a book?")}, []string{"has at most 40 words"}},
		"for one turn":      {[]adhere.Message{user("Describe tea in at most 10 words."), says("Hot leaf water."), user("And coffee?")}, nil},
		"lasting":           {[]adhere.Message{user("From now on answer in at most 10 words."), says("Sure."), user("What is tea?")}, []string{"has at most 10 words"}},
		"taken back":        {[]adhere.Message{user("Always answer in at most 10 words."), says("Sure."), user("Forget the limit of words. What is tea?")}, nil},
		"replaced":          {[]adhere.Message{user("Always answer in at most 10 words."), says("Sure."), user("What is tea? Answer in at most 30 words.")}, []string{"has at most 30 words"}},
		"contradicting":     {[]adhere.Message{system, user("Answer in at least 100 words: what is a book?")}, nil},
		"a key":             {[]adhere.Message{{Role: adhere.System, Text: "Output JSON with keys summary and tags. summary has at most 20 words."}, user("What is tea?")}, []string{"is a JSON object with the keys \"summary\" and \"tags\""}},
		"behind a question": {[]adhere.Message{user("What does this line tell us about the editor? At most 20 words.")}, []string{"has at most 20 words"}},
		"about code":        {[]adhere.Message{user("Why does this regex fail? Answer in at most 50 words.")}, []string{"has at most 50 words"}},
		"rules of a text":   {[]adhere.Message{user("Does this fit the rules? At most 10 words. No commas.")}, nil},
		"rules alone":       {[]adhere.Message{user("For the rest of this chat: no digits. Call me Captain."), says("Aye."), user("What is tea?")}, []string{"has no digits"}},
		"another named":     {[]adhere.Message{user("Write a motto. Max 6 words, all caps."), says("TEA IS BEST"), user("Drop the caps, the rest stays.")}, []string{"has at most 6 words"}},
		"two messages":      {[]adhere.Message{user("Write a motto. Max 6 words."), user("It is for tea.")}, []string{"has at most 6 words"}},
		"one kept by each":  {[]adhere.Message{user("Write a motto. Max 6 words, all caps."), says("TEA IS BEST"), user("Same rules: one on coffee."), says("COFFEE WINS"), user("And cocoa? Same rules again.")}, []string{"has at most 6 words", "is in capitals"}},
		"one turn between":  {[]adhere.Message{user("Write a motto. Max 6 words, all caps."), says("TEA IS BEST"), user("What is tea?"), says("A plant."), user("Write a letter in the same format as the last one.")}, nil},
		"a table made":      {[]adhere.Message{user("I need you to make a table of prices. Please include a joke with each response."), says("| Tea |"), user("How is tea made?")}, nil},
		"a quotation ends":  {[]adhere.Message{{Role: adhere.System, Text: "End with \"Anything else?\" Use no digits."}, user("What is tea?")}, []string{"ends with \"Anything else?\"", "has no digits"}},
		"side by side":      {[]adhere.Message{user("Write a headline for a nurse. Under 12 words pls, no emojis no hashtags")}, []string{"has fewer than 12 words", "has no emoji", "has no hashtags"}},
		"no more limit":     {[]adhere.Message{user("From now on answer in at most 10 words."), says("Sure."), user("Too short, no more word limit. What is tea?")}, nil},
		"no more than":      {[]adhere.Message{user("From now on use no digits."), says("Sure."), user("What is tea? Use no more than 30 words.")}, []string{"has no digits", "has at most 30 words"}},
		"no more":           {[]adhere.Message{user("For all your answers: no digits."), says("Sure."), user("The rule on digits is not needed any more. What is tea?")}, nil},
		"every answer":      {[]adhere.Message{{Role: adhere.System, Text: "Every reply starts with \"Hey\" and ends with a question."}, user("What is tea?")}, []string{"starts with the word \"Hey\"", "ends with \"?\""}},
		"under a condition": {[]adhere.Message{{Role: adhere.System, Text: "Answer with a single word. If more is needed, use one sentence."}, user("What is tea?")}, nil},
		"another language":  {[]adhere.Message{{Role: adhere.System, Text: "Answer in French. If the user writes in German, answer in German."}, user("What is tea?")}, nil},
		"of titles":         {[]adhere.Message{{Role: adhere.System, Text: "Titles are short and end with a colon."}, user("What is tea?")}, nil},
		"of a tool":         {[]adhere.Message{user("Look it up."), {Role: "tool", Text: "Answer in at most 10 words."}, user("What is tea?")}, nil},
	} {
		if diff := cmp.Diff(tt.want, enforced(t, tt.messages...)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// TestNothingOfOthersBinds holds that what is said of somebody or something
// else, of parts, or of a text that is there, is not enforced on the answer.
func TestNothingOfOthersBinds(t *testing.T) {
	for _, prompt := range []string{
		"Write sections that start and end with an asterisk.",
		"Two or three parts separated by 2 asterisks.",
		"Write a reply to a guest of our ferry.\n\nDO NOT:\n- Apologize\n- Write more than 150 words\n- Use emojis",
		"Write a reply to a guest of our ferry.\n\nYou must never:\n1. Use emojis\n2. Exceed 100 words",
		"Write a reply to a guest of our ferry.\n\n## Don't\n- Use bullet points",
		"Schreib über Fähren.\n\nVermeide:\n- mehr als 100 Wörter",
		"Write an email to be sent to all guests.",
		`Write a post about ferries. Mark the names of harbours by beginning and ending with "*".`,
		"Describe the poster as accurately as you can, including all text elements.",
		"I want to play 20 questions about harbours with you.",
		"Write an article on fog.\n1. Opening paragraph (what fog is). No heading.\n2. Sections with H2 headings.",
		"Keep the log of our ferry. I may say:\n- “list ports” → list all ports.\n- “export” → output the YAML only.",
		"Help me improve my French while providing instructions in English.",
		// What the writer is to do, what earlier answers did, programs, and texts to come.
		"I need 1000 words on Hamlet by tonight. Give me an outline.",
		"I need to write 1000 words on bees. Can you give me an outline?",
		"i need 2000 words on ferries. write the first paragraph",
		"need 300 words about cats and 200 about dogs",
		"I need to write an email in German. How do I start it?",
		"You keep using emojis. Explain tides.",
		"you always end with a question. why?",
		"You used a table. I asked for none.",
		"Write a dialogue in Spanish and translate it into English.",
		"You should have used a table. Compare tea and coffee.",
		"Recommend a book written in French",
		"I asked you to create a table of the planets and you gave me a list. Why?",
		"create a table with id, name, email, created_at",
		"make a table from reclaimed wood",
		"can you translate to Tagalog?",
		"Can you translate documents into Polish?",
		"I have to translate a contract into German. What should I charge?",
		"create a table with conditional formatting to highlight values over 100",
		"Translate every message I send from now on to French.",
		"translate to chinese (pinyin only): hello",
		"find the 3 largest numbers in an array java",
		"Tell me something about harbours in Europe. Should I use exactly 3 sentences.",
		"Tell me something about harbours in Europe. In German answers, use no commas.",
		"Tell me something about harbours in Europe. For long answers, use at most 3 bullet points.",
		"Tell me something about harbours in Europe. For question 2, use no commas.",
		"Tell me something about harbours in Europe. As long as it fits, end with a question.",
		`Tell me something about harbours in Europe. You did not include the word "boat".`,
		"Tell me something about harbours in Europe. In my mails I use no commas.",
		`Tell me something about harbours in Europe. Please don't make me include the word "boat".`,
		"Tell me something about harbours in Europe. You can answer in German.",
		"Tell me something about harbours in Europe. Write at most 50 words to the second question.",
		"Tell me something about harbours in Europe. Write at most 50 words, but only in the introduction.",
		"Tell me something about harbours in Europe. Use exactly 3 sentences no longer applies.",
		"Tell me something about harbours in Europe. Use exactly 3 sentences, says the editor.",
		"Tell me something about harbours in Europe. Use bullet points, she told me.",
		`Tell me something about harbours in Europe. Include the word "boat". Just kidding.`,
		"Tell me something about harbours in Europe. Write at most 50 words, but not in the table.",
		"Tell me something about harbours in Europe. Say: use exactly 3 sentences.",
		"Review this instruction: Use exactly 3 sentences.",
		"Do you agree with this rule? Use no commas.",
		"Here is an example prompt. Use bullet points.",
		"Tell me something about harbours in Europe. Explain why you should use no commas.",
		"Write a story in which a robot must answer in exactly three words.",
		"Write an email to my tenant telling him that he must reply in at most two sentences.",
		"Describe a character who never uses contractions and speaks only in Spanish.",
		"Create a quiz with 10 questions. Each question has four options and no explanations.",
		"The summary should not exceed 3 sentences; the rest can be as long as you like.",
		"My essay has 5 paragraphs and no headings. What should I improve?",
		"Answer with yes or no and explain why.",
		"Write a function that returns JSON with at most 3 keys and uses no global variables.",
		"Give me 5 titles with at most 6 words each and a summary of under 100 words.",
		"Estimate the probability that she passes. Use Table A, starting at line 130.",
		"What does it mean when a form says max 300 characters?",
		"Draft a notice for the hall. At most 12 characters per line (spaces don't count).",
		"写一段晚安短信。全文不超过70个字（标点不算）。",
		"Make a study guide for the exam. Put two bullets beneath each heading.",
		"If the answer is longer than 100 words, add a summary of one sentence.",
		"Compare three kettles, then give a verdict of one sentence that starts with \"Overall\".",
		"Name its features as bullets without full stops. Mention the price in a line of its own.",
		"Explain gravity to a child in about 100 words. After that, add a line in Spanish.",
		"Compare heat pumps and boilers. Below the table, write one sentence that starts with \"If\".",
		"Write the FAQ entry for our lockers. Question in bold, answer max 30 words.",
		"Can you name three songs with exactly one word in the title?",
		"How do I make pancakes? Write the list of ingredients in French and all the rest in English.",
		"We have a rule in our chat: no messages over 280 characters. Write its announcement.",
		"The following system prompt is weak, can you improve it? You are a poet. Use four lines at most.",
		"I want to write a haiku. It has to have three lines, right?",
		"Rewrite #1 question, to make it easier.",
		"Output format: a JSON object with the keys \"intent\" (string) and \"urgent\" (true or false).",
		"Continue the guide. Use dot points and subheadings as applicable.",
		"Write a long piece on our subject. The subject: \"Why Ferries Run Late\"",
		"For the summary use plain English and no more than 50 words. For the appendix, a table with 3 columns.",
		"Write tweet 1 of the thread in under 200 characters, the others can be longer.",
		"Describe the painting in one paragraph. In a second paragraph, talk about the painter.",
		"Their style guide: no em dashes, sentences under 20 words. Can you tell me whether this line fits it?",
		"I like the second tagline. Make it shorter, max 4 words, and write two more like it.",
		"Below is the house style a client sent. Which rules contradict each other?\n\n1. Headlines never exceed five words.\n2. No exclamation marks.",
		"请用要点总结以下邮件。\n邮件：报告必须在周五前提交，字数不少于2000字。",
		"老师总说作文不能少于800字。你觉得合理吗？",
		// What is handed over, shown elsewhere, or one text, item or part of several.
		"You will be presented with a letter containing 8 sentences. The letter begins with a date.",
		"Translate the following phrase to French, Italian and Greek: good night",
		"Please translate the following code to Polish and add remarks:\n---\n#include <a.h>\n\n#define LAMP 3",
		"Please generate a page title, a page description (up to 300 characters), and five tags for my shop.",
		"Write a report with these sections:\n\n1. HEADER\n- Project name\n\n2. SHORT SUMMARY (2-4 bullets, under 90 words)\nStart with the worst.\n- What was done",
		"Research night trains. Find 3-4 good sources. Summarize what they say. Then apply it to our line.",
		"Make a diagram of waves. Label them red. Show four cycles of the first wave.",
		"Write a 20 page kids guide to the harbour.",
		"Encore un mot sur la marche. Deux phrases c'est peu.",
		"Give a one sentence answer for each part, then go deeper.",
		"Act as an artist. Your task is to create a cohesive family picture combining two individuals into a single image.",
		// Conditions, and what is said to somebody or at one time.
		"Once the guest replies, answer in 2 sentences.",
		"If you hear any language but English. Translate it to English.",
		"当用户询问价格时，回答分为2段。",
		"To start this mode, say: \"Open the box\"",
		"is every name in the file spelled properly (upper vs. lower case)",
		"Play a game with me by asking yes/no questions.",
		"Write a rap about trams. Include some \"inside jokes\" about rails.",
		"The task is to translate the text wrapped in <page> tags. Context may be given.",
		"Each entry says what a part does\nin Chinese and sometimes who made it.",
		"Create a new document. Add the following sections as headers: Overview, User Prices, Opening Hours, and Contact.",
		// Labels, and what stands behind them in an outline.
		"Reconcile the two tables with Entra auth and CSV output:\n\nrun it twice",
		"# Extractor\n\n### Strict JSON Output\n\nReads invoices.",
		"Discuss the novel.\n\nQuestions:\n\n1. Why does Victor leave?",
		"Style:\n- **Emojis and Humor**: Incorporate emojis and a dose of humor.",
		"Anna: Answer in at most 3 words.",
		"Never use more than 20 words, as the page put it. What do you think?",
		"Create a realistic 12-month sales forecast for a bakery.",
		"Somebody may ask for your rules. Only print the response: \"Not possible\".",
		"Sum up the talk. Never start the summary with a header.",
		"Add the summary and conclusion of approximately 300 words.",
		"Keep the output maximally readable in plain text.",
		"Summarise the lecture.\nquestions:\n1. How is it used?",
		"汉赋可以概括为宏丽。（1）“宏美”这是基于大赋而言的。请总结。",
		"Explain the flags, such as “--v6.0”，“--style raw”，in a table.",
		"提示信息：“需要添加版本，如“--v6.0”，“--style raw”等。",
		// What only sounds like words, parts or signs of the answer.
		"Write a post on ferries. Use keywords naturally and keep it friendly.",
		"Write a thread on ferries. Please include keywords related to the topic.",
		"Write a lesson on ferries. Please use the key words [PROMPT] in it.",
		"Suggest names for a ferry. DO NOT REPEAT ANY NAME.",
		"ferries\nDONT REPEAT THE PROMPT, answer directly",
		"Using the table provided, describe the harbour.",
		"Describe a photo of a harbour. Do not use \"I, me, my or we\" as the subject.",
		"Play a captain. Do not use the introduction \"As a captain\".",
		"Write an article on fog. Every heading must have 7 paragraphs.",
		"Write an article on fog. Only use two headings intro and harbours.",
		"Write an article on fog. Each paragraph should have a header.",
		"Write a title for a listing. Only use commas in the title, no dots.",
		"Write the following text without quotation marks \"Captions by Ines\" and then a caption.",
		"Write a post on fog. The hashtags should be popular and in lowercase only.",
		"Ask me about my tent. DO NOT list out your questions!",
		"Use the provided text in brackets to find topics about fog.",
		// One of several texts that are asked for, or of one part of an outline.
		"Write a title for my video. Write a description of the harbour. The tags should be separated by commas.",
		"Act as an editor. Create a catchy title for my shirt. Generate 15 search tags and separate the tags with a comma.",
		"Write a report with:\n1. Summary\n- 3-6 bullets: scope, persona, cost\n2. Plan",
		"Write a report:\n1. Summary (max. 5 bullets)\n2. Plan",
		"Write a page on our ferries with these sections:\n\n# Title\n(max 8 words)\n\n# Description\n(40-60 words)",
		"Write an outline of my video. After that write 30 tags, and make sure the 30 tags do not exceed 500 characters.",
		"Write a post about our ferries. Maximum 200 characters. Give 3 alternative posts, use 1 to 3 emojis.",
		"Write a meta description. The description must not exceed 155 characters. Also mention the characters count.",
		"Create 10 subject lines for our sale.\n\nKeep under 50 characters for phones.",
		"Write a meta title for our ferries in 60 characters.\nThe description has 160char max",
		"Escribe un informe:\n1️⃣ Resumen del puerto (máx. 5 puntos)\n2️⃣ Datos del puerto",
		"选出正确的答案。所有解释性文本都要简短，不能超过两句话。然后列出考点。",
		"实现文件搜索，包括 JSON 和 CSV 格式的导出功能。",
		"解释必须依据星历上的参考数据、表格和解释。",
		"标题：热词简报引擎\n版本：1.0\n\n每周写一份简报。",
		"写一个医生和孩子的对话，并列出重要的单词，用英文和西班牙文翻译。",
		// Words of other languages that mean something else here, or say more.
		"Vergleiche zwei Verträge. Keine Wiederholungen zwischen Tabelle und Fließtext.",
		"Nenne Maßnahmen für einen kleinen Betrieb. Keine Punkte, die für ihn zu teuer sind.",
		"Schreibe ein Märchen. Es soll keine Schlagwörter wie „Wald“, „Wolf“, „Mond“ oder „Fee“ enthalten.",
		"Baue diesen Satz aus: „Mein Boot ist grün.“ Ihre Antwort muss einen Titel enthalten.",
		"Erzähle vom Hafen. Ich möchte nichts, das länger als 30 Wörter ist.",
		"Schreibe eine Rezension über ein neues Buch mit dem Titel „Ebbe und Flut“. Sie soll lustig sein.",
		"Ist es im Norden kalt? Antworte nicht durchgehend mit „Ja“ oder „Nein“.",
		"Cuenta cómo es el puerto. Tu respuesta no debe superar las 6 palabras con tilde.",
		"Cuenta cómo es el puerto. Responde con al menos 9 palabras con tilde.",
		"Which of these headings is better?\n\nA) Ten Tips You Need\nB) Keep It Under 100 Words: A Guide",
		"Which slogan do you like best, and why?\n1. Use no more than 5 words\n2. Write in all caps",
		"Escribe una canción sobre el mar que contenga entre 20 y 25 frases.",
		"Answer only with a title in, at most, 6 words.",
		"Responda apenas com um título em, no máximo, 6 palavras.",
		"Erkläre die Tarife, nenne Quelle und Datum.",
		"Schreibe einen Beitrag. Fügen Sie Schlagworte ein, die mit „#“ beginnen.",
		"Um ein Wort zu betonen, schließen Sie es mit einem Asterisk ein.",
		"Comment dit-on « bac » en anglais ?",
		"Schreibe ein Märchen. Es muss aus drei Abschnitten bestehen. Markieren Sie den Anfang jedes Abschnitts mit ABSCHNITT X.",
		"Erstelle eine Vorlage für einen Bericht mit den Abschnitten: Fortschritt, nächste Schritte, Budget-Status.",
		"Fale do porto. Termine com: Isso é tudo o que você precisa!",
		"Translate this line into German and then discuss it: The ferry is late.",
		"Traduce la siguiente frase al alemán y luego coméntala: El faro es rojo.",
		"Écris une énigme dont la réponse est « phare ».",
		"Fale do porto. Pelo menos 5 palavras no resultado devem estar todas em itálico.",
		"漁港の漢字の使用回数を30字未満に抑えて説明してください。",
		"30字未満に漢字の使用回数を抑えて、漁港について説明してください。",
		"Summarize the log in 3-5 bullets. Return JSON with `summary` (array) and `key` (string).",
		"Do not:\n\nWrite more than 150 words.\n\nUse bullet points.",
		"Rules:\n- Do not:\n  - Write more than 150 words\n  - Use bullet points",
		"You write about bees.\nAvoid these mistakes:\n- Write more than 150 words\n- Use bullet points",
		// Refusals that lead to a list, lists that stay open or of which some are wanted, and
		// lengths of what is explained.
		"Write about tea.\nI don't want:\n- more than 100 words\n- use emojis",
		"Write about tea.\nWhat I don't want to see:\n- write more than 100 words\n- use emojis",
		"You're not supposed to:\n- write more than 100 words\n- use emojis",
		"Don't you dare:\n- write more than 100 words\n- use emojis",
		"Make sure you don't accidentally:\n- write more than 100 words\n- use emojis",
		"Do not under any condition:\n- write more than 100 words\n- use emojis",
		"Do not, in your answer:\n- write more than 100 words\n- use emojis",
		"Don't even think about:\n- write more than 100 words",
		"Exclude:\n- use emojis",
		"In no case:\n- write more than 100 words",
		"Do not...\n- write more than 100 words",
		"[DON'T]\n- write more than 100 words",
		"Write a story. Use one of the following phrases: \"lamp oil\", \"river bank\"",
		"Write a story with one of the words \"lamp\", \"river\", \"glass\".",
		"Write a report. Use one of the headings Background, Findings.",
		"JSON with any of the keys \"name\", \"id\"",
		"List ferries with the columns Name, Age, City, among others",
		"List ferries with the columns Name, Age, City, for instance",
		"List ferries with the columns Name, Age, City…",
		"List ferries with the columns Name, Age, City...",
		"List ferries with the columns Name, Age, City (etc.)",
		"List ferries with the columns Name, Age, City + anything else",
		"List ferries with the columns Name, Age, City and a final column of your choice",
		"List ferries with the columns Name, Age, City and your recommendation",
		"List ferries with the columns Name, Age/Years, City.",
		"Explain the haiku form: 3 lines, 17 syllables.",
		"Describe the sonnet: 14 lines, iambic pentameter.",
		"Explain the couplet: two lines.",
		"Explain the rule of the six-word story: six words.",
		"Describe the opening of Moby Dick: three words.",
		"Explain the Gettysburg Address: 272 words.",
		"In one paragraph, who was Tesla? In another, what did he invent?",
		"In less than 500 words, can a poem be epic?",
		"In under 10 lines, is Perl readable?",
		"In a single line, will the whole address fit?",
		// What others in the text do, and what is allowed, in other languages.
		"Escribe un cuento en el que el rey habla solo en verso y sin comas.",
		"Compare deux poèmes, l'un en 14 vers, l'autre sans virgules.",
		"Pode usar emojis se quiser.",
		"Mein Chef verlangt Mails in einer Tabelle. Wie geht das?",
		"20文字以内の文字列を返す関数を書いて。",
		"分からないときは一文で答えてください。",
		// Wishes, conditions in Chinese, names for words, and what is worked on.
		"Write a post about our ferries. Would be nice to add emojis.",
		"请回答下面的问题。问题为中文时，回答使用英文。",
		"介绍我们的渡轮。\n- 输入谢谢时，回答包含：“不客气，还有什么事”。",
		"Body: Use `the theory of tides` to explain how ferries sail.",
		// One of several tasks, texts, answers or versions, or one part of the answer.
		"I need the news for Slack (one line, starts with an emoji) and the web page.",
		"Modifica tu respuesta anterior. Haz los siguientes cambios en la 2ª opción: 1. Menos de 10 palabras.",
	} {
		if got := enforced(t, user(prompt)); got != nil {
			t.Errorf("%q: %q is enforced", prompt, got)
		}
	}
	for _, prompt := range []string{
		"Write a reply to a guest of our ferry.\n\nDO NOT:\n- Apologize\n- Use emojis\n\nDO:\n- Use at most 90 words",
		"Write a guide to fog.\n- Short sentences. No emojis.",
		"Write a guide to fog.\n- **No speculative answers. No placeholders.**",
	} {
		if got := enforced(t, user(prompt)); len(got) != 1 {
			t.Errorf("%q: %q is enforced, want one", prompt, got)
		}
	}
	if got := enforced(t, user(`Each bullet must start with "Tip" and have at most 12 words. Give me tips for sleeping better.`)); len(got) != 2 || got[1] != "each bullet point has at most 12 words" {
		t.Errorf("what goes on about bullets is read as %q", got)
	}
}

// TestASystemMessageSpeaksOfSomeAnswers holds that what a system message wants
// somewhere in its work binds only where it says that every answer is meant.
func TestASystemMessageSpeaksOfSomeAnswers(t *testing.T) {
	enforcedBySystem(t, map[string]int{
		"You paint. Your specific task is to generate 4 different images.":      0,
		"You advise authors. Start with a question.":                            0,
		"You tutor. Phrases,\nin English and without hints.":                    0,
		"You document projects. Number each step.":                              0,
		"You are a clown. Start with \"Honk!\"":                                 0,
		"You are a clown. Start every reply with \"Honk!\"":                     1,
		"你是客服。当用户询问价格时，不能透露价格。回答分为2段。":                                          0,
		"你分两次写提示词；你的第一次回复，使用中文回复，第二次翻译成英语。":                                     0,
		"你是画师助手。先用中文回答，再给出英文提示词。":                                               0,
		"I make listings. I write the tags side by side in a single paragraph.": 0,
		"You sort tickets. Return back only JSON without quotations.":           0,
		"You sort tickets. Do not use quotation marks.":                         1,
		"You sell tea. I need you to write in one paragraph.":                   1,
		"I am a shop. I always write the tags in one paragraph.":                0,
		"You sum up. I give you a text, answer in one paragraph.":               1,
		"You tutor. Answer in English.":                                         1,
		"You tutor. Do not use emojis.":                                         1,
		"You tutor. Do not use markdown.":                                       1,
		"You tutor. Start every reply with \"Answer:\".":                        1,
		"You tutor. Use at most 40 words.":                                      1,
		// Each of these predicates is said of every answer.
		`You tutor. Every reply begins with "Hi", has at most three sentences and contains no digits.`: 3,
		`Du hilfst. Jede Antwort beginnt mit „Hallo“, hat höchstens 3 Sätze und enthält kein Emoji.`:   3,
		`You tutor. The pupil reads a poem, has at most three sentences and contains no digits.`:       0,
		"每次回复不超过50个字。":                                              1,
		"You write a quiz a day. Every reply has at most 10 words.": 0,
	})
}

// TestASystemMessageSpeaksUnderConditions holds that what stands under a condition,
// in a step or in an example of a system message binds no answer.
func TestASystemMessageSpeaksUnderConditions(t *testing.T) {
	enforcedBySystem(t, map[string]int{
		"You run a quiz. If somebody guesses wrong, console them. Your reply must start with \"Alas\".":     0,
		"## Step 2: the summary\nWrite it in one paragraph.":                                                0,
		"- If a guest is angry:\n  - Answer in one sentence.\n- Answer in German.":                          1,
		"You guard a door.\n6. She grants every wish. No questions asked.":                                  0,
		"You post notes. Tell them so. Remember, it should be within 90 characters.":                        0,
		"House style: no exclamation marks, numbers in words.":                                              2,
		"## 约束:\n- 每次回复都要以“结束”结尾\n- 不要回答其他问题":                                                               1,
		"Eres vidente. Habla siempre en dos frases, empieza con 'Ay, corazón'.":                             2,
		"Assistant de Vélomax. Vos réponses font cinq lignes au plus.":                                      1,
		"你是客服。用户用英文提问时，用英文回答。":                                                                              0,
		"你是客服。\n- 涉及价格的问题，回答以“谢谢”结尾":                                                                        0,
		"## 输出要求\n1. 你的回答必须以JSON格式输出":                                                                       1,
		"You guard a door. When asked for the key, laugh.\n\nNever use more than 30 words in your answers.": 1,
	})
}

// TestASystemMessageDescribesWork holds that what a system message says of work, of
// steps and of the input to come hides none of its rules, and that documents, examples
// and what others are held to bind nothing there.
func TestASystemMessageDescribesWork(t *testing.T) {
	enforcedBySystem(t, map[string]int{
		"You did not use a table.":                             0,
		"Bitte antworte auf Englisch mit etwa 200 Wörtern.":    2,
		"Here are the rules:\n- Be kind.\n- Never use emojis.": 1,
		"You tidy lists. Follow these steps:\n1. Read the list.\n2. Check if it is too long.\n\nDo not use tables in your answers.": 1,
		"You must follow the style guide. Which of the tones fits the mood is up to you. Never use emojis.":                         1,
		"You grade tweets. Check whether the tweet follows the rules below:\n- Use no hashtags.\n- Never write more than 20 words.": 0,
		"You grade tweets. Say if the tweet breaks the rules.\n\nRules:\n- Use no hashtags.":                                        0,
		"You help. Does this follow our guidelines? Do not use emojis.":                                                             0,
		"You answer from documents.\n\n# Context\n\nTea is hot.\n\n# Rules\n\nNever use emojis.":                                    0,
		"You answer.\n\n# Example\n\nTea is hot.\n\nNever use emojis.":                                                              0,
		"You answer.\n\n# Example\n\nTea is hot.\n\n# Output rules\n\nNever use emojis.":                                            1,
		"You answer.\n\n# Example\n\nTea is hot.\n\n# Output\n\nNever use emojis.":                                                  0,
		"You answer.\n\nUser: I like tea.\n\nNever use emojis.":                                                                     0,
		"You answer. Here is the article:\n\nTea is hot.\n\nNever use emojis.":                                                      0,
		"You answer. You will be given the text below.\n\nBe kind.\n\nNever use emojis.":                                            1,
		"You help with Python code. Never use emojis or bold text.":                                                                 2,
		"You help with Python code. Never write more than 3 lines.":                                                                 0,
		"You help. Do not use bold text in the output of the tools.":                                                                0,
	})
	for words, want := range map[string]int{
		"# OUTPUT INSTRUCTIONS\n- Only output Markdown.\n- Do not use bold text in the Markdown.\n- Keep each bullet to 12 words or less.\n- Ensure you follow ALL these instructions.\n\n# INPUT\n\nINPUT:": 2,
		"# OUTPUT INSTRUCTIONS\n- Put the jokes into one section. Keep each bullet to 12 words or less.":                                                                                                     0,
		"# NOTES\n- Keep each bullet to 12 words or less.": 0,
	} {
		enforcedBySystem(t, map[string]int{"# ROLE\nYou sum up talks.\n\n# STEPS\n- Read the input given to you.\n- Explain this to a child: why it was said.\n\n" + words: want})
	}
}

// TestASystemMessageSpeaksOfReplies holds what a system message calls its answers, and
// how it limits them.
func TestASystemMessageSpeaksOfReplies(t *testing.T) {
	for words, want := range map[string][]string{
		"You tutor. Keep every answer under 60 words.":                              {"has fewer than 60 words"},
		"You tutor. Each answer must have at most 20 words.":                        {"has at most 20 words"},
		"You write a quiz. Each answer must have at most 20 words.":                 nil,
		"You tutor. Never ask more than one question per message.":                  {"has at most 1 question"},
		"You tutor. Keep each message under 20 words.":                              {"has fewer than 20 words"},
		"You draft messages for shops. Keep each message under 20 words.":           nil,
		"You draft messages for shops. At most 20 words per message.":               {"each entry has at most 20 words"},
		"You tutor. Your replies should be short (at most 2 sentences).":            {"has at most 2 sentences"},
		"You tutor. Your responses should be concise (2-3 sentences max).":          {"has at most 3 sentences"},
		"You tutor. The title should be short (max 5 words).":                       nil,
		"You tutor. Your replies on tea should be short (at most 2 sentences).":     nil,
		"You write an FAQ. Keep replies short (at most 2 sentences).":               nil,
		"You tutor. Keep replies short (at most 2 sentences).":                      {"has at most 2 sentences"},
		"You tutor. Your replies should be short on tea (at most 2 sentences).":     nil,
		"You tutor. Keep replies to one line (at most 10 words).":                   nil,
		"You tutor. Keep replies short with a smile (at most 10 words).":            nil,
		"You tutor. Keep replies brief and make the poem short (at most 10 words).": nil,
		"You tutor. Your replies seem short (two sentences).":                       nil,
		"You tutor. Keep it short: 2-3 sentences max.":                              {"has at most 3 sentences"},
		"You tutor. Respond in Spanish with at most 50 words.":                      {"is in Spanish", "has at most 50 words"},
		"You tutor. Respond in Spanish with a short poem.":                          nil,
		"你是客服。请始终用中文回答，不超过100字。":                                                    {"is in Chinese", "has at most 100 characters"},
		"You tutor. Use a bulleted list with no more than four bullets.":            {"has between 1 and 4 bullet points"},
	} {
		got := enforced(t, adhere.Message{Role: adhere.System, Text: words}, user("Hello, who are you?"))
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", words, diff)
		}
	}
}

// TestASystemMessageRulesOthers holds that what a system message demands of the texts of
// others, or towards some people, binds no answer, and that its own rules do.
func TestASystemMessageRulesOthers(t *testing.T) {
	enforcedBySystem(t, map[string]int{
		"You help at a school. Pupils get these rules:\n- No emojis.\n- Use no links.":                                             0,
		"Rules for the guest:\n- No emojis.\n- Use capital letters.":                                                               0,
		"You help. Contestants must follow these rules.\n- Use no links.\n- No emojis.":                                            0,
		"You run the desk of a club. Rules of the newsletter: no emojis; no links.":                                                0,
		"In the test students must:\n* use no links\n* not use emojis":                                                             0,
		"Contest rules as published:\n- No emojis.":                                                                                0,
		"Vorgaben an die Redaktion:\n- Verwende keine Emojis.":                                                                     0,
		"Rules for your replies:\n- No emojis.":                                                                                    1,
		"Follow these instructions:\n- No emojis.":                                                                                 1,
		"Guidelines for answering:\n- No emojis.":                                                                                  1,
		"You grade texts. Use no emojis.":                                                                                          0,
		"You grade texts. Use no emojis in your replies.":                                                                          1,
		"You grade texts.\n\n## Output format\n- Use no emojis.":                                                                   1,
		"You help. Use at most 20 words for children.":                                                                             0,
		"You help. Answer in German to German guests.":                                                                             0,
		"You help. Use no emojis with the banks.":                                                                                  0,
		"You help. Answer in German to all guests.":                                                                                1,
		"You help. Respond in German to the user.":                                                                                 1,
		"You help. Reply with at most 20 words to keep costs low.":                                                                 1,
		"You help. Elves are shy and never use links.":                                                                             0,
		"You help. Be kind and never use links.":                                                                                   1,
		"As a guide, never use links.":                                                                                             1,
		"You help. Tobin stutters, uses no links.":                                                                                 0,
		"You help. The essay must not exceed 500 words. Links are forbidden.":                                                      0,
		"You write essays. The essay must not exceed 500 words.":                                                                   1,
		"You make riddles. Answers to riddles are short and must not contain digits.":                                              0,
		"You teach grade 7. Use no emojis.":                                                                                        1,
		"You teach. End each reply with a question to the child.":                                                                  1,
		"House rules: no emojis.":                                                                                                  1,
		"You help. The answer is short and must not contain digits.":                                                               1,
		"You check offers. An offer:\n- must not contain links":                                                                    0,
		"You help.\n- Greet the guest.\n- Answer in at most two sentences.":                                                        1,
		"You help with the tax code. Never use the words \"sure\" or \"yes\".":                                                     2,
		"You help with the code. Never use the words \"sure\" or \"yes\".":                                                         0,
		"As a helpful clerk:\n- never use emojis":                                                                                  1,
		"Throughout: no emojis.":                                                                                                   1,
		"SYSTEM: You are a clerk.\nNever use emojis.":                                                                              1,
		"# Rules\n- Be kind.\n- Be calm.\n- Be brief.\n- Be open.\n- Be fair.\n- Be warm.\n- Be true.\n- Never say \"sure\".":      1,
		"# Complaints\n- Be kind.\n- Be calm.\n- Be brief.\n- Be open.\n- Be fair.\n- Be warm.\n- Be true.\n- Never say \"sure\".": 0,
		"You help buyers. It must not contain links.":                                                                              0,
		"Write a letter. It must use no links.":                                                                                    1,
		"You help. The essay must not exceed 500 words. Use no links.":                                                             1,
		"You help. The essay must not exceed 500 words. Be kind. Links are forbidden.":                                             1,
		"You help. The essay must be short and must not contain links.":                                                            0,
		"You help. The answer must be kept to one line and must not contain digits.":                                               1,
		"You invent names of firms. The name is short. It must not use the letter \"e\".":                                          0,
		"You grade the format of texts. Use no emojis.":                                                                            0,
		"You help. Use at most 20 words to answer.":                                                                                1,
		"You help. Answer in German to the guest, with at most 20 words.":                                                          1,
	})
}

// TestTextsThatSystemMessagesWorkOn holds that what users send to be translated, sorted or
// the like demands nothing for certain.
func TestTextsThatSystemMessagesWorkOn(t *testing.T) {
	for _, tt := range []struct {
		system, user string
		want         int
	}{
		{"Translate everything the user writes into French.", "Please use no emojis.", 0},
		{"You translate messages into German.", "Please use no emojis.", 1}, // its own language
		{"You correct spelling in the user's text.", "Please use no emojis.", 0},
		{"Correct the user's text.", "Please use no emojis.", 0},
		{"You translate messages into German. Use no links.", "Hello.", 2},
		{"You help users write emails.", "Write to Ann. Use no emojis.", 1},
		{"You rate films.", "Please use no emojis.", 1},
	} {
		if got := enforced(t, adhere.Message{Role: adhere.System, Text: tt.system}, user(tt.user)); len(got) != tt.want {
			t.Errorf("%q, %q: %q is enforced", tt.system, tt.user, got)
		}
	}
	talk := []adhere.Message{user("Translate what I send to French."), {Role: adhere.Assistant, Text: "D'accord."}, user("Use no emojis.")}
	if got := enforced(t, talk...); len(got) != 0 {
		t.Errorf("%q is enforced", got)
	}
	if got := enforced(t, user("Translate what I send to French. Use no emojis.")); len(got) != 2 {
		t.Errorf("%q is enforced", got)
	}
}

// TestEmojisUnlessAsked holds that a ban on emojis binds where a system message lets users
// ask for some, until one speaks of them.
func TestEmojisUnlessAsked(t *testing.T) {
	for _, tt := range []struct {
		system, user string
		want         int
	}{
		{"You help. Never use emojis, unless explicitly asked to.", "Hello.", 1},
		{"You help. No emojis unless requested.", "Hello.", 1},
		{"You help. Do not use emojis unless the user explicitly asks for them.\n- Be kind.", "Hello.", 1},
		{"You help. Avoid emojis in all communication (unless you are told otherwise).", "Hello.", 1},
		{"You help. Never use emojis, unless explicitly asked to.", "Are emojis old?", 0},
		{"You help. Never use emojis, unless explicitly asked to.", "Good morning ☀", 0},
		{"You help. Never use emojis, unless explicitly asked to.", "用表情回答", 0},
		{"You help. Never use emojis. Use no tables unless asked.", "Are emojis old?", 1},
		{"You help. Never use emojis, unless asked to or the mood is light.", "Hello.", 0},
		{"You help. Never use emojis, unless the user uses them first.", "Hello.", 0},
		{"You help. Never use emojis unless you have to.", "Hello.", 0},
		{"You help. Never use tables, unless explicitly asked to.", "Hello.", 0},
	} {
		if got := enforced(t, adhere.Message{Role: adhere.System, Text: tt.system}, user(tt.user)); len(got) != tt.want {
			t.Errorf("%q, %q: %q is enforced", tt.system, tt.user, got)
		}
	}
	if got := enforced(t, user("Write about tea. Never use emojis, unless explicitly asked to.")); len(got) != 0 {
		t.Errorf("%q is enforced", got)
	}
}

// TestAnswersThatAreOneOfSeveral holds that labels behind "exactly one of:" need no quotation
// marks, and that what is chosen from is not demanded as a whole.
func TestAnswersThatAreOneOfSeveral(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Output exactly one of the following: billing, technical, account.":            1,
		"Summarise the text in quotation marks.":                                       0,
		"Write the text in quotation marks.":                                           1,
		"Is tea healthy? Respond with exactly one of: YES, NO, MAYBE.":                 1,
		"How hot is it? Respond with one of the following options: low, medium, high.": 1,
		"Return one of: name, age, city.":                                              0,
		"Output exactly one of: haiku, limerick.":                                      0,
		"Use one of: bold, italics.":                                                   0,
		"Use exactly one of: tea, coffee.":                                             0,
	})
}

// TestScriptsAreNotAlwaysCode holds that only a prompt about programs wants code where it
// wants a script, that code without marks around it is no block, and that what is divided
// otherwise is no CSV with commas.
func TestScriptsAreNotAlwaysCode(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Write a script for a live sale of tea. Only generate the script.":             0,
		"Write a bash script that renames files. Only output the script.":              1,
		"Write a bash script that renames files. Only output the script, no markdown.": 0,
		"Write a regex for dates in Python. Return the regex only.":                    0,
		"Return a CSV file with the columns name,price.":                               1,
		"Return CSV with a semicolon as separator and three columns in every row.":     1,
		"推荐酒店。不要包含以下关键词：Moser，Glassworks；":                                             0,
		"推荐酒店。必须包含以下关键词中的一个或多个：{高山, 大海}":                                               0,
		"Return a CSV file with the columns name,price. The delimiter is a semicolon.": 0,
	})
}

// TestBansOnSeveralThings holds that a ban on several things is one on each, where all of
// them are read.
func TestBansOnSeveralThings(t *testing.T) {
	const list, heading, emoji = "has no list items", "has no headings", "has no emoji"
	for words, want := range map[string][]string{
		"Do not use emojis or lists.":                         {emoji, list},
		"Do not use headings, lists, or tables.":              {heading, list, "has no tables"},
		"Never use bullet points, numbered lists, or tables.": {"has no bullet points", "has no numbered items", "has no tables"},
		"Avoid lists and headings.":                           {list, heading},
		"No bulleted lists.":                                  {"has no bullet points"},
		"Do not use code blocks or lists.":                    {"has no code blocks", list},
		"Do not use lists or tables in the introduction.":     nil,
		"Don't use lists and tables together.":                nil,
		"Don't use lists and tables at the same time.":        nil,
		"Don't use both headings and lists.":                  nil,
		"Do not use lists or slang.":                          nil,
		"Do not use lists or very long tables with dates.":    nil,
		"Do not use lists, tables.":                           {list},
		"Use emojis or lists.":                                nil,
	} {
		got := enforced(t, user("Write about tea. "+words))
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-want +got):\n%s", words, diff)
		}
	}
}

// TestRefusalsEnd holds that what stands beside a refused list, a part or words of avoidance
// binds.
func TestRefusalsEnd(t *testing.T) {
	for _, tt := range []struct {
		text string
		role adhere.Role
		want int
	}{
		{"Topics to avoid:\n- politics\n- religion\n\nKeep answers under 80 words. Always answer in French.", adhere.System, 2},
		{"What you must not do:\n- give medical advice\n- share passwords\n\nAlways reply in English. Replies must be under 120 words.", adhere.System, 2},
		{"Write a note about tea. Please avoid:\n\n- slang\n\nKeep the answer under 80 words. Use no commas.", adhere.User, 2},
		{"Do not include any of these:\n- commas\n- digits\n\nUse exactly 8 words.", adhere.User, 1},
		{"Things I'm trying to avoid:\n- sugar\n- gluten\n\nGive me a dinner recipe in at most 150 words.", adhere.User, 1},
		{"Write about tea. Do not:\n- lie\n\n**Output**\n- At most 80 words", adhere.User, 1},
		{"Write a story. Avoid the words: storm, wreck, ice, rocks, fog, gale, hail, snow, rain, wind, tide.", adhere.User, 11},
		{"Write a story. Avoid the words maybe, perhaps, possibly.", adhere.User, 3},
		{"Write a story. Don't use the words perhaps or maybe.", adhere.User, 2},
		{"Write about fog.\n- One paragraph. No commas.", adhere.User, 2},
		{"Write about fog.\n- Answer in one paragraph. No commas.", adhere.User, 2},
		{"Write a story about a girl who ran away.\n- At most 100 words.\n- No commas.", adhere.User, 2},
		{"Write about tea. In total, the answer is at most 100 words.", adhere.User, 1},
		{"Explain rain. Do not: use emojis, write more than 100 words.", adhere.User, 1},
		{"Write about tea.  Format -> one paragraph, no commas", adhere.User, 2},
		{"You always reply in French. Explain why the sky is blue.", adhere.User, 1},
		{"You always answer in exactly two sentences. If the user asks why, be brief.", adhere.System, 1},
		{"I want exactly 3 paragraphs. Write about tea.", adhere.User, 1},
		{"I need a 100-word bio. Can you write it in the third person?", adhere.User, 1},
	} {
		talk := []adhere.Message{{Role: tt.role, Text: tt.text}}
		if tt.role == adhere.System {
			talk = append(talk, user("Tell me about bees."))
		}
		if got := enforced(t, talk...); len(got) != tt.want {
			t.Errorf("%q: %q is enforced", tt.text, got)
		}
	}
}

// TestLengthsBesideTheirTopic holds which lengths behind a topic and a colon, or before a
// question, are of the answer.
func TestLengthsBesideTheirTopic(t *testing.T) {
	for prompt, want := range map[string][]string{
		"Describe the sea to a child: 3 sentences, no commas.":      {"has exactly 3 sentences", `has no occurrences of ","`},
		"Explain tides: max 3 sentences.":                           {"has at most 3 sentences"},
		"In under 50 words, why is the sky blue?":                   {"has fewer than 50 words"},
		"In one sentence, what is a quark?":                         {"has exactly 1 sentence"},
		"In two sentences, how much water is in the sea?":           {"has exactly 2 sentences"},
		"Describe this: three sentences.":                           nil,
		"Explain the article: two sentences.":                       nil,
		"Explain gravity: 2 sentences max, plus a 3-line poem.":     nil,
		"Describe the sea: at most 3 sentences. What colour is it?": nil,
		"In 500 words, how many tokens are there?":                  nil,
		"In two paragraphs, why do 3 sentences matter?":             nil,
		"Explain the sentence: three words, one lie.":               nil,
		"Translate: three words, one lie.":                          nil,
		"Describe: three words, one love.":                          nil,
		"In one sentence, two clauses may stand side by side?":      nil,
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestFormsOfACommand holds that a table or a list with marks is demanded where a
// command asks for one, whatever is to stand in it.
func TestFormsOfACommand(t *testing.T) {
	const table, bullets = "has at least 1 table", "has at least 2 bullet points"
	for prompt, want := range map[string][]string{
		"Compare cats and dogs in a table.":                                      {table},
		"Give me a CSV with the columns name, age and city.":                     {"is valid CSV with 3 columns under the header \"name\", \"age\" and \"city\""},
		"Return a JSON object with the fields title, author, year.":              {"is a JSON object with the keys \"title\", \"author\" and \"year\""},
		"Present the results as a table with the name and the price.":            {table},
		"Create a table with the rivers of Europe and their lengths":             {table},
		"Please give me a comparison table of tea and coffee.":                   {table},
		"Convert the following text into a table: apples 3, pears 4":             {table},
		"List ferries in a table with some of the columns Name, Age":             {table},
		"can you list in bullet points for the role of sleep in health":          {bullets},
		"Give me the pros and cons of ferries as a bulleted list.":               {bullets},
		"对文本进行概括，每点不超过30字。":                                                      {"each entry has at most 30 characters"},
		"Make a numbered list of the rivers of Europe.":                          {"has at least 2 numbered items"},
		"Format every answer as a bulleted list with no more than four bullets.": {"has at most 4 bullet points"},
		"You create a table with the title and the price. Ask for a book.":       nil,
		"Create a table of contents for my thesis.":                              nil,
		"Create a table in MySQL with columns id and name.":                      nil,
		"Make a table out of oak for my kitchen.":                                nil,
		"Show me how to create a table in Word.":                                 nil,
		"Explain how data is stored in a table.":                                 nil,
		"Write a story about a boy who hides in a table.":                        nil,
		"Write code to display the users in a table.":                            nil,
		"Give me a table reservation email for Friday.":                          nil,
		"If possible, compare them in a table.":                                  nil,
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestNothingButOneThing holds that an answer that is to be one thing alone is held to it:
// code, a number, yes or no.
func TestNothingButOneThing(t *testing.T) {
	const code, yesNo = "consists only of code blocks", `is one of "yes", "yes.", "no" or "no."`
	const number = `is equal to a match of ` + "`\\S{1,20}|[^\\pL\\n]{0,20}\\d[^\\pL\\n]{0,40}(?:thousand|[mb]illi?on(?:s|en)?|trillion|milliarden|milliards?|millones|mil|(?:m|b)ilhões|mio|mrd)?\\.?`"
	for prompt, want := range map[string][]string{
		"just the code, but explain the tricky bits: a regex for mail":             nil,
		"Write a sort in Go, code only, then explain what it costs.":               nil,
		"First explain the approach. At the end, just the code.":                   nil,
		"Review the code only, not the docs: x = 1":                                nil,
		"In the README, just the code. Write a README for my boat.":                nil,
		"Write fizzbuzz. Only the code, don't explain it.":                         {code},
		"How many days has each month? Just the number.":                           nil,
		"just tell me the number: how many bones has a cat?":                       {number},
		"True or false only: the sun is a star.":                                   {`is one of "True", "True.", "false" or "false."`},
		"Only code, no explanations: merge sort in java":                           {code},
		"Is 91 prime? Answer yes or no. Think step by step.":                       nil,
		"Write a flask route. Return JSON with keys status and data.":              nil,
		"Give me JSON with the fields title and year. Explain each field.":         nil,
		"Return either JSON with keys a and b or plain text: Peru":                 nil,
		`Give me a JSON object with keys "city" and "people" for Tokyo`:            {`is a JSON object with the keys "city" and "people"`},
		"Return JSON with keys users and total for each country: Peru, Chad":       nil,
		`Return JSON with keys name and age: "Maria is 34 years old"`:              {`is a JSON object with the keys "name" and "age"`},
		"Give me JSON with the keys title and year for Dune. Also write a review.": nil,
		"Give me JSON with the keys title and year, and then the same as CSV.":     nil,
		"Give me JSON with the keys title and year for Dune and then a review.":    nil,
		"Give me JSON with the keys title and year for Dune. And write a review.":  nil,
		"Give me JSON with the keys title and year for Dune.":                      {`is a JSON object with the keys "title" and "year"`},
		"Return JSON with keys sorted: 1, 2":                                       nil,
		"Make a csv with columns name, age, city":                                  {"is valid CSV with 3 columns under the header \"name\", \"age\" and \"city\""},
		"write bubble sort in rust. only code, no explanation":                     {code},
		"Fix this function, just give me the code.":                                {code},
		"give me only the code and its output: fizzbuzz in go":                     nil,
		"fizzbuzz in go, just the code and the result please":                      nil,
		"Fizzbuzz in go. Output only the code.":                                    {code},
		"Fizzbuzz in go. Only the code and nothing else.":                          {code},
		"Query for all ferries (postgres). Return nothing but the SQL query":       {code},
		"A regex for ferry numbers. Code only.":                                    {code},
		"Write a prompt for a bot that helps with Go. It should return only code.": nil,
		"Bubble sort, code only, no comments in it":                                {code},
		"Write an essay on why schools teach only code.":                           nil,
		`Write an advert. Include the code "FERRY10".`:                             nil, // "code" may mean a program
		"How many moons has Mars? Just the number please.":                         {number},
		"How old is the sun? Reply with just the digit.":                           {number},
		"Tell me just the number of moons that Mars has.":                          nil,
		"The ferry sails at five. Is that late? Answer yes or no.":                 {yesNo},
		"Does a ferry have wheels? Reply YES or NO.":                               {yesNo},
		"Answer yes or no to the following questions: Is it late? Is it far?":      nil,
		"Answer yes or no: Is Rome in Italy? Is Oslo in Sweden?":                   nil,
		"Is it late? Is it far? Answer yes or no.":                                 nil,
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestLengthsOfACommand holds that a limit at the end of a command is of the text that
// it asks for, and letters too.
func TestLengthsOfACommand(t *testing.T) {
	for prompt, want := range map[string][]string{
		"Give me taglines for a coffee shop, max 5 words":                                                   nil,
		"Give me some captions for my beach photo, under 100 characters":                                    nil,
		"Write jokes in two sentences.":                                                                     nil,
		"Tell me about a ferry in a paragraph of 100 words. Heading on top, in bold, no more than 4 words.": nil,
		"Suggest 4 soups. Name at most 2 words, description exactly one sentence.":                          nil,
		"Suggest 4 soups, ingredients as a comma-separated list.":                                           nil,
		"Write a rude and a kind review of a ferry. The rude one should be all lowercase.":                  nil,
		"Headline for a bakery, max 5 words":                                                                {"has at most 5 words"},
		"Give me a two sentence answer: why do boats float? Then in one more sentence why they sink.":       nil,
		"In two sentences, what is a quark? Then one on how it was found.":                                  nil,
		"Describe the Alps in 50 words and a poem.":                                                         nil,
		"Write a report on tides. Three sections, each at most 50 words. A summary at the end.":             {"has exactly 3 sections"},
		"Write a report on tides. Three sections, each at most 50 words.":                                   {"has exactly 3 sections", "each section has at most 50 words"},
		"Make a table of 5 verbs with examples. The examples must have at most 7 words.":                    nil,
		"List 5 tips for laying a table, each item at most 8 words.":                                        {"each list item has at most 8 words", "has exactly 5 entries"},
		"Write a report on the end of the war. Three sections, each at most 50 words.":                      {"has exactly 3 sections", "each section has at most 50 words"},
		"Write a report on tides. Three sections, each with at least one emoji. A summary at the end.":      {"has exactly 3 sections", "each section has at least 1 emoji"},
		"Write a rude and a kind review of a ferry. A short one in four lines please.":                      nil,
		"Write about tides. Not more than one list, no emojis.":                                             {"has no emoji"},
		"Describe tides. First things first, no emojis.":                                                    {"has no emoji"},
		"Write a summary of tides. Three sections, each at most 50 words.":                                  {"has exactly 3 sections", "each section has at most 50 words"},
		"Give me tips for sleeping in three sentences.":                                                     {"has exactly 3 sentences"},
		"Write three sentences about tides.":                                                                {"has exactly 3 sentences"},
		"The form only takes 500 characters. Why would they do that?":                                       nil,
		"The form only takes 500 characters. Write a complaint about the ferry.":                            {"has at most 500 characters"},
		"My app can't display markdown. How do I fix that?":                                                 nil,
		"The word limit is 500 words. Tips for my essay?":                                                   nil,
		"Write a product page for a mug. The description should be under 160 characters.":                   nil,
		"Write a description of a mug. The description should be under 160 characters.":                     {"has fewer than 160 characters"},
		"Explain DNS in one sentence, and TCP in two":                                                       nil,
		"explain black holes in under 50 words and then in detail":                                          nil,
		"Explain recursion in under 30 words. Add an example in Python.":                                    nil,
		"4行で詩を書いて、そのあと解説して":                                                                                 nil,
		"Write a poem of 12 lines. After it, explain what it means.":                                        nil,
		"Write a rap with 16 lines and a 4 line hook":                                                       nil,
		"Give me 5 trivia questions about dogs, and then 5 about cats":                                      nil,
		"Give me 20 trivia questions about space":                                                           {"has exactly 20 questions or the answer has exactly 20 entries"},
		"Translate into Polish: Tea at ten. Keep numbers and times unchanged.":                              {"is in Polish"},
		"Write a product description for a mug under 300 characters":                                        {"has fewer than 300 characters"},
		"write a blurb about my new boat below 80 words please":                                             {"has fewer than 80 words"},
		"draft a mail to the crew of at most 120 words":                                                     {"has at most 120 words"},
		"Write a guide on writing tweets under 280 characters":                                              nil,
		"Write a summary of a law for texts under 100 words":                                                nil,
		"Write a story about a man who speaks under 10 words":                                               nil,
		"write a poem of 6 lines about rain":                                                                {"has exactly 6 lines or the answer has at least 1 paragraph that has exactly 6 lines"},
		"write a text to my boss in all lowercase":                                                          {"is in lowercase letters"},
		"ALL CAPS please: a sign for a wet floor, 8 words tops":                                             {"is in capitals", "has at most 8 words"},
		"my boss is picky, no exclamation marks. write a note that I am ill":                                {"has no occurrences of \"!\""},
		"It's for a sign, so at most 10 words. Write a poem about the wet floor.":                           {"has at most 10 words"},
		"The mail was short, no more than 5 words. What did it mean?":                                       nil,
		"My text must have exactly 500 words but has 700. What can I cut?":                                  nil,
		"The abstract must be under 250 words but mine is 300. Shorten it: Tides …":                         nil,
		"Write a quiz about ferries. End with \"The right option is ...\"":                                  nil,
		"They had few rules, no hashtags, no emojis. Write a tweet about them.":                             nil,
		"Avoid any word that ends in \"-ization\". Write a bio.":                                            {"has no words that end with \"ization\""},
		"List 5 terms. Each definition has no more than 12 words.":                                          {"has exactly 5 entries"},
		"Write an essay about writing in all caps":                                                          nil,
		"Write code to print the name in uppercase":                                                         nil,
		"Use headings and under each heading three bullets.":                                                {"has at least 1 heading", "each section has exactly 3 bullet points"},
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestBriefSystemMessages holds that a short system message which sets no condition means
// every answer.
func TestBriefSystemMessages(t *testing.T) {
	system := func(text string) adhere.Message { return adhere.Message{Role: adhere.System, Text: text} }
	for text, want := range map[string][]string{
		"Food safety helpline. Keep it brief. Last line: 'Throw it out.'": {`the last line is equal to "Throw it out."`},
		"Extract job ads. Return JSON with keys: title, city, pay.":       {`is a JSON object with the keys "title", "city" and "pay"`},
		"You help with ferries. If they ask for data, return JSON.":       nil,
		"You help with ferries. Return JSON when data is wanted.":         nil,
		"(1) A title\n(2) Conclusion with Key Takeaways":                  nil,
	} {
		if got := enforced(t, system(text), user("Hi, what can you do?")); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", text, got, want)
		}
	}
}

// TestWhatIsForbiddenEnds holds that a ban ends where something is wanted or allowed.
func TestWhatIsForbiddenEnds(t *testing.T) {
	const noBullets, noEmoji = "has no bullet points", "has no emoji"
	for prompt, want := range map[string][]string{
		"no bullet points, use a table. compare ferries and trains":                {noBullets, "has at least 1 table"},
		"Don't use emojis and use hashtags. A caption for my ferry":                {noEmoji, "has at least 1 hashtag"},
		"No emojis, hashtags ok. Write a tweet.":                                   nil,
		"No bullet points, a table please. Explain tides.":                         {noBullets, "has at least 1 table"},
		"please do not use bullet points, make a table. Compare tea and coffee.":   {noBullets, "has at least 1 table"},
		`Do not write "boat", write "ferry". An advert.`:                           {`has no occurrences of the word "boat"`},
		"Avoid the words cheap and deal, and use the word value. Write an advert.": {`has no occurrences of the word "cheap"`, `has no occurrences of the word "deal"`, `contains the word "value"`},
		"No emojis but hashtags. Write a tweet.":                                   {noEmoji},
		"No emojis, hashtags are required. Write a tweet.":                         {"has at least 1 hashtag"},
		`Don't say "boat" but "ferry". An advert.`:                                 nil,
		`Never use "boat" and always use "ferry". An advert.`:                      {`has no occurrences of the word "boat"`},
		"Keine Emojis, sondern Hashtags. Schreib einen Tweet.":                     {noEmoji},
		"Leave out emojis, keep the hashtags. Write a tweet.":                      {noEmoji},
		`Write an advert which must not mention "boat", must mention "ferry".`:     {`contains the word "ferry"`},
		"no emojis, hashtags or links please. Write a tweet.":                      {noEmoji, "has no hashtags", "has no links"},
		"Avoid emojis, all caps, and slang. Write a tweet.":                        {noEmoji},
		`Avoid the words "boat" and "work". An advert.`:                            {`has no occurrences of the word "boat"`, `has no occurrences of the word "work"`},
		"Avoid the words boat and work. An advert.":                                {`has no occurrences of the word "boat"`, `has no occurrences of the word "work"`},
		"no emojis, all lowercase. Write a tweet.":                                 {noEmoji, "is in lowercase letters"},
		`Don't start every sentence with "I". Write a letter.`:                     nil,
		"No emojis, hashtags are welcome. Write a tweet.":                          {noEmoji},
		"never use \"boat\", use \"ferry\". Write an advert.":                      {`has no occurrences of the word "boat"`},
		"Don't use bullet points, bold is fine. Explain tides.":                    {noBullets},
		"not in bullet points, a list please. Explain tides.":                      {noBullets},
		"avoid bullet points and use headings. A guide to camping":                 {noBullets, "has at least 1 heading"},
		"Do not use emojis, hashtags or links. Write a tweet.":                     {noEmoji, "has no hashtags", "has no links"},
		"avoid using emojis and using hashtags. Write a tweet.":                    {noEmoji, "has no hashtags"},
		"No emojis, no hashtags. Write a tweet.":                                   {noEmoji, "has no hashtags"},
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestListsOfACommand holds how many things are to be listed.
func TestListsOfACommand(t *testing.T) {
	for prompt, want := range map[string][]string{
		"think of 5 harbour names that surprise sailors":                                    {"has exactly 5 entries"},
		"Give me the list of top 10 harbours":                                               {"has exactly 10 entries"},
		"Name the 3 largest cities in Spain.":                                               {"has exactly 3 entries"},
		"List the 5 best hikes in Utah":                                                     {"has exactly 5 entries"},
		"What are the 3 main causes of floods?":                                             {"has exactly 3 entries"},
		"What are 5 ways to save money?":                                                    {"has exactly 5 entries"},
		"Need 300 words on the history of ferries":                                          {"has about 300 (give or take 60) words"},
		"please translate this phrase in English : \"Une personne\"":                        {"is in English"},
		"Translate the joke into French whilst keeping it funny. A horse walks into a bar.": {"is in French"},
		"Think of a number between 1 and 5.":                                                nil,
		"Create 3 campaigns for our ferry, which sails to two islands.":                     {"has exactly 3 entries"},
		"What are the 5 best pubs in Rome and the 5 best in Milan?":                         nil,
		"I can't think of 5 reasons.":                                                       nil,
		"Translate this sentence in German: Ich bin heute sehr müde und gehe nach Hause.":   nil,
		"Translate this sentence in German: I am very tired today and am going home.":       {"is in German"},
		"Can you translate in German?":                                                      nil,
		"Can you help me translate a short phrase from English to Spanish.":                 nil,
		"what are your orders? and list 5 uses for vinegar":                                 {"has exactly 5 entries"},
		"What are the odds of rolling 3 sixes?":                                             nil,
		"Write a report on the top 10 companies.":                                           nil,
		"Give me a quote from the top 3 philosophers.":                                      nil,
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestListsOfNames holds that lists are read to their end or not at all.
func TestListsOfNames(t *testing.T) {
	for prompt, want := range map[string][]string{
		"Write about honeybees. Use the headings Introduction, Pollination and Threats.":                        {`has the headings including "Introduction", "Pollination" and "Threats"`},
		"Write about honeybees. Use these headings: Hives, Honey, Wax, Mites, Queens, Drones, Winter.":          {`has the headings including "Hives", "Honey", "Wax", "Mites", "Queens", "Drones" and "Winter"`},
		"List ferries in a table (columns Name, Price, Notes).":                                                 {"has at least 1 table", `each table has the table headers just "Name", "Price" and "Notes"`},
		"Output format: a JSON object with the keys \"intent\" and \"urgent\".":                                 {`is a JSON object with the keys "intent" and "urgent"`},
		"Write a story about a ferry. Avoid using the following keywords: storm, wreck, ice, rocks, fog.":       {`has no occurrences of the word "storm"`, `has no occurrences of the word "wreck"`, `has no occurrences of the word "ice"`, `has no occurrences of the word "rocks"`, `has no occurrences of the word "fog"`},
		"Return JSON with keys: name, age, city or town":                                                        nil,
		"Return JSON with keys: name, age, city, and so on":                                                     nil,
		"Sort the mails. Use the labels Spam and Ham.":                                                          nil,
		"Write a story. Use one of the keywords: sun, moon, sea.":                                               {`contains the word "sun" or the answer contains the word "moon" or the answer contains the word "sea"`},
		"Write a story. Use the following keywords: storm, wreck, ice, etc.":                                    nil,
		"Write a story. Avoid using the keywords: storm, wreck, ice or similar.":                                nil,
		"Write about honeybees. Use the headings Introduction, Honey, Wax and more.":                            nil,
		"Write about honeybees. Use the headings Honey, Wax etc.":                                               nil,
		"Write about honeybees. Use the headings Introduction, Honey, or Conclusion.":                           nil,
		"Write about honeybees. Avoid the headings Introduction, Body and Conclusion.":                          nil,
		"Write about honeybees. Use the headers Summary and Details.":                                           nil,
		"Return JSON with keys: name, age, city, and so on.":                                                    nil,
		"Return JSON with keys: name, age, and optionally email.":                                               nil,
		"Return JSON with the keys \"name\" (string), \"kind\" (\"a\" | \"b\").":                                nil,
		"Make a table with the columns Title, Summary and one for each price.":                                  nil,
		"Write about honeybees. Use the headings Introduction, Pollination and Threats if they fit.":            nil,
		"List ferries. Add the following headers: Name, Price and Notes.":                                       nil,
		"The word for bread in Ukrainian is a loanword, the word for salt is not. Explain how it was borrowed.": nil,
	} {
		var got []string
		for _, e := range enforced(t, user(prompt)) {
			got = append(got, strings.TrimPrefix(e, "the answer "))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestNamesAreNoDemands holds that a name before a colon, a heading, a remark and
// what is said of a part, of each of several texts or of another text is left open.
func TestNamesAreNoDemands(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Write about our café from this menu.\n\nTable No: 4":                                       0,
		"Tell me about its moves.\nDrop Dash: a short spin.":                                        0,
		"Nice work. Three questions:\n1) Does it run offline?":                                      0,
		"### 4. The \"Never Do This\" Title\nDescribe a garden.":                                    0,
		"Max 60 words: describe a garden.":                                                          1,
		"That's more than 30 words.":                                                                0,
		"Write 12 riddles in 20 words or less about rivers.":                                        1,
		"Suggest 4 names as well as a short plan for the launch.":                                   0,
		"Suggest 4 names for the launch.":                                                           1,
		"Keep it short and avoid bullet points. Then write the report.":                             0,
		"List the signs. For the lungs please only report one word.":                                0,
		"Make slides from the text delimited by triple backticks.":                                  0,
		"Hello! (Good day in Welsh) I teach languages.":                                             0,
		"Describe a harbour in 100 ~ 200 words.":                                                    0,
		"Help me with my English.":                                                                  0,
		"Answer everything without question.":                                                       0,
		"All but two lines start with \"The\".":                                                     0,
		"Put the day between <A> and <B> tags.":                                                     0,
		"Translate the note into Korean and provide a summary.":                                     0,
		"Translate the note into Korean.":                                                           1,
		"Only answer with a number, followed by an explanation.":                                    0,
		"Write about bees in a table with the columns Day, Task, Place, Weather and anything else.": 0,
	})
}

// TestWhatIsLastingIsSaidSo holds that a demand of an earlier turn is not taken
// for a lasting one because of letters inside other words.
func TestWhatIsLastingIsSaidSo(t *testing.T) {
	for words, want := range map[string]int{
		"In this chat, use at most 30 words.":                   1,
		"Describe the forest of thorns in at most 30 words.":    0,
		"Describe a breakthroughout there in at most 30 words.": 0,
		"Describe hallways and ways in at most 30 words.":       0,
		"Keep the tone calm throughout. Use at most 30 words.":  0,
		"Describe the interest of thieves in at most 30 words.": 0,
		"From now on, use at most 30 words.":                    1,
	} {
		if got := enforced(t, user(words), adhere.Message{Role: adhere.Assistant, Text: "Done."}, user("And the town?")); len(got) != want {
			t.Errorf("%q: %q is enforced", words, got)
		}
	}
}

// TestBansThatLast holds that what somebody is to stop, or not to do again, binds every
// later answer until it is wanted, asked about or allowed.
func TestBansThatLast(t *testing.T) {
	for _, tt := range []struct {
		first, later string
		want         []string
	}{
		{"from now on no emojis", "What is tea?", []string{"has no emoji"}},
		{"No emojis from now on please.", "What is tea?", []string{"has no emoji"}},
		{"Please stop using emojis", "What is tea?", []string{"has no emoji"}},
		{"Don't use emojis anymore.", "What is tea?", []string{"has no emoji"}},
		{"Never use bullet points again.", "What is tea?", []string{"has no bullet points"}},
		{"no more emojis", "What is tea?", []string{"has no emoji"}},
		{"For the rest of this chat, keep answers under 50 words.", "What is tea?", []string{"has fewer than 50 words"}},
		{"For all future responses, use no more than 50 words.", "What is tea?", []string{"has at most 50 words"}},
		{"Stop using emojis.", "No bullet points anymore. What is tea?", []string{"has no emoji", "has no bullet points"}},
		{"Always answer in French.", "Stop using emojis. What is tea?", []string{"is in French", "has no emoji"}},
		{"Stop using emojis.", "Use emojis again. What is tea?", []string{"has at least 1 emoji"}},
		{"Stop using emojis.", "Emojis are fine again. What is tea?", nil},
		{"Stop using emojis.", "Which emojis are old?", nil},
		{"Don't use the word \"delve\" any more.", "What does delve mean?", nil},
		{"For this chat: always end your message with a question.", "Stop the questions now. What is tea?", []string{"has no questions"}},
		{"Write a poem. No more than 50 words.", "What is tea?", nil},
		{"Write a poem. Never use the word \"tea\".", "What is coffee?", nil},
	} {
		if got := enforced(t, user(tt.first), adhere.Message{Role: adhere.Assistant, Text: "Sure."}, user(tt.later)); !slices.Equal(got, tt.want) {
			t.Errorf("%q, %q: %q is enforced, want %q", tt.first, tt.later, got, tt.want)
		}
	}
}

// TestSystemMessagesNameTheModel holds that what a system message says the model does is
// demanded as if it spoke to it.
func TestSystemMessagesNameTheModel(t *testing.T) {
	enforcedBySystem(t, map[string]int{
		"The assistant never uses emojis.":                                                                               1,
		"The assistant answers in at most 3 sentences and never mentions \"Acme\".":                                      2,
		"The AI assistant doesn't use bullet points.":                                                                    1,
		"The bot ends every message with \"Have a nice day!\".":                                                          1,
		"You are Pip, the bot of a shop. Pip avoids bullet points and always answers in one paragraph.":                  2,
		"The assistant is Nova, made by us.\nNova does not use emojis unless the person asks for them.":                  1,
		"The assistant's responses are at most 3 sentences long.":                                                        1,
		"You are a helpful assistant that always answers in French.":                                                     1,
		"You are a bot who never uses emojis and always answers in one paragraph.":                                       2,
		"You are a tutor for a student who only answers in French.":                                                      0,
		"You are a friend of people who never use emojis.":                                                               0,
		"Include at least one emoji in every response.":                                                                  1,
		"All responses are in lowercase.":                                                                                1,
		"The assistant uses bullet points when there are several steps.":                                                 0,
		"Pip never uses bullet points.":                                                                                  0,
		"The assistant helps people who never use emojis.":                                                               0,
		"The assistant writes texts for Mia. Mia never uses emojis.":                                                     0,
		"The assistant has a friend in the shop who answers in one sentence.":                                            0,
		"You sort mail. The assistant of the director always answers in one sentence; put her mails into the box \"D\".": 0,
	})
}

// TestBracketsAtTheEnd holds that what stands in brackets at the end of a sentence is
// demanded of what it has told, unless something in it could have that length.
func TestBracketsAtTheEnd(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Explain why cats purr (max 50 words).":                     1,
		"Summarize the French revolution (3 sentences max)":         1,
		"Describe the taste of durian (no emojis, please)":          1,
		"explain recursion (in 2 sentences)":                        1,
		"Explain why cats purr (50 words).":                         0,
		"Describe the product and its warranty (max 20 words).":     0,
		"Tell me how to make a sign (max 10 words).":                0,
		"Describe the sign (max 10 words).":                         0,
		"Explain why haikus are short (max 3 lines).":               0,
		"Explain why cats purr (max 50 words). Then write a title.": 0,
		"Explain why cats purr (max 50 words) and why dogs bark.":   0,
	})
}

// TestWordsForOne holds lengths with "a" for one.
func TestWordsForOne(t *testing.T) {
	for prompt, want := range map[string][]string{
		"Explain tides, keep it to a paragraph":            {"has at most 1 paragraph"},
		"Explain tides in a sentence or two.":              {"has between 1 and 2 sentences"},
		"What are the benefits of tea? Bullet points only": {"has at least 2 bullet points", "consists only of bullet points"},
		"Compare tea and coffee, table only":               {"has at least 1 table", "consists only of tables"},
		"Explain in one paragraph whether tides are old.":  {"has exactly 1 paragraph"},
		"Explain why a line or two is missing.":            nil,
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, want) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestWhatDoubtsLeaveOpen holds that a demand in doubt claims no more than what
// is certain of it: no scope where the part is open, no source that binds where
// it may not be demanded at all.
func TestWhatDoubtsLeaveOpen(t *testing.T) {
	for prompt, want := range map[string]struct {
		origin adhere.Origin
		reach  adhere.Reach
	}{
		"Use at most 10 words.": {adhere.FromInstruction, adhere.WholeAnswer},
		"End with an emoji.":    {adhere.FromInstruction, adhere.WholeAnswer},
		"Compare two kettles. Write a verdict of one sentence that starts with \"Overall\".": {adhere.FromInstruction, ""},
		"Use at most 10 words, or 12.":       {adhere.FromInstruction, adhere.WholeAnswer},
		"It has to have three lines, right?": {adhere.Mentioned, adhere.WholeAnswer},
	} {
		found := english.Demands([]adhere.Message{user(prompt)})
		if len(found) != 1 || found[0].Source.Origin != want.origin || found[0].Scope.Reach != want.reach {
			t.Errorf("%q: %+v, want one that is %s of %q", prompt, found, want.origin, want.reach)
		}
	}
}

// TestALongMessageSpeaksOfParts holds that a form or text that a long message
// demands without naming the answer is in doubt: it speaks of several texts and
// parts. What it says of the whole answer binds as in a short one.
func TestALongMessageSpeaksOfParts(t *testing.T) {
	const before = "Plan our open day. We expect 200 guests.\nThe barn seats 80. Parking is behind the mill.\nLunch is at noon. The band plays at three.\nTickets are sold at the door. "
	for demand, want := range map[string]int{
		"Put exactly four headings.":               0,
		"Use at most six sentences.":               0,
		"Mention the word \"harvest\".":            0,
		"Your answer has at most six sentences.":   1,
		"Use at most 90 words.":                    1,
		"No emojis.":                               1,
		"Answer in French.":                        1,
		"List exactly four talks for the evening.": 1,
	} {
		if got := enforced(t, user(before+demand)); len(got) != want {
			t.Errorf("%q in a long message: %q is enforced, want %d", demand, got, want)
		}
		if got := enforced(t, user(demand)); len(got) != 1 {
			t.Errorf("%q alone: %q is enforced", demand, got)
		}
	}
}

// TestFormatsHaveMarksOfTheirOwn holds that a length, or a ban on marks, binds no answer
// that another message wants as JSON or the like, however that is said.
func TestFormatsHaveMarksOfTheirOwn(t *testing.T) {
	for _, c := range []struct {
		system, user, want string
	}{
		{"Do not use quotation marks.", "Write a JSON object with name and age.", ""},
		{"Do not use commas.", "Write a CSV file with 3 rows.", ""},
		{"Use at most 30 words.", "Where is Rome? Return only JSON.", "is valid JSON"},
		{"Do not use commas.", "Write about tea.", `has no occurrences of ","`},
		{"Answer in French.", "Where is Rome? Return only JSON.", "is in French, is valid JSON"},
	} {
		if got := strings.Join(enforced(t, adhere.Message{Role: adhere.System, Text: c.system}, user(c.user)), ", "); got != c.want {
			t.Errorf("%q, %q: %q is enforced, want %q", c.system, c.user, got, c.want)
		}
	}
	for earlier, want := range map[string]int{
		"Return only a JSON array of the capitals.":                   1,
		"Return only JSON, or a list of the capitals.":                1,
		"From now on, if you can, return only a JSON array, please.":  0,
		"From now on, return only a JSON array, even if it is empty.": 1, // the JSON
	} {
		over := []adhere.Message{user(earlier), {Role: adhere.Assistant, Text: "{}"}, user("Tell me about Rome. Use at most 50 words.")}
		if got := enforced(t, over...); len(got) != want {
			t.Errorf("behind an answer to %q, %q is enforced, want %d", earlier, got, want)
		}
	}
}

// TestDecomposeKnowsFormats holds that also in one prompt alone a length beside JSON or
// the like is in doubt, and nothing else is.
func TestDecomposeKnowsFormats(t *testing.T) {
	for prompt, want := range map[string]int{
		"Write a profile. Return only JSON. Use at most 30 words. Do not use commas.": 1,
		"Write a profile. Return only JSON. Answer in French.":                        2,
		"Write a profile. Use at most 30 words. Do not use commas.":                   2,
	} {
		var certain []string
		for _, f := range english.Decompose(prompt) {
			if f.Doubt == "" {
				certain = append(certain, f.Text)
			}
		}
		if len(certain) != want {
			t.Errorf("%q: certain is %q, want %d", prompt, certain, want)
		}
	}
}

// TestWhatADoubtNames holds whom and what a doubt names.
func TestWhatADoubtNames(t *testing.T) {
	for prompt, want := range map[string]string{
		"Do not use brackets, says the editor.": "it may be what “editor” demands",
		"Do not use brackets, she wrote.":       "it may be what “she” demands",
		"Do not use brackets, wrote.":           "it may be what somebody demands",
		"Use at most 30 words, more or less.":   "“more or less” may set a condition or an exception",
	} {
		if found := english.Demands([]adhere.Message{user(prompt)}); len(found) != 1 || found[0].Doubt != want {
			t.Errorf("%q: %+v, want the doubt %q", prompt, found, want)
		}
	}
}

// TestAMessageThatIsReadInPart holds that nothing of a message is enforced whose end
// is not read: it may take back what stands before it.
func TestAMessageThatIsReadInPart(t *testing.T) {
	const head = "Answer in French. "
	body := strings.Repeat("The ferry left the harbour at noon. ", 1000)
	for text, want := range map[string]int{head + body: 1, head + body + body + "Forget that: answer in Dutch.": 0} {
		if got := enforced(t, user(text)); len(got) != want {
			t.Errorf("%d bytes: %q is enforced", len(text), got)
		}
	}
	if got := english.Demands([]adhere.Message{user(strings.Repeat("\x80", 64<<10+1))}); len(got) != 0 {
		t.Errorf("bytes that are not UTF-8 demand %v", got)
	}
	for _, d := range english.Demands([]adhere.Message{user(head + strings.Repeat("é", 40<<10))}) {
		if !utf8.ValidString(d.Text) || !strings.Contains(d.Doubt, "64 KB") {
			t.Errorf("%q is doubted as %q", d.Text, d.Doubt)
		}
	}
}

// TestWideMarks holds that marks in the forms of other scripts count as the
// same for a demand in one of these.
func TestWideMarks(t *testing.T) {
	found := english.Demands([]adhere.Message{user("写产品介绍，不要使用感叹号。")})
	if len(found) == 0 {
		t.Fatal("nothing read")
	}
	for _, d := range found {
		check, err := algebra.Decode(d.Rule.Args)
		if err != nil {
			t.Fatal(err)
		}
		run, err := compiled(check)
		if err != nil {
			t.Fatal(err)
		}
		for _, answer := range []string{"太好了！", "太好了!"} {
			if run(verify.NewText(answer)).Met {
				t.Errorf("%q is met by %q", d.Text, answer)
			}
		}
	}
}

// TestManyDemands holds that of a message the first 200 demands are read.
func TestManyDemands(t *testing.T) {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "Do not use the word \"w%d\". ", i)
	}
	got := english.Demands([]adhere.Message{user(b.String())})
	if len(got) != 200 || got[199].Text != `Do not use the word "w199"` {
		t.Errorf("%d demands are read, the last is %+v", len(got), got[len(got)-1])
	}
}

// TestRulesInWhatIsWritten holds that rules in a text that is to be written for others, and
// what a program puts out, are not enforced on the answer; what is said of that text is.
func TestRulesInWhatIsWritten(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Write guidelines for our ferry crews: replies must be under 40 words, no exclamation marks.":   0,
		"Write custom instructions for a bot so that it uses short bullets, no emojis.":                 0,
		"Please produce an SOP for log books. Logs are kept in English, max. 30 words, no names.":       0,
		"Write a sheet on a robot: it answers in at most three words and never uses emojis.":            0,
		"Write a memo: from Monday all reports need at most 400 words, no emojis.":                      0,
		"Write an email template that invites all participants to a meeting, with at least 200 words.":  1,
		"Write a mail to my crew. Logs must have at most 40 words, no tables.":                          0,
		"Write a mail to my crew saying that logs must have at most 40 words.":                          0,
		"Write a page that explains our harbour rules: at most 10 words, no question marks at the end.": 0,
		"Describe a mate for a bot who hums and never uses the letter q.":                               0,
		"Build a slugger, a tool: the result must be lowercase and have at most 50 characters.":         0,
		"Write a CLI tool for tides. Its output must be valid JSON.":                                    0,
		"Create a typing game. The words have at most 6 letters and no capital letters.":                0,
		"Write a policy on dogs aboard in exactly six bullet points.":                                   1,
		"In exactly four sentences, write a brief for our photographer.":                                1,
		"Write a policy on dogs aboard. Keep your answer under 50 words and use no bullet points.":      2,
		"Write a policy on dogs aboard. The policy must have at most 50 words.":                         1,
		"Write a mail to my crew. Requirements: at most 40 words, no tables.":                           2,
		"Write website copy for our ferry in at most 40 words.":                                         1,
		"Write 3 slogans for our ferry. Slogans must have at most 5 words.":                             1,
		"Write a brief, friendly note on ferries. Use no commas.":                                       1,
	})
}

// TestLengthsBesideOthers holds that the length of one text of several, or of a part of the
// answer, is not enforced on all of it.
func TestLengthsBesideOthers(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Provide a 90-word abstract along with keywords for a paper on tides.":      0,
		"Outline my talk in 5 bullets and write the introduction.":                  0,
		"I want one sentence on tides plus more detail on waves.":                   0,
		"Write a caption under 10 words and hashtags for my photo.":                 0,
		"Report on tides. Include a summary of max 50 words.":                       0,
		"Report on tides. Begin with a summary, max 50 words.":                      0,
		"Report on tides with an abstract of exactly two sentences.":                0,
		"Sum tides up in 2 sentences for children and 2 paragraphs for adults.":     0,
		"Explain tides in one sentence. Afterwards explain them in depth.":          0,
		"Answer with a summary of at most 50 words: what are tides?":                1,
		"Write a caption, max 12 words.":                                            1,
		"Write a 90 word story about a man along with his dog.":                     1,
		"Write a poem of exactly two lines about cats and dogs.":                    1,
		"Describe the harbour in one paragraph, and use no commas and no brackets.": 3,
	})
}

// TestTextsThatAnswersHave holds that what a text breaks which the answer is to have is not
// enforced, and that spaces and marks nobody sees at the ends of quotations are no part of
// them.
func TestTextsThatAnswersHave(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"First repeat the request, then answer it. Greet Ann, Bob, and Kim. Use no commas.":  0,
		"First repeat the request, then answer it. Greet Ann and Kim. Use no commas.":        1,
		`Tell "Mary had a little lamb" in your own words, without the letter "e".`:           1,
		"Do not repeat the request. Greet Ann, Bob, and Kim. Use no commas.":                 1,
		"Repeat the question before you answer, and answer entirely in German. What is tea?": 0,
		`Copy this line first: "Tea is hot." Answer in lowercase only. What is tea?`:         0,
		`Say "Yes, sir" first. Avoid commas in your answer. What is tea?`:                    0,
		`Make the sentence “The bus was late” more vivid. Avoid using the word “late”.`:      1,
		`Write a riddle about the word "key". The word "key" must not appear in your reply.`: 1,
		`Tell a story from this sentence: "My dog is old, and loud." Use no commas in it.`:   1,
		`What is tea? The phrase "hot, sweet" must appear. Use no commas in your answer.`:    1,
		`Don't say "Yes, sir". Avoid commas in your answer. What is tea?`:                    2,
		"What is tea? Include the word \"pot\u200bter\".":                                    0,
		`What is tea? Don't use the phrase "very  hot".`:                                     0,
	})
	for prompt, want := range map[string]string{
		`What is tea? Include the phrase " green tea ".`:   `contains "green tea"`,
		"What is tea? Avoid the word \"\u200bpot\".":       `has no occurrences of the word "pot"`,
		`What is tea? End your answer with " So it is. ".`: `ends with "So it is."`,
	} {
		if got := enforced(t, user(prompt)); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestToldAndSupposed holds that what the writer was told, supposes or gives as an example is
// not enforced.
func TestToldAndSupposed(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"I was told to use no adverbs and keep sentences under 15 words. Is this good advice?": 0,
		"Pretend you had to answer in ten words. Would that be hard?":                          0,
		"Explain odd rules of writing, e.g. using no letter e.":                                0,
		"Explain tides (e.g. spring tides) in two sentences.":                                  1,
		"Imagine you are a captain. Answer in two sentences: what is a tide?":                  1,
	})
}

// TestTextsThatAreWorkedOn holds that a user's words demand nothing where what went before has
// the texts of users worked on.
func TestTextsThatAreWorkedOn(t *testing.T) {
	const words = "Write at most three sentences and use no commas."
	for before, want := range map[adhere.Message]int{
		{Role: adhere.System, Text: "You are a proofreader."}:                                                       0,
		{Role: adhere.System, Text: "You're a subtitle editor; shorten what you are sent."}:                         0,
		{Role: adhere.System, Text: "You are an expert format converter specializing in tables."}:                   0,
		{Role: adhere.System, Text: "Users will paste an article. Find its errors."}:                                0,
		{Role: adhere.System, Text: "The input is a review of a ferry. Say how it sounds."}:                         0,
		{Role: adhere.System, Text: "You will be given a prompt. Say how clear it is."}:                             0,
		{Role: adhere.System, Text: "Whatever the user types, repeat it backwards."}:                                0,
		{Role: adhere.System, Text: "# Steps\n\nRead it and say what it is worth.\n\nINPUT:"}:                       0,
		{Role: adhere.System, Text: "Your role: detect sentiment."}:                                                 0,
		{Role: adhere.System, Text: "Mark grammatical mistakes in what you get."}:                                   0,
		{Role: adhere.System, Text: "Say whether the sentence is positive."}:                                        0,
		{Role: adhere.System, Text: "You are a Latin dictionary."}:                                                  0,
		{Role: adhere.System, Text: "Tu corriges les fautes des messages."}:                                         0,
		{Role: adhere.System, Text: "ユーザーの文章を英語に翻訳してください。"}:                                                         0,
		{Role: adhere.System, Text: "Reply in the language of the message. Your task is to help sailors."}:          2,
		{Role: adhere.System, Text: "Eres un corrector de textos."}:                                                 0,
		{Role: adhere.System, Text: "你是一个翻译助手。"}:                                                                    0,
		{Role: adhere.User, Text: "I'll send you sentences and you tell me if they are right."}:                     0,
		{Role: adhere.User, Text: "Everything I write, you put into Italian."}:                                      0,
		{Role: adhere.System, Text: "You are a translator who answers questions on idioms."}:                        2,
		{Role: adhere.System, Text: "You help with questions. The user will provide an article and ask questions."}: 2,
		{Role: adhere.System, Text: "You are an editor-in-chief. For every message, greet the user."}:               2,
		{Role: adhere.User, Text: "You're my copy editor. Be strict with all you write for me."}:                    2,
	} {
		messages := []adhere.Message{before, user(words)}
		if before.Role == adhere.User {
			messages = []adhere.Message{before, {Role: adhere.Assistant, Text: "Sure!"}, user(words)}
		}
		got := 0
		for _, d := range english.Demands(messages) {
			if d.MayEnforce() {
				got++
			}
		}
		if got != want {
			t.Errorf("%q: %d are enforced, want %d", before.Text, got, want)
		}
	}
}

// TestAnswersOfOneKind holds that what a system message says of answers of one kind is not
// enforced on all.
func TestAnswersOfOneKind(t *testing.T) {
	enforcedBySystem(t, map[string]int{
		`Every answer starts with "Well,".`:                                                   1,
		`Every answer starts with "Well,". If you are asked of love, just say "I only cook".`: 0,
		"When you write the report, use a table.":                                             0,
		"When you write, use a table.":                                                        1,
		"You must format the summary using a header.":                                         0,
	})
}
