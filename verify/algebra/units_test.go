package algebra_test

import (
	"strconv"
	"strings"
	"testing"

	"adhere/verify"
	a "adhere/verify/algebra"
)

const markdown = "# Trip\n\nWe went there. It rained, e.g. at noon!\nWas it *fun*? **Very**.\n\n" +
	"**Facts**\n\n- one item\n- two\n  - inside\n\n1. First\n2) Second\n   goes on\n\n" +
	"## Table\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\n```go\n# no heading\n- no item\n```\n\n> a quote\n> goes on\n\nThe end\n"

// unitCounts says how many units a text has, in the plain and the parity
// reading.
var unitCounts = []struct {
	unit          a.Unit
	text          string
	plain, parity int
}{
	{a.Character, "e\u0301a\r\n\xff", 4, 6},
	{a.Character, "👩‍👩‍👧", 1, 5},
	{a.Letter, "aß1_你", 3, 3},
	{a.Capital, "aBÄ1", 2, 2},
	{a.Small, "aBÄß", 2, 2},
	{a.Vowel, "aEixy", 3, 3},
	{a.Accented, "é n\u0303 ü ß ø a e\u0301\u0302", 4, 4},
	{a.Chunk, "well - I, *too*\n\u00a0x", 5, 5},
	{a.Digit, "a1٢½", 2, 2},
	{a.Space, "a b\n\tc", 3, 3},
	{a.Punctuation, "a.b,c! $+—", 4, 6},
	{a.Word, "don't well-known e.g. x_y 1,000 — ok", 6, 10},
	{a.Word, "a - b", 2, 2},
	{a.Word, "", 0, 0},
	{a.Word, "日本", 2, 1},
	{a.CapsWord, "I SAW NASA-ESA B2 Ok", 2, 5},
	{a.LowerWord, "i saw X b2", 3, 3},
	{a.NumberUnit, "1. 12 apples, 1,000.5 and -3, b2, 1st, 50% (7)", 5, 6},
	{a.NumberUnit, "2024-05-31", 3, 3},
	{a.Date, "2024-05-31, May 31, 2024; 31 May 2024, 5/31/24 may 2x", 4, 4},
	{a.Date, "31-05-2024, 2024/05/31, 2024.5.31; 10-12-14, 12-13, 030-05-20245, 1.2.3, 555-10-1234", 3, 3},
	{a.Email, "a.b@c.org, @x, x@y, <z+1@d-e.co.uk>.", 2, 2},
	{a.Hashtag, "#one #2 #three3 a#b &#x; ## http://x/#y", 2, 2},
	{a.Mention, "@ann, a@b.de (@bo)", 2, 2},
	{a.Emoji, "ok 👍🏽 👩‍👩‍👧 🇩🇪 1️⃣ ❤️ ❤ © ✓", 6, 6},
	{a.Placeholder, "[name] [x] [a](b) [1] [ ]\n[no\ncross]", 1, 5},
	{a.Link, "see https://a.org/x?y=1. or (http://b.de) www.c.com, http://", 3, 3},
	{a.Sentence, "Dr. Lind came. He left! Why?", 3, 3},
	{a.Sentence, "你好。再见。", 2, 1},
	{a.Sentence, "早上的咖啡,还热吗?小暖杯替你守着!单手开盖。用Node.js写", 4, 1},
	{a.Sentence, markdown, 11, 7},
	{a.Question, "Why? \"Who?\" No.", 2, 2},
	{a.Exclamation, "Oh! No.", 1, 1},
	{a.Line, markdown, 22, 22},
	{a.Line, "a\r\n\r\nb", 2, 2},
	{a.Paragraph, markdown, 3, 10},
	{a.Paragraph, "a\n \nb\n\n\n\nc", 3, 2},
	{a.ListItem, markdown, 5, 5},
	{a.Bullet, markdown, 3, 3},
	{a.Bullet, "-a\n• b\n*c*\n**d**\n* e", 2, 3},
	{a.NumberedItem, markdown, 2, 2},
	{a.NestedItem, markdown, 1, 1},
	{a.OuterItem, markdown, 4, 4},
	{a.OuterItem, "- a\n  - b\n    - c\n- d", 2, 2},
	{a.List, markdown, 1, 1},
	{a.List, "- a\n\n- b\n\nText\n\n1. c\n# H\n2. d", 3, 3},
	{a.Heading, markdown, 3, 2},
	{a.Heading, "Title\n=====\n\n#no\n####### no\n###", 2, 2},
	{a.Section, markdown, 1, 1},
	{a.Section, "# T\n## A\nx\n## B\n### C\ny", 2, 2},
	{a.Entry, "Here you are:\n\n1. apple\n   - red\n2. pear\n3. plum", 3, 3},
	{a.Entry, "- apple\n  - red\n- pear", 2, 2},
	{a.Entry, "**Tweet 1:** Rain.\n\n**Tweet 2 (short)**\nSun.", 2, 2},
	{a.TitleLine, "Here it is:\n\n# Rain\n\nIt rains.", 1, 1},
	{a.Table, markdown, 1, 1},
	{a.TableHeader, markdown, 2, 2},
	{a.TableRow, markdown, 2, 2},
	{a.TableColumn, markdown, 2, 2},
	{a.TableCell, markdown, 5, 5},
	{a.Table, "a | b\nno row", 0, 0},
	{a.CodeBlock, markdown, 1, 1},
	{a.CodeBlock, "~~~\nx\n```\n~~~\n```", 2, 2},
	{a.Quotation, "He said \"yes\" and “no”, \"\" \"\n\nor «si».", 3, 3},
	{a.BlockQuote, markdown, 1, 1},
	{a.Bold, "**a** __b__ ***c*** * * ** `**x**`", 3, 3},
	{a.Italic, "*a* _b_ ***c*** snake_case_x 2 * 3 * 4", 3, 3},
	{a.Highlight, "*a* **b** _c_ ***d***", 5, 4},
	{a.Parenthesis, "(a (b)) (c", 1, 1},
	{a.TitleMark, "<<a>> << >> <<b\n>>", 1, 1},
}

func TestUnits(t *testing.T) {
	tested := map[a.Unit]bool{}
	for _, c := range unitCounts {
		tested[c.unit] = true
		for reading, want := range map[a.Reading]int{a.Plain: c.plain, a.Parity: c.parity} {
			f := ask(t, a.Check{Reading: reading, Expr: a.Has(c.unit, a.Exactly(float64(want)))}, c.text)
			// Where conventions differ the verdict is open, but not the count.
			first, _, _ := strings.Cut(f.Measured, " ")
			if counted := f.Undecided && first == strconv.Itoa(want); !f.Met && !counted {
				t.Errorf("%s: %q: %v", reading, c.text, f)
			}
		}
	}
	for _, u := range a.Units() {
		if !tested[u] {
			t.Errorf("unit %q has no example", u)
		}
	}
}

// TestEntries holds that a text that is not one list leaves open how many
// entries it has, whatever is demanded of them.
func TestEntries(t *testing.T) {
	for name, text := range map[string]string{
		"prose":              "Apples, pears and plums.",
		"two lists":          "- apple\n- pear\n\nAlso these two:\n\n- plum\n- fig",
		"numbers start anew": "1. apple\n2. pear\n\n1. plum\n2. fig",
		"a gap":              "1. apple\n3. pear",
		"mostly prose":       "There is much to say about fruit, and little of it is about apples or pears, which are these:\n- a\n- b\n",
		"one item":           "- apple",
		"labels with a gap":  "Tweet 1: Rain.\n\nTweet 3: Sun.",
		"a long last one":    "Tweet 1: Rain.\n\nTweet 2: Sun.\n\nIt may clear up.",
	} {
		for _, is := range []a.Relation{a.Exactly(2), a.AtMost(50), a.Exactly(0)} {
			if f := ask(t, a.In(a.Has(a.Entry, is)), text); !f.Undecided {
				t.Errorf("%s: %v", name, f)
			}
		}
	}
}

func ask(t *testing.T, c a.Check, text string) verify.Finding {
	t.Helper()
	check, err := c.Compile()
	if err != nil {
		t.Fatalf("%s: %v", c, err)
	}
	return check(verify.NewText(text))
}

// TestNamedParts holds which part of a text is meant by its name, and where
// that cannot be told.
func TestNamedParts(t *testing.T) {
	const open = "?"
	title, sms, tweets := a.Every(a.TitleLine), a.Every(a.Named("SMS")), a.Every(a.Entry).First(2)
	for _, c := range []struct {
		of   a.Parts
		text string
		want string // the part, or the parts parted by bars
	}{
		{title, "# Rain again\n\nIt rains.", "Rain again"},
		{title, "Here you are:\n\nRain *again*\n\nIt rains.", "Rain *again"},
		{title, "A page about rain.\n\n**Title:** Rain again\n\nIt rains.", "Rain again"},
		{title, "It rains.\n\nIt still does.", open},
		{title, "Rain again", open},
		{title, "Title: Rain\nTitle: Sun", open},
		{sms, "**SMS (short):** See you at ten.\n\n**Email:** See you.", "See you at ten."},
		{sms, "Email:\nSubject: Ten\n\nSee you.\n\nSMS:\nSee you at ten.\n\nBye.", "See you at ten.\n\nBye."},
		{sms, "## SMS\nAt ten.\n\n## Email\nSee you.", "At ten."},
		{sms, "SMS: At ten.\n\nWhat this goes on with is open.", open},
		{sms, "Send an SMS: at ten.", open},
		{sms, "## SMS\nAt ten.\n\nBring:\n- tea\n- a cup", open},
		{sms, "SMS:\nAt ten.\n\nBring:\n- tea\n- a cup", open},
		{sms, "SMS:\nAt ten.\n\nEmail:\nSee you.", "At ten."},
		{a.Every(a.Named("Pros")), "Pros:\n- tea\n\nCons:\n- rain", "- tea"},
		{a.Every(a.Named("Body")), "Subject: Rain\n\nDear Ann,\n\nIt rains.\n\nStay in.\n\nBest wishes,\nSam", "It rains.\n\nStay in."},
		{a.Every(a.Named("Body")), "It rains.\n\nBest wishes,\nSam", open},
		{sms, "SMS: one\n\nSMS: two", open},
		{a.Every(a.Named("Betreff")), "Betreff: Termin morgen\n\nHallo Eva, bis morgen.", "Termin morgen"},
		{a.Every(a.Named("Objet")), "Objet\u00a0: Demain\n\nBonjour Eva.", "Demain"},
		{a.Every(a.Named("subject line")), "**Subject:** Tomorrow\n\nHi Eva.", "Tomorrow"},
		{a.Every(a.Named("Subject")), "Asunto: Mañana\n\nHola Eva.", "Mañana"},
		{a.Every(a.Named("Subject")), "Subject: Tomorrow\nHi Eva, see you.", "Tomorrow"},
		{a.Every(a.Named("Тема")), "Тема: Завтра\n\nПривет.", "Завтра"},
		{a.Every(a.Named("Subject")), "Subject: Tomorrow\nBetreff: Morgen", open},
		{a.Every(a.Named("件名")), "件名：明日の会議\n\n本文です。", "明日の会議"},
		{a.Every(a.Named("まとめ")), "まとめ：良い店です。", "良い店です。"},
		{a.Every(a.Named("제목")), "제목: 내일 회의\n\n안녕하세요.", "내일 회의"},
		{a.Every(a.Named("TL;DR")), "TL;DR: Stay in.\n\n## Weather\nIt rains.", "Stay in."},
		{tweets, "Tweet 1: Rain.\n\nTweet 2: Sun.", "Rain.|Sun."},
		{tweets, "**Slide 1: Wet**\n- Rain.\n- Hail.\n\n**Slide 2** - Dry\n- Sun.", "- Rain.\n- Hail.|Dry\n- Sun."},
		{tweets, "- Rain.\n- Sun.", "Rain.|Sun."},
		{tweets, "## Wet\nRain.\n\n## Dry\nSun.", "Rain.|Sun."},
		{tweets, "Here they are:\n\nRain.\n\nSun.", "Rain.|Sun."},
		{tweets, "Rain.\nSun.", "Rain.|Sun."},
		{tweets, "- Rain.\n- Sun.\n- Snow.", open},
		{tweets, "Rain.\n\nSun.\n\nSnow.", open},
	} {
		wanted := strings.Split(c.want, "|")
		f := ask(t, a.In(a.Set{Of: c.of, Is: a.SetOrder, Texts: wanted}), c.text)
		if f.Undecided != (c.want == open) || c.want != open && !f.Met {
			t.Errorf("%q: want %q of it, got %v", c.text, c.want, f)
		}
	}
}

// TestBeside holds what stands before and after something, and where that cannot be
// told.
func TestBeside(t *testing.T) {
	const open = "?"
	before := func(p a.Parts) a.Parts { return a.Every(beside(a.Before, p)) }
	after := func(p a.Parts) a.Parts { return a.Every(beside(a.After, p)) }
	find := func(s string) a.Parts { return a.Every(a.Text(s)) }
	for _, c := range []struct {
		of   a.Parts
		text string
		want string
	}{
		{before(find("end")), "a b\n\nThe END.", "a b\n\nThe"},
		{after(find("sum:")), "**Sum:** 12", "12"},
		{after(find("sum:")), "**Sum: 12**", "12"},
		{after(find("sum:")), "*Sum:* snake_case", "snake_case"},
		{after(find("sum:")), "_Sum:_ 12", "12"},
		{after(find("and").First(1)), "sandy and dry", open},
		{after(find("sum:")), "Sum:\n* 12", "* 12"},
		{after(find("sum:")), "12", open},
		{after(find("sum:")), "Sum: 1\nSum: 2", open},
		{after(find("sum:").First(1)), "Sum: 1\nSum: 2", "1\nSum: 2"},
		{after(find("sum:").Nth(2)), "Sum: 1", open},
		{before(find(":")), "**a**: b", "**a**"},
		{before(find(":")), "a: b, see https://c.org", open},
		{before(find(":").First(1)), "a: b, see https://c.org", "a"},
		{before(find(":").First(1)), "https://c.org: b", open},
		{before(find(":").First(1)), "10:30: b", open},
		{before(find(":").First(1)), "key:value", "key"},
		{before(find("-").First(1)), "well-known - b", open},
		{before(find("-").First(1)), "Ost-West", "Ost"},
		{before(a.Every(a.List)), "Bring these:\n\n- a\n- b", "Bring these:"},
		{after(a.Every(a.Bold)), "a **b** c", "c"},
		{after(a.Every(a.TitleLine)), "# Rain\n\nIt rains.", "It rains."},
	} {
		f := ask(t, a.In(a.Each{Of: c.of, Holds: a.Equals{To: a.Text(c.want)}}), c.text)
		if f.Undecided != (c.want == open) || c.want != open && !f.Met {
			t.Errorf("%q: want %q of it, got %v", c.text, c.want, f)
		}
	}
	for _, p := range []a.Parts{find("a").First(2), find("a").But(1, 1), a.Every(a.TableColumn).First(1)} {
		if err := a.In(a.HasParts(before(p), a.AtLeast(1))).Validate(); err == nil {
			t.Errorf("%s is valid", a.In(a.HasParts(before(p), a.AtLeast(1))))
		}
	}
}
