package build

import (
	"strings"
	"testing"
)

// TestReadAnswerable has a reply that takes its first word back be asked again.
func TestReadAnswerable(t *testing.T) {
	for reply, want := range map[string]Answerable{
		"Yes": Yes, "**No.**": No, "partially": Partially, "Yes. It is said in part two.": Yes,
		"Answer: No, it names no year.": No, "<think>It does. Yes.</think>\nNo": No, `{"answer": "Partially"}`: Partially,
		"Partially: no year is given in part two": Partially, "Partially. There is no year, only in part two.": Partially,
		"<think>Yes, partly. Or no, partially</think>\nNo": No, "<think>No, only in part</think>No.": No, "<think>No.</think>No, only in part": "",
		"Answer: No, only partly.": "", "Yes, partially.": "", "Yes, but only in part": "", "No, only partly.": "", "Perhaps": "",
	} {
		if got, err := readAnswerable(reply); got != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", reply, got, err)
		}
	}
}

// TestReadQuestions takes no remark for a question.
func TestReadQuestions(t *testing.T) {
	for reply, want := range map[string]string{
		"1. How do tides turn?\nWho is to read this list of mine?":    "How do tides turn?",
		"How do tides turn?\n\nShall I write more of them?":           "How do tides turn?",
		"I cannot do that.\n\nWould you like me to write other ones?": "",
	} {
		if list, _ := readQuestions(reply); strings.Join(list, "|") != want {
			t.Errorf("%q: %q, want %q", reply, list, want)
		}
	}
}

// FuzzReplies holds that whatever a model writes is read as questions, each
// one line that asks, as an answer that there is, or not at all.
func FuzzReplies(f *testing.F) {
	for _, reply := range []string{"1. How do tide mills store water?\n2) **Why did they decline?**\n- Or not?", "Yes.", "**Partially**, because", "no", "\"Q1. \"?", "?\r\n10. ??????????", "\xff?", "0)\" 000000000?"} {
		f.Add(reply)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		list, err := readQuestions(reply)
		if (err == nil) != (len(list) > 0) {
			t.Errorf("%q: %q, %v", reply, list, err)
		}
		for _, q := range list {
			if !strings.HasSuffix(q, "?") || strings.Contains(q, "\n") || strings.TrimSpace(q) != q {
				t.Errorf("%q: the question %q", reply, q)
			}
			if anchor := Anchor(q); !strings.Contains(q, anchor) {
				t.Errorf("%q is not in %q", anchor, q)
			}
		}
		a, err := readAnswerable(reply)
		if known := a == Yes || a == No || a == Partially; known != (err == nil) {
			t.Errorf("%q: %q, %v", reply, a, err)
		}
	})
}
