package judge_test

import (
	"testing"

	"adhere/judge"
)

// TestReadName reads names as models give them, and none where a person would
// ask again.
func TestReadName(t *testing.T) {
	grades := []string{"good", "neutral", "bad"}
	kinds := []string{"more information", "remove", "direct verbatim edit", "ignored", "others"}
	for _, c := range []struct {
		names       []string
		reply, want string
	}{
		{grades, "good", "good"},
		{grades, " Bad.\n", "bad"},
		{grades, "**Rating:** Neutral", "neutral"},
		{grades, "Rating: bad\n\nThe last paragraph was changed as well.", "bad"},
		{grades, "Bad. Something else was changed.", "bad"},
		{grades, "bad - only two of the three sentences are gone", "bad"},
		{grades, "The sentence was moved and nothing else was touched, so the rating is good.", "good"},
		{grades, "I rate this edit as bad.", "bad"},
		{grades, "The instruction was followed in part.\n\nneutral", "neutral"},
		{grades, `{"rating": "good", "reason": "it does as asked"}`, "good"},
		{grades, "```json\n{'rating': 'bad'}\n```", "bad"},
		{grades, "\\boxed{bad}", "bad"},
		{grades, "<answer>good</answer>", "good"},
		{grades, "评分：good", "good"},
		{kinds, "Type: more information", "more information"},
		{kinds, "**Direct verbatim edit**: it gives the words.", "direct verbatim edit"},
		{kinds, "The category is: remove", "remove"},
		{kinds, "This instruction is of type \"remove\".", "remove"},
		{kinds, "Ignored (both examples are still in it)", "ignored"},
		{kinds, `{"kind": "Others"}`, "others"},

		{grades, "", ""},
		{grades, "good or bad", ""},
		{grades, "Good, but the end was cut.", ""},
		{grades, "It is not good.", ""},
		{grades, "goodness", ""},
		{grades, "If the title counts, the rating is bad.", ""},
		{grades, "Rating: good\nRating: bad", ""},
		{grades, "Good question! Let me see.", ""},
		{grades, "The edit does what was asked.", ""},
		{kinds, "remove or ignored", ""},
		{kinds, "It asks to remove something.", ""},
	} {
		got, err := judge.ReadName(c.reply, c.names)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%q: %q, %v; want %q", c.reply, got, err, c.want)
		}
	}
}

func FuzzReadName(f *testing.F) {
	f.Add("Rating: **good** because")
	f.Add(`{"rating": "bad"}`)
	f.Fuzz(func(t *testing.T, reply string) {
		name, err := judge.ReadName(reply, []string{"good", "bad"})
		if (err == nil) != (name == "good" || name == "bad") {
			t.Errorf("%q: %q, %v", reply, name, err)
		}
	})
}
