package judge_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

// asking has the requirements that the replies of these tests are about.
func asking(texts ...string) *adhere.Instruction {
	in := many(0)
	for _, text := range texts {
		in.Requirements = append(in.Requirements, adhere.Requirement{ID: text, Text: text})
		in.Path = append(in.Path, text)
	}
	return in
}

var ofTea = asking("The text mentions tea.", "It has at most 50 words.", "It has a friendly tone.")

// readOf reads one reply to a strategy that asks once about an instruction.
func readOf(t *testing.T, strategy string, in *adhere.Instruction, reply string) []adhere.Verdict {
	t.Helper()
	verdicts, err := mustJudge(t, strategy, judge.Options{Model: says(reply), Reasks: -1}).Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	return verdicts
}

func holdOf(t *testing.T, strategy string, in *adhere.Instruction, cases []readCase) {
	t.Helper()
	for _, c := range cases {
		want := c.want
		if want == "broken" {
			want = strings.TrimSuffix(strings.Repeat("broken,", len(in.Requirements)), ",")
		}
		if got := outcomes(readOf(t, strategy, in, c.reply)); got != want {
			t.Errorf("%q is read as %s, want %s", c.reply, got, want)
		}
	}
}

// TestTables reads tables with one column of decisions. Two such columns, or one that
// stands for not being met, are asked again, whatever marks they hold.
func TestTables(t *testing.T) {
	const want = "met,not_met,not_met"
	var cases, single []readCase
	for _, h := range []string{"Followed | Violated", "Met | Not met", "YES | NO", "Pass | Fail", "Satisfied | Unsatisfied", "OK | Not OK"} {
		for _, mark := range []string{"✓", "✅", "x", "X", "•", "Yes", "❌"} {
			cases = append(cases, readCase{"| # | " + h + " |\n|---|---|---|\n| 1 | " + mark + " | |\n| 2 | | " + mark + " |\n| 3 | | " + mark + " |", "broken"},
				readCase{"| # | " + h + " |\n|---|---|---|\n| 1 | | " + mark + " |\n| 2 | | " + mark + " |\n| 3 | | " + mark + " |", "broken"})
			single = append(single, readCase{"| " + h + " |\n|---|---|\n| | " + mark + " |", "broken"})
		}
	}
	holdOf(t, "constraint", many(1), single)
	holdOf(t, "constraints-at-once", many(3), append(cases, []readCase{
		{"| # | Violated | Followed |\n|---|---|---|\n| 1 | | ✓ |\n| 2 | | ❌ |\n| 3 | | ❌ |", want},
		{"| # | Violated | Followed |\n|---|---|---|\n| 1 | | ✓ |\n| 2 | ✓ | |\n| 3 | ✓ | |", "broken"},
		{"| # | Met | Not met |\n|---|---|---|\n| 1 | ✅ | ❌ |\n| 2 | ❌ | ✅ |\n| 3 | ❌ | ✅ |", "broken"},
		{"| # | Followed | Violated |\n|---|---|---|\n| 1 | | |\n| 2 | | ✓ |\n| 3 | | ✓ |", "broken"},
		{"| # | Violated? |\n|---|---|\n| 1 | No |\n| 2 | Yes |\n| 3 | Yes |", "broken"},
		{"| # | Issue? |\n|---|---|\n| 1 | No |\n| 2 | Yes |\n| 3 | Yes |", "broken"},
		{"| # | Broken? |\n|---|---|\n| 1 | N |\n| 2 | Y |\n| 3 | Y |", "broken"},
		{"| # | Violation | Verdict |\n|---|---|---|\n| 1 | No | YES |\n| 2 | Yes | NO |\n| 3 | Yes | NO |", "broken"},
		{"| # | Contains adverbs? |\n|---|---|\n| 1 | No |\n| 2 | Yes |\n| 3 | Yes |", "broken"},
		{"| # | Result |\n|---|---|\n| 1 | Yes |\n| 2 | No |\n| 3 | No |\n| Overall | No |", want},
		{"| # | Constraint | Result |\n|---|---|---|\n| 1 | tea | ✅ |\n| 2 | length | ❌ |\n| 3 | tone | ❌ |\n| **Total** | | **1/3** |", want},
		{"| # | Result |\n|---|---|\n| 1 | Yes |\n| 2 | No |\n| 3 | No |\n| Overall | Yes |", "broken"},
		{"| # | Result |\n|---|---|\n| 1 | Yes |\n| 2 | Yes |\n| 3 | Yes |\n| Overall | No |", "broken"},
		{"| # | Result |\n|---|---|\n| 1 | Yes |\n| 2 | No |\n| 3 | No |\n| 4 | No |", "broken"},
		{"1. Followed (tea)\n2. Not followed (25 > 20)\n3. Not followed\n\n| Constraint | Result |\n|---|---|\n| tea | ✔ |\n| length | ✘ |\n| tone | ✘ |\n| **Overall** | **1/3** |", want},
		{"| # | Result |\n|---|---|\n| 1 | ✅ Followed |\n| 2 | ❌ Not followed (25 words) |\n| 3 | ❌ Not followed |", want},
		{"| # | Why | Pass/Fail |\n|---|---|---|\n| 1 | tea is there | ✅ |\n| 2 | 60 words | ❌ |\n| 3 | rude | ❌ |", want},
	}...))
}

// TestNegativeQuestion asks again where a yes or no answers whether something is
// wrong, inverts it under a field of JSON that says so, and takes a statement
// before a no for its reason.
func TestNegativeQuestion(t *testing.T) {
	holdOf(t, "constraints-at-once", many(3), []readCase{
		{"Violations found:\n1. No\n2. Yes\n3. No", "broken"},
		{"Any issues?\n1. No\n2. Yes\n3. No", "broken"},
		{"Violated: no Errors: no", "broken"},
		{"Violated?\n- no\n- yes\n- no", "broken"},
		{"Violated:\n\nNo\nYes\nNo", "broken"},
		{"Errors: ['no', 'yes', 'no']", "broken"},
		{"1. Violated: No\n2. Violated: Yes\n3. Violated: No", "broken"},
		{"1. Any issues? No.\n2. Any issues? Yes.\n3. Any issues? No.", "broken"},
		{"Violated:\n1. No\n2. Violated\n3. No", "broken"},
		{"Any issues?\n1. No\n2. Yes\n3. No\n\n['YES', 'NO', 'YES']", "met,not_met,met"},
		{"Violated:\n2, 3\nFollowed:\n1", "met,not_met,not_met"},
		{"1. Violated - NO\n2. Followed - YES\n3. Violated - NO", "not_met,met,not_met"},
		{"1. Violated: NO\n2. Followed: YES\n3. Violated: NO", "not_met,met,not_met"},
		{`{"violated":[false,true,false]}`, "met,not_met,met"},
		{`{"not_met":["no","yes","no"]}`, "met,not_met,met"},
		{`[{"violated":"no"},{"violated":"yes"},{"violated":"no"}]`, "met,not_met,met"},
	})
	holdOf(t, "constraint", many(1), []readCase{
		{"Violated: no", "broken"},
		{"Violated: yes", "broken"},
		{"Verletzt: Nein", "broken"},
		{"违反：否", "broken"},
		{"Erreur ? Non.", "broken"},
		{"Is the constraint violated? No.", "broken"},
		{"Is the constraint violated? Yes, in the last line.", "broken"},
		{"Any problems? No.", "broken"},
		{"Missing? No", "broken"},
		{"Missing?\nYes", "broken"},
		{"violated=false", "broken"},
		{"Violations: Yes", "broken"},
		{"Contains a spelling error: Yes", "broken"},
		{"Not met? No, it is met.", "met"},
		{"Any problems? No. Constraint followed.", "met"},
		{"Not followed: No", "not_met"},
		{"The text has a problem, so the answer is NO", "not_met"},
		{"Violation found, so NO.", "not_met"},
		{"Nicht erfüllt → Nein", "not_met"},
		{"No violations: Yes", "met"},
		{"Is the tone formal? Yes.", "met"},
		{`{"violated":"no"}`, "met"},
		{`{"issues":"yes"}`, "not_met"},
		{`{"no_errors":"yes"}`, "met"},
		{`{"issues":["none"],"met":true}`, "met"},
		{`{"issues":"There are no issues.","answer":"YES"}`, "met"},
		{`{"issues":[{"text":"I do not see any errors"}],"met":true}`, "met"},
		{`{"error":"The text has no errors","answer":"YES"}`, "met"},
		{`{"errors":"No spelling or grammar errors found.","answer":"YES"}`, "met"},
		{`{"errors":"0 errors","answer":"YES"}`, "met"},
		{`{"broken":"nothing","met":true}`, "met"},
		{`{"broken":"None of the rules is broken","met":true}`, "met"},
		{`{"violations":{"count":0},"met":true}`, "met"},
		{`{"violations":{"found":false},"met":true}`, "met"},
		{`{"violations":2,"met":true}`, "broken"},
		{`{"violations":{"title":"missing"},"met":true}`, "broken"},
		{`{"issues":["none","No title"],"met":true}`, "broken"},
		{`{"issues":"There are no errors, but the title is missing.","met":true}`, "broken"},
		{`{"issues":"No errors except a missing title","met":true}`, "broken"},
		{`{"issues":"None of the lines rhyme","met":true}`, "broken"},
		{`{"issues":"It is not free of errors","met":true}`, "broken"},
		{`{"issues":"Keine Fehler","met":true}`, "met"},
		{`{"issues":"No issues found. The poem rhymes throughout.","met":true}`, "met"},
		{`{"issues":"No errors. Line 2 does not rhyme.","met":true}`, "broken"},
		{`{"issues":"No errors; the title is missing.","met":true}`, "broken"},
		{`{"issues":["Aucune"],"met":true}`, "met"},
		{`{"问题":"没有","issues":"没有错误","met":true}`, "met"},
	})
	holdOf(t, "constraint", asking("Does the story name the problem?"), []readCase{
		{"Does the story name the problem? Yes.", "met"},
		{"Names the problem: YES", "met"},
	})
}

// TestNamedOutOfOrder takes verdicts by the names of their items.
func TestNamedOutOfOrder(t *testing.T) {
	const want = "met,not_met,met"
	holdOf(t, "constraints-at-once", ofTea, []readCase{
		{"- friendly tone: Yes\n- mentions tea: Yes\n- at most 50 words: No", want},
		{"3. friendly tone: Yes\n1. mentions tea: Yes\n2. at most 50 words: No", "broken"},
		{"| Constraint | Met |\n|---|---|\n| friendly tone | Yes |\n| mentions tea | Yes |\n| at most 50 words | No |", want},
		{`[{"name":"friendly tone","met":true},{"name":"mentions tea","met":true},{"name":"at most 50 words","met":false}]`, want},
		{`{"results":[{"constraint":"friendly tone","met":true},{"constraint":"mentions tea","met":true},{"constraint":"at most 50 words","met":false}]}`, want},
		{`{"friendly tone": true, "mentions tea": true, "at most 50 words": false}`, want},
		{"{\"It has a friendly tone.\": \"YES\", \"The text mentions tea.\": \"YES\", \"It has at most 50 words.\": \"NO\"}", want},
		{"1. mentions tea: Yes\n2. at most 50 words: No\n3. friendly tone: Yes", want},
		{"1. Tea is there: Yes\n2. Brief: No\n3. Warm: Yes", want},
		// Names that stand beside numbers, or behind the decision.
		{"1. friendly tone: Yes\n2. mentions tea: Yes\n3. at most 50 words: No", "broken"},
		{"1. Friendly tone - Yes\n2. Mentions tea - Yes\n3. At most 50 words - No", "broken"},
		{"- [x] friendly tone\n- [x] mentions tea\n- [ ] at most 50 words", "broken"},
		{"### Friendly tone\nYes\n\n### Mentions tea\nYes\n\n### At most 50 words\nNo", "broken"},
		{"YES (friendly tone)\nYES (tea)\nNO (50 words)", "broken"},
		// Two names or more in another order, which do not fit one to one.
		{"- friendly tone: Yes\n- friendly words: No\n- tea: Yes", "broken"},
		{`[{"name":"friendly tone","met":true},{"name":"tea","met":true},{"name":"length","met":false}]`, "broken"},
		// One name, and reasons, leave the order asked.
		{"- tea and a friendly tone: Yes\n- long: No\n- tea: Yes", want},
		{`[{"note":"friendly tone","met":true},{"note":"tea","met":false},{"note":"50 words","met":true}]`, want},
		{"2. friendly tone: Yes\n1. mentions tea: Yes\n3. at most 50 words: No", "broken"},
	})
}

// TestNeverTurnedRound holds replies that look like the opposite of what they say:
// items that say they stand elsewhere, and words that take a decision back.
func TestNeverTurnedRound(t *testing.T) {
	holdOf(t, "batch", many(2), []readCase{
		{`[{"id":"2","answer":"YES"},{"id":"1","answer":"NO"}]`, "broken"},
		{`[{"question":"Question 2","answer":"YES"},{"question":"Question 1","answer":"NO"}]`, "broken"},
		{`[{"id":"1","answer":"YES"},{"id":"2","answer":"NO"}]`, "met,not_met"},
		{"| # | Answer |\n|---|---|\n| 2 | YES |\n| 1 | NO |", "broken"},
		{"| Question | Answer |\n|---|---|\n| Q2 | YES |\n| Q1 | NO |", "broken"},
		{"| Answer | # |\n|---|---|\n| YES | 2 |\n| NO | 1 |", "broken"},
		{"| Question | Words | Answer |\n|---|---|---|\n| Q1 | 60 | YES |\n| Q2 | 70 | NO |", "met,not_met"},
		{"Second: NO\nFirst: YES", "met,not_met"},
		{"Second question: YES, it is.\nFirst question: NO, it is not.", "broken"},
		{"First question: YES, it is.\nSecond question: NO, it is not.", "met,not_met"},
		{"✅ 2. year\n❌ 1. rhyme", "broken"},
		{"2. YES\n1. NO", "not_met,met"},
		{"Answers in reverse order: NO, YES", "broken"},
		{"Violations: 1. No 2. No", "broken"},
		{"2) NO - no year\n1) YES - rhymes", "broken"},
	})
	holdOf(t, "constraint", many(1), []readCase{
		{"YES is not the right answer.", "broken"},
		{"Constraint is followed nowhere.", "broken"},
		{"The constraint is followed in none of the paragraphs.", "broken"},
		{"The constraint is followed by nobody.", "broken"},
		{"Constraint followed: never", "broken"},
		{"The constraint is followed, not.", "broken"},
		{"The constraint is met: not a single word is too long.", "met"},
		{"Constraint followed throughout.", "met"},
		{"YES can't be right, because the last line is in prose.", "broken"},
		{"YES would be too generous.", "broken"},
		{"Yes, I would say no.", "broken"},
		{"YES. Unfortunately, the year is missing.", "broken"},
		{"Oui, sauf la dernière ligne.", "broken"},
		{"Ja, außer in der letzten Zeile.", "broken"},
		{"YES - violation found", "broken"},
		{"NO - no violation found", "broken"},
		{"NO, there is no violation.", "broken"},
		{"The constraint should have been followed.", "broken"},
		{"Constraint followed in letter, not in spirit.", "broken"},
		{"制約を満たしていないわけではない", "broken"},
		{`{"noncompliant": true}`, "broken"},
		{`{"non_compliance": true}`, "broken"},
		{`{"unsatisfied": true}`, "broken"},
		{`{"dissatisfied": true}`, "broken"},
		{`{"invalid": true}`, "broken"},
		{`{"incorrect": false}`, "broken"},
		{`{"doesNotFollow": true}`, "broken"},
		{`{"fails_to_follow": true}`, "broken"},
		{`{"isViolated": true}`, "not_met"},
		{`{"finalAnswer": "YES"}`, "met"},
		{`{"is_compliant": true}`, "met"},
		{`{"meetsRequirement": false}`, "not_met"},
		{"YES. The requirement is not met.", "broken"},
		{"NO. All requirements are met.", "broken"},
		{"The text quotes the mayor as saying: \"No.\"", "broken"},
		{"The first is met, the second is not.", "broken"},
	})
	holdOf(t, "level-path", many(2), []readCase{
		{"2) The first is met, the second is not.\n3) ['YES', 'YES']", "broken"},
		{"1. Mentions rain. Met: YES\n2. Rhymes. Met: YES\n['YES', 'NO']", "broken"},
		{"Mentions rain: YES\nRhymes: YES\n['YES', 'NO']", "broken"},
		{"1. Mentions rain: NO (0/1 times)\n2. Rhymes: YES\n\n['YES', 'NO']", "broken"},
		{"2) Evaluation:\n- Constraint 1: The text names rain, so it meets the constraint.\n- Constraint 2: The text is prose, so it does not meet the constraint.\n\n3) ['YES', 'YES']", "broken"},
		{"2) Evaluation:\n- Constraint 1: The text names rain, so it meets the constraint.\n- Constraint 2: The text is prose, so it does not meet the constraint.\n\n3) ['YES', 'NO']", "met,not_met"},
		{"2) It names rain (satisfied). It is prose (not satisfied).\n3) ['YES', 'YES']", "broken"},
		{"2) It names rain (satisfied). It is prose (not satisfied).\n3) ['YES', 'NO']", "met,not_met"},
		{"2) It names rain (line 2 is satisfied, line 3 is not satisfied).\n3) ['YES', 'YES']", "met,met"},
		{"**2) Assessment**\n- Rain: met, in line 2.\n- Rhyme: not met, it is prose.\n\n**3) Result**\n['YES', 'YES']", "broken"},
		{"**2) Assessment**\n- Rain: met, in line 2.\n- Rhyme: not met, it is prose.\n\n**3) Result**\n['YES', 'NO']", "met,not_met"},
		{"1. Mentions rain. Met: YES\n2. Rhymes. Met: NO\n['YES', 'NO']", "met,not_met"},
		{"2) The first is met, the second is not.\n3) ['YES', 'NO']", "met,not_met"},
	})
	holdOf(t, "score-cut", many(1), []readCase{
		{"Score: 3\nActually, make that 8.", "broken"},
		{"1. Clear\n2. Short\nScore: 7", "met"},
		{"1. Clear\n2.", "broken"},
	})
}

// TestHedged asks again where a yes or no is limited.
func TestHedged(t *testing.T) {
	for _, reply := range []string{
		"Yes, for the most part.", "Yes, all but one.", "Yes, 9 of 10.", "Yes, in 9 of 10 cases.", "Yes, nine out of ten.", "Yes, largely.", "Yes, in most cases.", "Yes, somewhat.", "Yes, more or less.",
		"Mostly. Yes.", "Yes, it does. Mostly.", "Yes, apart from the last line.", "Yes, it does, just not everywhere.", "Yes, all of them do... well, mostly.",
		`{"verdict":"YES","verdict_final":"NO"}`, "Yes, the answer is No.", "No... well, mostly yes.", "Yes (with one exception).", "YES — on paper. In truth it drags.", "Yes, technically.", "Yes, in theory.", "Oui, à peu près.", "Sí, en parte.", "Ja, zum Teil.", "Sì, più o meno.", "Yes, generally.", "Yes. By and large.",
	} {
		if got := read(t, "constraint", judge.Strict, 1, reply); got != "broken" {
			t.Errorf("%q is read as %s", reply, got)
		}
	}
	for reply, want := range map[string]string{
		"Yes, 10 of 10.": "met", "Yes, in every line.": "met", "Yes, at most 50 words.": "met", "Yes, all of them.": "met", "No, only 9 of 10.": "not_met",
		"Yes, approximately 120 words, which is within the range.": "met", "YES, 12% is mentioned.": "met", "Yes, to an adult reader.": "met", "Yes, in the main text.": "met",
		"Yes, in some detail.": "met", "Yes, 3 of 4 lines rhyme, which is enough.": "met", "Yes, almost 400 words; the limit is 500.": "met",
		"No, most lines are too long.": "not_met",
	} {
		if got := read(t, "constraint", judge.Strict, 1, reply); got != want {
			t.Errorf("%q is read as %s, want %s", reply, got, want)
		}
	}
}

// TestReason holds that a reason is what stands with the verdict, and none rather
// than marks.
func TestReason(t *testing.T) {
	for _, c := range []struct{ strategy, reply, want string }{
		{"constraint", "```python\n['YES']\n```", ""},
		{"constraint", "```\nYES\n```", ""},
		{"constraint", "| Constraint | Result |\n|---|---|\n| tea | Yes |", ""},
		{"constraint", "| Constraint | Result | Why |\n|---|---|---|\n| tea | Yes | it mentions green tea |", "it mentions green tea"},
		{"constraint", "Word count: 25 > 15. **NO**.", "Word count: 25 > 15."},
		{"constraint", "1. YES", ""},
		{"constraint", "YES. It rhymes.", "It rhymes."},
		{"constraint", "It rhymes.\n\nAnswer: YES", "It rhymes."},
		{"constraint", "Answer: YES", ""},
	} {
		verdicts := readOf(t, c.strategy, many(1), c.reply)
		if got := verdicts[0].Reason; got != c.want || !verdicts[0].Outcome.Decided() {
			t.Errorf("%q: %s because %q, want %q", c.reply, verdicts[0].Outcome, got, c.want)
		}
	}
}

// TestProtocolsEnd reads lists whose items end as the prompt asks, whatever their
// reasons quote and whatever is said below them of corrections.
func TestProtocolsEnd(t *testing.T) {
	const end, not = " Final Answer is Constraint followed", " Final Answer is Constraint not followed"
	holdOf(t, "constraints-at-once", many(2), []readCase{
		{"1. It has 30 words." + end + "\n2. It answers with \"No\"." + end, "met,met"},
		{"1. \"urgent\" is false." + end + "\n2. It says \"yes\" once." + not, "met,not_met"},
		{"1. It has 30 words." + end + "\n2. It is fine." + end + "\n\nAll demands are met, so no correction is needed.", "met,met"},
		{"1. It has 30 words." + end + "\n2. It is fine." + end + "\n\nNothing needs to be corrected here.", "met,met"},
		{"1. It has 30 words." + end + "\n2. The constraint is not followed." + end, "broken"},
		{"1. It has 30 words." + end + "\n2. It is fine." + end + "\n\nCorrection: the second is too long.", "broken"},
	})
}

// TestContrary asks again where a reply says of the text the contrary of what it
// decides: its yes or no may answer another question than the one asked.
func TestContrary(t *testing.T) {
	for asked, cases := range map[string][]readCase{
		"Does the generated text avoid commas?": {
			{"No, it does not contain commas.", "broken"},
			{"No. No occurrences found.", "broken"},
			{"No. The reply contains no commas.", "broken"},
			{"NO - no commas are used", "broken"},
			{"Yes, there are commas in the second sentence.", "broken"},
			{"The text does not contain any commas. NO", "broken"},
			{`{"reason": "There are no commas.", "answer": "NO"}`, "broken"},
			{"Contains commas? No.", "broken"},
			{"Commas: NO", "broken"},
			{"No, it does not avoid commas.", "not_met"},
			{"Yes, it uses dashes instead of commas.", "met"},
			{"No. The first sentence does not contain commas, but the second does.", "not_met"},
			{"No. It must not contain commas, but it does.", "not_met"},
			{"No. It does not use commas in its title, which is not enough.", "not_met"},
			{"No. Commas are not to be used, and two are.", "not_met"},
			{"Does the generated text avoid commas? NO", "not_met"},
			{"Avoids commas: NO", "not_met"},
		},
		`Does the text avoid the word "very"?`: {
			{`YES, the word "very" appears in the second sentence.`, "broken"},
			{`YES ("very" occurs twice)`, "broken"},
			{`NO, the word "very" appears in the second sentence.`, "not_met"},
			{`The word "very" appears: NO`, "broken"},
		},
		"Does every line end with a comma?": {
			{"NO. Every line ends with a comma.", "broken"},
			{"YES. The last line does not end with a comma.", "broken"},
			{"YES. The first line does not end with a comma.", "broken"},
			{"NO. The first line does not end with a comma.", "not_met"},
			{"YES. Every line ends with a comma.", "met"},
			{"Every line ends with a comma: NO", "not_met"},
		},
		"Is the tone formal?": {
			{"YES. The tone is informal.", "broken"},
			{"NO. The tone is informal.", "not_met"},
			{"NO. It is formal only in the title.", "not_met"},
		},
		"The tone must be humorous.": {
			{"The tone is not humorous. Constraint followed", "broken"},
			{"The tone is not humorous. Constraint not followed", "not_met"},
			{"The tone is humorous. Constraint followed", "met"},
		},
		"The letter should close with \"Yours faithfully\".": {
			{"The letter closes with \"Kind regards\" instead of \"Yours faithfully\". Final Answer: Constraint followed <END>", "broken"},
			{"The letter closes with \"Kind regards\" instead of \"Yours faithfully\". Final Answer: Constraint not followed <END>", "not_met"},
			{"The letter closes with \"Yours faithfully\". Final Answer: Constraint followed <END>", "met"},
		},
		"The letter must not contain any numbers.": {
			{"It contains no numbers. Constraint followed", "met"},
			{"It contains no numbers. Constraint not followed", "broken"},
		},
		"Use an impolite tone.": {{"The tone is polite. Final Answer: Constraint followed", "broken"}, {"The tone is polite. Final Answer: Constraint not followed", "not_met"}},
		"Does it give at least two examples?": {
			{"YES. It contains no examples.", "broken"},
			{"NO. It contains no examples.", "not_met"},
		},
		`Does the text mention the word "tea"?`: {
			{`No, the word "tea" is mentioned.`, "broken"},
			{`Yes, it does not mention the word "tea".`, "broken"},
			{`No, the word "coffee" is mentioned.`, "not_met"},
			{`No, the word "tea" is mentioned too late.`, "not_met"},
			{`No, it is mentioned in no line.`, "not_met"},
		},
		"Do not mention the author.": {
			{"The response does not mention the author. Final Answer: Constraint not followed", "broken"},
			{"It mentions the title, but not the author. Final Answer: Constraint followed", "met"},
			{"**Do not mention the author.** Jane Austen is named. Final Answer: Constraint not followed", "not_met"},
		},
		"Is the tone friendly?": {
			{"No violation found. Final Answer: Constraint not followed", "broken"},
			{"There is no violation. NO", "broken"},
			{"Violation found. YES", "broken"},
			{"No violations were found in the text. Constraint followed.", "met"},
			{"No violation found in the title. The end is rude. Final Answer: Constraint not followed", "not_met"},
			{"No occurrence found. Final Answer: Constraint not followed", "not_met"},
			{"No violation found. However, the end is rude. Final Answer: Constraint not followed", "not_met"},
		},
		"Does the memo find a breach of the lease?": {
			{"There is a breach. YES", "met"},
			{"A violation is found in the text.\nYES", "met"},
			{"No breach is found. NO", "not_met"},
		},
		"Is the mail shorter than 100 words?": {
			{"No, it is longer than 100 words.", "not_met"},
			{"Yes. It has 120 words, more than are allowed.", "broken"},
			{"Yes. It has 120 words and exceeds the limit.", "broken"},
			{"Yes, it does not exceed the limit.", "met"},
			{"Yes. At 120 words it is over the limit.", "broken"},
			{"YES. It has 61 words, over the 50-word limit.", "broken"},
			{"YES. The text has 64 words, which is more than the 60 that are allowed.", "broken"},
			{"Oui. Les 130 mots dépassent le minimum", "met"},
			{"Yes. It stays above the minimum, under the limit.", "met"},
			{"Yes. It falls short: fewer words than the minimum.", "broken"},
			{"Yes, and it would be no longer than the limit with a title.", "met"},
			{"Yes. A title would take it over the limit.", "met"},
			{"Yes. It cannot exceed the limit with one word.", "met"},
			{"Yes, it never goes above the maximum.", "met"},
			{"NO. It never goes above the maximum.", "broken"},
			{"NO. It does not exceed the limit.", "broken"},
			{"NO. It isn't over the limit.", "broken"},
			{"NO. It does not exceed the limit, but it has no title.", "not_met"},
			{"NO. It does not stay within the limit.", "not_met"},
			{"NO. Its title does not exceed the limit. The rest does.", "not_met"},
		},
		"Does the essay have a title and 50 words?": {
			{"YES. It has only 30 words of the 50 required.", "broken"},
			{"YES. It has only 30 words out of the 50 requested.", "broken"},
			{"YES. It has only 30 of the 50 words demanded.", "broken"},
			{"YES. It has only 30 of the 50 needed.", "broken"},
			{"YES. It has only 30 of the required 50 words.", "broken"},
			{"YES. It has 30 words instead of the required 50.", "broken"},
			{"YES (4 of the 5 required words appear)", "broken"},
			{"It has 4 of the 5 required words. Final Answer: Constraint followed <END>", "broken"},
			{"NO (4 of the 5 required words appear)", "not_met"},
			{"YES (5 of the 5 required words appear)", "met"},
			{"YES. Five of the five required words appear.", "met"},
			{"YES. All five of the 5 required words appear.", "met"},
			{"YES. Four of the 5 required words appear.", "broken"},
			{"YES. None but 4 of the 5 required words are nouns", "met"},
			{"YES, missing the title.", "broken"},
			{"YES, missing only the title.", "broken"},
			{"YES (missing a title)", "broken"},
			{"YES（缺少一个标题）", "broken"},
			{"YES。缺少标题。", "broken"},
			{"NO（缺少一个标题）", "not_met"},
			{"YES（不缺少标题）", "met"},
			{"YES。缺少雨水的村庄是标题。", "met"},
			{"YES. The text is missing a title.", "broken"},
			{"YES. The response is lacking the title", "broken"},
			{"YES. The hero is missing the sea.", "met"},
			{"Lacking a proper title. Final Answer: Constraint followed", "broken"},
			{"NO, missing the title.", "not_met"},
			{"YES. All 50 of the 50 required words are there.", "met"},
			{"YES. Only 3 of the 5 stanzas rhyme", "met"},
			{"YES. Missing the sea, its speaker sings.", "met"},
			{"YES. Missing a train is what it tells of.", "met"},
		},
		"¿El correo nombra la hora y el lugar?": {
			{"Sí, no falta nada.", "met"},
			{"Oui, il ne manque rien.", "met"},
			{"Although a greeting is missing, the tone is friendly. Final Answer: Constraint followed", "met"},
			{"Yes. Its hero looks for his dog, who is missing.", "met"},
			{"Yes, it lists both with what is missing.", "met"},
		},
		"Does the story leave out the place?": {{"Yes, the place is missing.", "met"}, {"Yes, missing the place.", "met"}},
		"Is there no title?":                  {{"Yes, missing a title.", "met"}, {"是，缺少标题。", "met"}},
		"文章是否没有标题？":                           {{"是（缺少标题）", "met"}},
		"Is the mail long enough?": {
			{"Yes. The text has 245 words, exceeding the minimum of 200.", "met"},
			{"YES — it exceeds 200 words", "met"},
		},
		"Is the mail at most 200 words long?": {
			{"At first I counted 213 words. Recounting: 187 words. YES", "met"},
			{"YES. With its notes it would have 230 words.", "met"},
			{"YES. Word count: 205 (limit: 200).", "broken"},
			{"YES. Word count: 187 (limit: 200).", "met"},
			{"NO. Word count: 205 (limit: 200).", "not_met"},
			{"YES (213 words)", "broken"},
			{"YES. It has 213/200 words.", "broken"},
			{"YES. It has 191/200 words.", "met"},
			{"It has about 1,240 words. Final Answer: Constraint followed <END>", "broken"},
			{"The two parts have 120 words and 93 words, in all 213 words.\n\nYES", "broken"},
			{"The two parts have 120 words and 73 words, in all 193 words.\n\nYES", "met"},
			{"YES. It says what happened in 1990 in few words.", "met"},
			{"NO. It has only 150 words.", "broken"},
			{"NO. The title has 12 words, but the rest is too long.", "not_met"},
		},
		"Is the text between 100 and 150 words long?": {
			{"YES, 97 words.", "broken"},
			{"Word count: 164. Range: 100-150. YES", "broken"},
			{"YES. It has 100 to 150 words.", "met"},
			{"YES. It has 128 words, between 100 and 150.", "met"},
			{"NO. Word count: 164. Range: 100-150.", "not_met"},
		},
		"Does it give 5 to 7 tips?": {{"YES. It gives four tips.", "broken"}, {"YES. It gives six tips.", "met"}},
		"Does it have 40-60 words?": {{"YES. It has 70 words.", "broken"}, {"YES. It has 50 words.", "met"}},
		"Does the text contain at least five tips?": {
			{"Tips counted: 3\nMinimum: 5\nVerdict: YES", "broken"},
			{"Tips counted: 6\nMinimum: 5\nVerdict: YES", "met"},
			{"YES. Tip 3 is the best.", "met"},
		},
		"Address the reader as \"friend\".": {
			{"The response never addresses the reader as \"friend\". Final Answer: Constraint followed <END>", "broken"},
			{"The response addresses the reader as \"friend\". Final Answer: Constraint followed <END>", "met"},
		},
		"Never name more than 3 options.": {
			{"There are three options. Final Answer: Constraint followed", "met"},
			{"There are four options. Final Answer: Constraint followed", "broken"},
		},
		"Don't use fewer than 3 lines.":        {{"YES. It has 3 lines.", "met"}, {"YES. It has 2 lines.", "broken"}},
		"Is it true that no line has 9 words?": {{"YES. One line has 8 words.", "met"}},
		"Use exactly three hashtags.": {
			{"YES. There are four hashtags: #sun, #sea, #fun and #joy.", "broken"},
			{"YES, there are only two hashtags.", "broken"},
			{"Hashtags found: 4 (required: 3). Final Answer: Constraint followed", "broken"},
			{"Hashtags found: 3 (required: 3). Final Answer: Constraint followed", "met"},
			{"YES. The text contains 4 hashtags: #sun, #sea, #fun and #joy.", "broken"},
			{"YES. The three hashtags have 14 letters.", "met"},
			{"YES. It has 3 hashtags, as asked: 1 hashtag above, 2 hashtags below.", "met"},
			{"NO. There are three hashtags.", "broken"},
			{"NO. There are 4 hashtags.", "not_met"},
		},
		"Does every paragraph rhyme?": {
			{"Paragraph 1: YES\nParagraph 2: NO\n\nOverall: NO", "not_met"},
			{"- Paragraph 1 - yes\n- Paragraph 2 - no\n\n**Final answer: NO**", "not_met"},
			{"Paragraph 1: YES\nParagraph 2: NO\n\nOverall: YES", "broken"},
			{"Paragraph 1: YES\nParagraph 2: YES\n\nOverall: NO", "broken"},
			{"Paragraph 1: YES\nParagraph 2: NO", "broken"},
			{"Tone: YES\nParagraph 2: NO\n\nOverall: NO", "broken"},
			{"YES\nParagraph 2: NO\n\nOverall: NO", "broken"},
			{"| Paragraph | Rhymes |\n|---|---|\n| 1 | YES |\n| 2 | NO |\n\nAnswer: NO", "not_met"},
			{"| Paragraph | Rhymes |\n|---|---|\n| 1 | YES |\n| 2 | YES |\n\nAnswer: YES", "met"},
			{"| Paragraph | Rhymes |\n|---|---|\n| 1 | YES |\n| 2 | NO |\n| Overall | NO |", "not_met"},
			{"| Paragraph | Rhymes |\n|---|---|\n| 1 | YES |\n| 2 | NO |\n\nAnswer: YES", "broken"},
			{"| Paragraph | Rhymes |\n|---|---|\n| 1 | YES |\n| 2 | NO |", "broken"},
			{"| Constraint | Followed |\n|---|---|\n| rhyme | YES |\n| tone | NO |\n\nAnswer: NO", "broken"},
		},
		"Is the text fit for children?": {
			{"YES.\n\nNote: some words are too difficult for a child.", "broken"},
			{"YES. No word is too difficult.", "met"},
			{"NO. The sentences are too long.", "not_met"},
		},
		"Name at least two European countries.": {
			{"YES. Only one European country is named.", "broken"},
			{"YES. It names 3 countries.", "met"},
		},
		"Does the story have fewer than five lines?": {{"YES. It has 5 lines.", "broken"}, {"YES. It has 4 lines.", "met"}},
		"Does the story have more than five lines?":  {{"YES. It has 5 lines.", "broken"}, {"YES. It has 6 lines.", "met"}},
		"Has each stanza at most four lines?":        {{"YES. All in all it has 12 lines.", "met"}},
		"End with a call to action.": {
			{"There is no call to action at the end. Final Answer: Constraint followed", "broken"},
			{"There is no call to action at the end. Final Answer: Constraint not followed", "not_met"},
		},
		"Is the text free of spelling mistakes?": {
			{"NO. No errors.", "broken"},
			{"NO. There are no mistakes.", "broken"},
			{"YES. Errors: \"line 2\", \"line 4\".", "broken"},
			{"YES. Spelling mistakes found: line 2.", "broken"},
			{"YES. Issues: none.", "met"},
			{"YES. Spelling mistakes found: 0", "met"},
			{"NO. Errors: line 2.", "not_met"},
			{"NO. There are no mistakes in the first line, but two below.", "not_met"},
			{"YES. No errors.", "met"},
		},
		"Does the text exceed the limit?":     {{"NO. It does not exceed the limit.", "not_met"}},
		"The text must not exceed the limit.": {{"NO. It does not exceed the limit.", "broken"}},
		"The text contains no errors.":        {{"2 errors: NO", "not_met"}},
	} {
		holdOf(t, "constraint-reason", asking(asked), cases)
	}
	holdOf(t, "batch", asking("Is the tone friendly?", "Does the text avoid commas?"), []readCase{
		{"1. YES\n2. NO - there are no commas.", "broken"},
		{"1. YES\n2. NO - there are two commas.", "met,not_met"},
		{"- Friendly: YES\n- Commas: NO", "met,not_met"},
		{"1. Friendly tone: YES\n2. Uses commas: NO", "broken"},
		{"- Friendly tone: YES\n- Commas used: NO", "broken"},
		{"1. Friendly tone: YES\n2. Avoids commas: NO", "met,not_met"},
		{"1. YES\n2. YES - it has commas.\n\nCorrection:\n1. YES\n2. NO - it has commas.", "met,not_met"},
		{"1. YES\n2. NO - it has commas.\n\nCorrection:\n1. YES\n2. YES - it has commas.", "broken"},
		{"The reply meets both criteria:\n1. YES\n2. NO", "broken"},
		{"The cake recipe meets both criteria:\n\n1. YES\n2. NO", "broken"},
		{"1. YES\n2. NO\n\nThus the recipe satisfies all 2 of the requirements.", "broken"},
		{"1. YES\n2. NO\n\nThus the recipe does not satisfy all of the requirements.", "met,not_met"},
		{"The cake recipe meets both criteria:\n\n1. YES\n2. YES", "met,met"},
	})
}

// TestTakenBack asks again where a reply changes its decisions, in whatever form it
// gave them, unless it decides all anew; and not where it goes on to talk.
func TestTakenBack(t *testing.T) {
	corrections := []string{
		"\n\nOn reflection: 1. YES, 2. YES, 3. YES", "\n\nCorrected:\n1. YES\n2. YES\n3. YES", "\n\nCorrection:\n['YES', 'YES', 'YES']",
		"\n\nRevised:\n1. YES\n2. YES\n3. YES", "\n\n更正：\n1. 是\n2. 是\n3. 是", "\n\n订正：\n1. 是\n2. 是\n3. 是",
		"\n\nOn second thought, 1. YES, 2. YES, 3. YES", "\n\n(Corrected: 1. YES, 2. YES, 3. YES)", "\n\nLet me see… Corrected: 1. YES, 2. YES, 3. YES",
	}
	for _, word := range []string{"Sorry, corrected", "Wait, final answer", "抱歉，更正", "Korrektur", "Berichtigung", "Corrección", "Correzione", "我需要更正", "我要修正一下", "我更正", "改正后", "修正如下"} {
		corrections = append(corrections, "\n\n"+word+":\n1. YES\n2. YES\n3. YES")
	}
	changes := []string{
		"\n\nOn reflection, 2 should be YES.", "\n\nCorrected: 2. YES", "\n\nOn reflection, constraint 2 should be YES as well.", "\n\nCorrection: 2 is YES.", "\n\nCorrection:\n2. YES", "\n\nEdit: question 2 → YES", "\n\n更正：第2题应为是。", "\n\nThe second is met after all.", "\n\nI initially gave 2 a NO.", "\n2 is YES after all.",
		"\n\n2 is corrected to YES.", "\n\nQuestion 2 is revised to YES.", "\n\n2 is actually met.", "\n\nCalling 2 a NO was a mistake.",
		"\n\nThe sea deserves a ✅ after all.", "\n\n❌ for the sea after all.", "\n\n2 is fine after all.", "\n\nThe second after all ends on it.", "\n\nThe sea is met after all.",
		"\n\nOn second thought, number 2 should rather be YES: it ends on the shore.",
		"\n\nWait, 2 does mention it.", "\n\nI misread 2; it is there.", "\n\nHmm, let me recheck 2.", "\n\nLet me double-check 2: it is there.", "\n\nI changed 2 to YES.", "\n\n2 could be argued either way.", "\n\nSummary: YES/YES/YES", "\n\nIn summary, 1, 2 and 3 are met.", "\n\nCorrection: 2 is YES, and so 3 is NO.", "\n\nCorrection: 2 is YES if titles count.",
		"\n\nCorrection: ['YES', 'YES', 'YES']. Scratch that.", "\n\nCorrection: ['YES', 'YES', 'YES'] is what my colleague proposed.",
		"\n\nCorrection:\n1. YES\n2. YES\n3. YES\n\nI am not certain.",
		"\n\nCorrection: ['YES', 'YES', 'YES'] is tempting, but the first list stands.",
		"\n\nCorrection: 4 is YES.", "\n\nCorrection: 2 is YES.\n\nCorrection: 3 is NO.", "\n\nCorrection: 2 is YES, the first is NO.",
		"\n\nOn reflection, 2 is YES, to a purist.", "\n\nOn reflection, the user wants:\n1. YES\n2. YES\n3. YES", "\n\nI was wrong to think 3 is NO.", "\n\nOn reflection, calling 3 NO seemed too strict.", "\n\nHmm, some would argue that 3 is NO.", "\n\nOn reflection, some would argue that 3 should be NO.",
		"\n\nWait, chapter 2 met the demand later.", "\n\nActually, the user asked that 2 be YES.", "\n\nCorrection: 2 was NO at first.", "\n\nI would put YES for 2 instead.",
		"\n\nOn reflection, a lenient judge would give ['YES', 'YES', 'YES'].", "\n\nI initially said ['NO', 'NO', 'YES'], which was wrong.", "\n\nOn reflection, café 2 should be YES.",
		"\n\nHmm, someone might say:\n1. YES\n2. YES\n3. YES", "\n\nOn reflection, some might say:\n1. YES\n2. YES\n3. YES", "\n\nWait, is 2 met?", "\n\nOn reflection, 1 and 2 should be YES.", "\n\nOn reflection, 3 and 2 should be YES.", "\n\nWait, 2 is not YES for sure.", "\n\nWait, 2 is met.", "\n\n(2 may be wrong: the title could count.)", "\n\nOops, I mixed up 2 and 3.", "\n\nActually, I made a mistake on question 2.",
	}
	talk := []string{
		"", "\n", "\n\nLet me know if you need more.", "\n\nOverall, two of the three are met.", "\n\nNothing needs to be corrected.", "\n\nSummary: 2 YES, 1 NO.", "\n\nSummary: YES, NO, YES",
		"\n\nInstead of rhymes, the poem uses free verse.", "\n\nHowever, the poem is actually well written.", "\n\nThe sea is its only mistake.", "\n\nLet me know if you want a corrected version.", "\n\n文章修正了日期。",
	}
	for _, form := range []string{
		"YES\nNO\nYES", "1. YES\n2. NO\n3. YES", "1. YES - three\n2. NO - no sea\n3. YES - warm", "1. YES 2. NO 3. YES", "1. ✅\n2. ❌\n3. ✅",
		`{"answers": [{"answer": "YES"}, {"answer": "NO"}, {"answer": "YES"}]}`, "```json\n[\"YES\", \"NO\", \"YES\"]\n```", "['YES', 'NO', 'YES']",
		"| # | Answer |\n|---|---|\n| 1 | YES |\n| 2 | NO |\n| 3 | YES |", "<q1>YES</q1>\n<q2>NO</q2>\n<q3>YES</q3>", "Followed: 1, 3\nNot followed: 2",
	} {
		var cases []readCase
		for _, s := range changes {
			cases = append(cases, readCase{form + s, "broken"})
		}
		for _, s := range talk {
			cases = append(cases, readCase{form + s, "met,not_met,met"})
		}
		for _, s := range corrections {
			cases = append(cases, readCase{form + s, "met,met,met"})
		}
		if got := read(t, "batch", judge.Strict, 3, form+"\n\nI first thought that 1 is NO, but the title counts."); got != "met,not_met,met" && got != "broken,broken,broken" {
			t.Errorf("%q and a withdrawn view is read as %s", form, got)
		}
		holdOf(t, "batch", many(3), cases)
	}
	for _, form := range []string{"YES", `{"answer": "YES"}`, "```json\n{\"answer\": \"YES\"}\n```", "| Question | Answer |\n|---|---|\n| sea | YES |", "['YES']", "<answer>YES</answer>"} {
		var cases []readCase
		for _, s := range []string{
			"\n\nWait, that is the ocean.", "\n\nHowever, it is only in the title.", "\n\nThat said, the mention is indirect.", "\n\nI am not sure, though.",
			" — although only in the title", "\n\nScratch that, it's a no.",
		} {
			cases = append(cases, readCase{form + s, "broken"})
		}
		holdOf(t, "single", many(1), append(cases, readCase{form + "\n\nThe sea is in line 2.", "met"}))
	}
	holdOf(t, "batch", many(2), []readCase{
		{"1. YES (4 of the 5 required words appear)\n2. NO", "broken"},
		{"1. YES (5 of the 5 required words appear)\n2. NO\n\nSummary: 1 YES, 1 NO", "met,not_met"},
		{"1. YES\n2. NO\n\nWait, let me check. So:\n\n1. YES\n2. NO", "met,not_met"},
		{"1. YES\n2. NO\n\nHmm, the second one is there after all.\n\n1. YES\n2. YES", "broken"},
		{"1. YES\n2. NO\n\nFinal:\n1. YES\n2. YES", "met,met"},
		{"1. YES\n2. NO\n\nLe café n'est pas nommé. « Été ».\n\nCorrection:\n1. YES\n2. YES", "met,met"},
		{"{\"answers\": [\"YES\", \"NO\"]}\n\nCorrection, the sea is named:\n{\"answers\": [\"YES\", \"YES\"]}", "met,met"},
		{"[\"YES\", \"NO\"]\n[\"YES\", \"YES\"]", "broken"},
		{"1. YES\n2. NO\n\nI am not certain. Others might say:\n1. YES\n2. YES", "broken"},
	})
	holdOf(t, "constraint-reason", many(1), []readCase{
		{"The response does not follow the constraint. Final Answer: Constraint followed <END>", "broken"},
	})
}

// TestTwoLists reads the second of two lists that differ where the judge announces it, and
// neither where it does not, in whatever forms they stand.
func TestTwoLists(t *testing.T) {
	forms := func(second string) []string {
		listed := map[string]string{"YES": "1, 2, 3", "NO": "1, 3. Not met: 2"}[second]
		var all []string
		for _, form := range []string{
			"1. YES\n2. %\n3. YES", "1. YES - it is\n2. % - the sea\n3. YES - warm", "1. **Tea**: YES\n2. **Sea**: %\n3. **Tone**: YES", "YES\n%\nYES", "1: YES, 2: %, 3: YES", "['YES', '%', 'YES']",
			`["YES", "%", "YES"]`, `{"1": "YES", "2": "%", "3": "YES"}`, "| # | Answer |\n|---|---|\n| 1 | YES |\n| 2 | % |\n| 3 | YES |", "Met: " + listed,
		} {
			all = append(all, strings.ReplaceAll(form, "%", second))
		}
		return all
	}
	var cases []readCase
	for i, first := range forms("NO") {
		for k, second := range forms("YES") {
			cases = append(cases, readCase{"Final answer:\n" + first + "\n\n" + second, "broken"}, readCase{first + "\n\n" + second, "broken"})
			for _, heading := range []string{"\n\nFinal answer:\n", "\nFinal answer:\n\n", "\n\nFinal verdict: "} {
				if table := strings.HasPrefix(second, "|"); !table || strings.HasSuffix(heading, "\n") {
					cases = append(cases, readCase{first + heading + second, "met,met,met"})
				}
			}
			if i == k {
				cases = append(cases, readCase{first + "\n\n" + first, "met,not_met,met"})
			}
		}
	}
	holdOf(t, "batch", many(3), append(cases, []readCase{
		{"1. YES\n2. NO\n3. YES\nCorrected answers:\n1. YES\n2. YES\n3. YES", "met,met,met"},
		{"Decision 1. It rhymes.\nYES\nDecision 2. It ends.\nNO\nDecision 3. It is.\nYES", "met,not_met,met"},
		{"Verdict 1. It rhymes.\nYES\nVerdict 2. It ends.\nNO\nVerdict 3. It is.\nYES", "met,not_met,met"},
		{"1 is YES\n3 is NO\n2 is YES", "met,met,not_met"},
		{"[YES, NO, YES,]", "met,not_met,met"},
		{"YES, NO, YES,", "met,not_met,met"},
		{"The decisions are [YES, NO, YES, ].", "met,not_met,met"},
		{`{"answer": "YES"} {"answer": "NO"} {"answer": "YES"}` + "\n\n1. YES\n2. YES\n3. YES", "broken"},
	}...))
}
