package reasoning

import (
	"strings"
	"testing"

	"adhere"
)

var splits = []struct {
	name, text, answer, reasoning string
	moved                         bool
}{
	{"none", " an answer\n", " an answer\n", "", false},
	{"block", "<think>two and two</think>four", "four", "two and two", true},
	{"white space", "\n<think>\ntwo\n</think>\n\nfour\n", "four\n", "two", true},
	{"long tag", "<thinking>two</thinking> four", "four", "two", true},
	{"end of the other tag", "<thinking>a </think> b</thinking>four", "four", "a </think> b", true},
	{"two blocks", "<think>a</think>\n<think>b</think>c", "c", "ab", true},
	{"empty block", "<think>\n\n</think>\n\nfour", "four", "", true},
	{"never closed", "<think>for ever and", "", "for ever and", true},
	{"closed at the very end", "<think>x</think>", "", "x", true},
	{"closing tag cut short", "<think>x</thin", "", "x</thin", true},
	{"bare end", "</think>\n\nfour", "four", "", true},
	{"bare end behind a word", "two, and two.</think>Four", "Four", "two, and two.", true},
	{"a bold tag that is spoken of", "The tag **</think>** ends it.", "The tag **</think>** ends it.", "", false},
	{"a tag in Chinese that is spoken of", "请用</think>结束思考。", "请用</think>结束思考。", "", false},
	{"a tag that ends a tag", "<answer></think> Last.", "<answer></think> Last.", "", false},
	{"a closing tag that is spoken of", "Close it with `</think>`, or with </think> alone.", "Close it with `</think>`, or with </think> alone.", "", false},
	{"bare end, white space", "\n</think>four", "four", "", true},
	{"start in the prompt", "two and\ntwo\n</think>\n\nfour", "four", "two and\ntwo", true},
	{"end inside a line", "the tag </think> ends it", "the tag </think> ends it", "", false},
	{"start in the prompt, in Chinese", "你好，茶。</think>\n\n茶很好。", "茶很好。", "你好，茶。", true},
	{"start in the prompt, a line's start", "Okay, a.\n</think>Tea is good.", "Tea is good.", "Okay, a.", true},
	{"start in the prompt, a space before", "Okay, a. </think>\n\nTea", "Tea", "Okay, a.", true},
	{"start in the prompt, a number behind", "Okay, a.</think>42", "42", "Okay, a.", true},
	{"start in the prompt, bold behind", "Okay, a.\n</think>**Tea**", "**Tea**", "Okay, a.", true},
	{"start in the prompt, JSON behind", "Okay, a.\n</think>{\"x\":1}", "{\"x\":1}", "Okay, a.", true},
	{"start in the prompt, a small letter behind", "Okay, a.</think>tea", "tea", "Okay, a.", true},
	{"a tag that begins a sentence", "It ends. </think> is the tag.", "It ends. </think> is the tag.", "", false},
	{"a tag that begins a line", "Two tags:\n</think> ends it", "Two tags:\n</think> ends it", "", false},
	{"a tag in quotes", "Say \"Stop.</think>\" then.", "Say \"Stop.</think>\" then.", "", false},
	{"tags inside", "write <think>x</think> so", "write <think>x</think> so", "", false},
	{"tags on lines of their own", "like this:\n<think>\nx\n</think>\nsee", "like this:\n<think>\nx\n</think>\nsee", "", false},
	{"another tag", "<thinker>x", "<thinker>x", "", false},
	{"start of a tag", "<th", "<th", "", false},
	{"empty", "", "", "", false},
	{"answer looks like a tag", "<think>x</think><b>y</b>", "<b>y</b>", "x", true},
}

func TestSplit(t *testing.T) {
	for _, c := range splits {
		answer, reasoning, moved := Split(c.text)
		if answer != c.answer || reasoning != c.reasoning || moved != c.moved {
			t.Errorf("%s: %q gave %q, %q, %v, want %q, %q, %v", c.name, c.text, answer, reasoning, moved, c.answer, c.reasoning, c.moved)
		}
	}
}

// inPieces splits a text that comes n bytes at a time.
func inPieces(text string, n int) (answer, reasoning string) {
	p := Splitter{Each: func(c adhere.Chunk) error {
		answer += c.Text
		reasoning += c.Reasoning
		return nil
	}}
	for len(text) > 0 {
		k := min(n, len(text))
		_ = p.Add(adhere.Chunk{Text: text[:k]})
		text = text[k:]
	}
	_ = p.Close()
	return answer, strings.TrimSpace(reasoning)
}

func TestSplitInPieces(t *testing.T) {
	for _, c := range splits {
		if strings.HasPrefix(c.name, "start in the prompt") || c.name == "bare end behind a word" { // shows only in hindsight
			continue
		}
		for n := 1; n <= len(c.text); n++ {
			if answer, reasoning := inPieces(c.text, n); answer != c.answer || reasoning != c.reasoning {
				t.Errorf("%s in pieces of %d: got %q, %q, want %q, %q", c.name, n, answer, reasoning, c.answer, c.reasoning)
			}
		}
	}
}

func FuzzSplit(f *testing.F) {
	for _, c := range splits {
		f.Add(c.text, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		answer, reasoning, moved := Split(text)
		if !moved && (answer != text || reasoning != "") {
			t.Fatalf("%q was changed without a word: %q, %q", text, answer, reasoning)
		}
		if !strings.Contains(text, answer) || moved && !marked(text) {
			t.Fatalf("%q gave %q, which is not in it", text, answer)
		}
		if again, _, twice := Split(answer); !moved && (twice || again != answer) {
			t.Fatalf("%q is left as it is, and then not", text)
		}
		if !moved || reasoning == "" {
			return
		}
		if _, ended := cutEndMarks(text); ended {
			return
		}
		if _, opened := cutOpening(text); opened {
			return
		}
		if _, _, bare := cutBareEnd(text); bare {
			return
		}
		if _, _, channels := cutChannels(text); channels {
			return
		}
		one, thoughts := inPieces(text, max(1, n%8))
		if one != answer || thoughts != reasoning {
			t.Errorf("%q at once %q, %q; in pieces %q, %q", text, answer, reasoning, one, thoughts)
		}
	})
}

func TestDemanded(t *testing.T) {
	for _, said := range []string{"Put it in <think> tags", `{"pattern":"^\\u003cthinking\\u003e"}`, `{"pattern":"</?reasoning>"}`, `\[THINK\]`} {
		if !Demanded(said, nil) || !Demanded("", &adhere.Rule{Args: []byte(said)}) {
			t.Errorf("%s names no tags", said)
		}
	}
	for _, said := range []string{"", "Explain your reasoning", "Put it in <answer> tags", "think / reasoning"} {
		if Demanded(said, nil) {
			t.Errorf("%s names tags", said)
		}
	}
}
