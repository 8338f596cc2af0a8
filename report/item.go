package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"adhere"
)

// ItemName is the instruction's ID, with the attempt where there are several.
func ItemName(rec *adhere.Record) string {
	if rec.Attempt > 0 {
		return fmt.Sprintf("%s (attempt %d)", rec.Instruction.ID, rec.Attempt+1)
	}
	return rec.Instruction.ID
}

// AboutInstruction is what else a page says of an instruction: its group, level
// and tags.
func AboutInstruction(in *adhere.Instruction) []string {
	var parts []string
	if in.Group != "" {
		parts = append(parts, "group "+in.Group)
	}
	if in.Level > 0 {
		parts = append(parts, fmt.Sprintf("level %d", in.Level))
	}
	for _, key := range slices.Sorted(maps.Keys(in.Tags)) {
		parts = append(parts, key+" "+in.Tags[key])
	}
	return parts
}

// AboutResponse is what a reader of the answer should know, such as that it was
// cut off; the response may be nil.
func AboutResponse(out *adhere.Response) []string {
	if out == nil {
		return nil
	}
	var parts []string
	if out.Finish != "" && out.Finish != adhere.FinishStop {
		parts = append(parts, "ended by "+string(out.Finish))
	}
	return append(parts, out.Warnings...)
}

// Excerpt is the beginning of a text on one line, at most so many characters.
func Excerpt(text string, longest int) string {
	shown, left := Shorten(text, 4*longest) // the rest need not be read
	runes := []rune(Line(shown))
	if left == 0 && len(runes) <= longest {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:min(longest, len(runes))])) + "…"
}

// LongestText is how many bytes of one text a page shows.
const LongestText = 20_000

// Shorten returns the beginning of a text, at most so many bytes and whole
// characters, and how many bytes are left out.
func Shorten(text string, longest int) (shown string, left int) {
	if len(text) <= longest {
		return text, 0
	}
	end := longest
	for end > max(0, longest-utf8.UTFMax) && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], len(text) - end
}
