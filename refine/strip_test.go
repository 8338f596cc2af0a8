package refine_test

import (
	"strings"
	"testing"

	"adhere/refine"
)

func TestStripped(t *testing.T) {
	const draft = "Tea, milk and honey.\n\nDrink it warm."
	for rewrite, want := range map[string]string{
		"Corrected response: Tea and milk.":                             "Tea and milk.",
		"**Corrected response:**\n\nTea and milk.":                      "Tea and milk.",
		"## Revised Answer:\nTea and milk.":                             "Tea and milk.",
		"Here is the corrected response:\n\nTea and milk.":              "Tea and milk.",
		"Sure! Here's a revised version without commas:\nTea and milk.": "Tea and milk.",
		"Hier ist die korrigierte Antwort:\n\nTee und Milch.":           "Tee und Milch.",
		"Voici la réponse corrigée :\nThé et lait.":                     "Thé et lait.",
		"以下是修改后的回答：\n\n茶和牛奶。":                                           "茶和牛奶。",
		"\"Tea and milk.\"":                                             "Tea and milk.",
		"“Tea and milk.”":                                               "Tea and milk.",
		"```\nTea and milk.\n```":                                       "Tea and milk.",
		"Here is the corrected response:\n\n\"Tea and milk.\"":          "Tea and milk.",
		"Tea and milk.\n\n---\n\n(Note: I removed the commas.)":         "Tea and milk.",
		"Tea and milk.\n\n*(Removed all commas as requested.)*":         "Tea and milk.",
		"Tea and milk.\n\n(I've added milk.)":                           "Tea and milk.",
		"Tea and milk.\n\nI added the milk, and we drank.":              "Tea and milk.\n\nI added the milk, and we drank.",
		"Tea and milk.\n\nRemoved from the menu: cake.":                 "Tea and milk.\n\nRemoved from the menu: cake.",
		"Tea and milk.\n\nI've removed all commas as you asked.":        "Tea and milk.",
		"Tea and milk.\n\n**Changes made:** no commas":                  "Tea and milk.",
		"Tea and milk.":                     "Tea and milk.",
		"Here is how tea is made:\n\nBoil.": "Here is how tea is made:\n\nBoil.",
		"\"Tea\" is a word. So is \"milk\"": "\"Tea\" is a word. So is \"milk\"",
		"Answer me this: what is tea?":      "Answer me this: what is tea?",
		"Ingredients:\ntea\nmilk":           "Ingredients:\ntea\nmilk",
		"Tea.\n\nNote: tea stains.":         "Tea.\n\nNote: tea stains.",
		"Use:\n```\nmake tea\n```":          "Use:\n```\nmake tea\n```",
		"Corrected response:":               "Corrected response:",
	} {
		if got := refine.Stripped("Write a text without commas.", draft, rewrite); got != want {
			t.Errorf("%q becomes %q, want %q", rewrite, got, want)
		}
	}
	for _, kept := range []struct{ draft, rewrite string }{
		{"\"Tea, milk\"", "\"Tea and milk\""},
		{"```json\n{\"a\": 1,}\n```", "```json\n{\"a\": 1}\n```"},
		{"Answer: tea, milk", "Answer: tea and milk"},
		{"Here is the final version:\n\nTea, milk", "Here is the final version:\n\nTea and milk"},
		{"Tea, milk\n\nI have changed my mind.", "Tea and milk\n\nI have changed my mind."},
	} {
		if got := refine.Stripped("", kept.draft, kept.rewrite); got != kept.rewrite {
			t.Errorf("%q of the draft's own kind becomes %q", kept.rewrite, got)
		}
	}
}

// A rewrite may be there to add what else is taken off.
func TestStrippedKeepsWhatIsAsked(t *testing.T) {
	for _, c := range []struct{ asked, rewrite string }{
		{"Wrap your entire response in double quotation marks.", "\"Tea and milk.\""},
		{"Setze die ganze Antwort in Anführungszeichen.", "„Tee und Milch.“"},
		{"Put everything into one code block.", "```\nTea and milk.\n```"},
		{`Found: no " at the beginning`, "\"Tea and milk.\""},
	} {
		if got := refine.Stripped(c.asked, "Tea, milk.", c.rewrite); got != c.rewrite {
			t.Errorf("%s: %q becomes %q", c.asked, c.rewrite, got)
		}
	}
}

// Quotes and fences that are forbidden are not asked for.
func TestStrippedTakesOffWhatIsForbidden(t *testing.T) {
	for _, c := range []struct{ asked, rewrite string }{
		{"Convert to JSON. Only the JSON, no fence.", "```json\nTea\n```"},
		{"Do not use a code fence.", "Here is the corrected JSON:\n\n```json\nTea\n```"},
		{"Return it without any surrounding quotes, please.", "\"Tea\""},
		{"Never put the sentence in quotation marks.", "\"Tea\""},
		{"Don't wrap it in code blocks or backticks.", "```\nTea\n```"},
		{"La phrase seulement, sans guillemets.", "« Tea »"},
		{"Nur der Satz, ohne Anführungszeichen.", "„Tea“"},
		{"Bitte keine Anführungszeichen.", "„Tea“"},
		{"Sin comillas.", "\"Tea\""},
		{"不要用引号。", "“Tea”"},
	} {
		if got := refine.Stripped(c.asked, "tea", c.rewrite); got != "Tea" {
			t.Errorf("%s: %q becomes %q", c.asked, c.rewrite, got)
		}
	}
	for _, asked := range []string{"Use no more than one code block.", "Don't forget the code fence.", "No comments, just the code block.", "Not plain text: a fenced block.", "Never leave out the backticks."} {
		if got := refine.Stripped(asked, "tea", "```\nTea\n```"); got != "```\nTea\n```" {
			t.Errorf("%s: the code block becomes %q", asked, got)
		}
	}
}

func FuzzStripped(f *testing.F) {
	f.Add("a", "Corrected response: \"b\"")
	f.Add("", "```\n```\n\nI have")
	f.Fuzz(func(t *testing.T, draft, rewrite string) {
		got := refine.Stripped("", draft, rewrite)
		if again := refine.Stripped("", draft, got); rewrite != "" && got == "" || len(got) > len(rewrite) {
			t.Errorf("%q becomes %q, then %q", rewrite, got, again)
		}
	})
}

// What was stripped once is stripped: who puts the text into a reply and who judges it
// speak of the same one.
func TestStrippedTwice(t *testing.T) {
	for n := range 12 {
		rewrite := strings.Repeat("Answer: ", n) + "Tea is old."
		once := refine.Stripped("Write about tea.", "Tea, it is old.", rewrite)
		if twice := refine.Stripped("Write about tea.", "Tea, it is old.", once); twice != once {
			t.Errorf("%d labels: %q, and the second time %q", n, once, twice)
		}
		if n <= 4 && once != "Tea is old." {
			t.Errorf("%d labels: %q", n, once)
		}
	}
}
