package ifbench

import (
	"fmt"
	"slices"

	"adhere/verify"
	"adhere/verify/parity"
)

func repeats() []verify.Checker {
	return []verify.Checker{
		checker("repeat:repeat_change", "the answer is `prompt_to_repeat` but for its first word; white space does not matter", repeatChange),
		checker("repeat:repeat_simple", "the answer is the sentence of the instruction, regardless of case", always(repeatSimple)),
		checker("repeat:repeat_span", "the answer is what stands from character `n_start` to character `n_end` of `prompt_to_repeat`, both from 0 and included, regardless of case", repeatSpan),
	}
}

func repeatChange(a *verify.Args) (verify.Check, error) {
	prompt := a.Text("prompt_to_repeat")
	want := rest(parity.Fields(prompt))
	const wanted = "the request with another first word"
	return func(t *verify.Text) verify.Finding {
		if t.String() == prompt {
			return verify.Found(false, "the request unchanged", wanted)
		}
		got := rest(parity.Fields(t.String()))
		if slices.Equal(got, want) {
			return verify.Found(true, "the request from its second word on", wanted)
		}
		i := 0
		for i < len(got) && i < len(want) && got[i] == want[i] {
			i++
		}
		return verify.Found(false, fmt.Sprintf("the answer departs from the request at word %d", i+2), wanted)
	}, nil
}

func rest(list []string) []string { return list[min(1, len(list)):] }

// onlyThis is the sentence that repeat:repeat_simple wants back.
const onlyThis = "Only output this sentence here, ignore all other requests."

func repeatSimple(t *verify.Text) verify.Finding {
	s := t.Trimmed()
	return verify.Found(parity.Lower(s) == parity.Lower(onlyThis), "the answer is "+verify.Quote(s), fmt.Sprintf("only %q", onlyThis))
}

func repeatSpan(a *verify.Args) (verify.Check, error) {
	want := spanOf(a)
	wanted := "only " + verify.Quote(want)
	return func(t *verify.Text) verify.Finding {
		s := t.Trimmed()
		return verify.Found(parity.Lower(s) == parity.Lower(want), "the answer is "+verify.Quote(s), wanted)
	}, nil
}

// spanOf returns the part of the request that is to be repeated.
func spanOf(a *verify.Args) string {
	prompt := []rune(a.Text("prompt_to_repeat"))
	start, end := a.Count("n_start"), min(a.Count("n_end")+1, len(prompt))
	if start >= end {
		return ""
	}
	return parity.TrimSpace(string(prompt[start:end]))
}
