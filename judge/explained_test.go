package judge_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"adhere"
	"adhere/judge"
)

// TestFaultsBesideDecision reads a yes beside a field for faults: it counts where the
// field says of the whole answer that there is none.
func TestFaultsBesideDecision(t *testing.T) {
	for want, texts := range map[string][]string{
		"broken": {
			"Only the first line has no errors.", "Only the last stanza contains no mistakes.", "The title alone shows no faults.",
			"Half of the lines contain no errors.", "Most of the lines contain no errors.", "Some lines have no issues.",
			"Only line 1 is without errors.", "Line 2 is free of errors.", "At best it is without errors.",
			"Hardly a line has no errors.", "Scarcely a verse has no mistakes.", "Not a line is without mistakes.",
			"It should have no errors.", "It must contain no errors.", "It was supposed to have no errors.",
			"The story was to mention errors and has no errors.", "The text should name problems and contains no problems.",
			"It is not that there are no errors.", "It is not true that it has no errors.", "I doubt that there are no errors.",
			"The text mentions no problems", "The story names no errors.", "The poem speaks of no mistakes.",
			"No issues. 51 words, one over the limit.", "No issues. It has 51 words.", "No errors. 3 lines rhyme.",
			"No errors. Only two lines rhyme.", "No errors. Just one line rhymes.", "No issues. Almost all lines rhyme.",
			"2", "2 in all", "three", "No, it rambles on", "No rhyme", "No issues, but line 2 is short.", "No issues, only two lines rhyme.", "No issues - 51 words.",
			"No issues in line 1.", "No issues with the first line.", "No violations of rule 1 were found.", "The first line has no issues whatsoever.",
			"No issues. All lines but one rhyme.", "No issues, all lines rhyme except the last.", "No issues. It has a comma too many.",
			"No issues. It should rhyme.", "No issues. No title.", "No issues in the opening.", "No issues with the opening.",
			"No issues, has 2 of the 3 paragraphs required.", "No errors. Exactly two lines rhyme.", "No issues. All but one sentence, as asked.", "None. The text has 51 words, not within the limit of 50.",
			"No issues. It should contain exactly 3 paragraphs.", "No issues. It has 2 words too many, as asked.", "None. 51 words, within one of the limit.", "None. 48 words, within the limit of line 2.", "None. 48 words, within the limit, 2 commas.", "No issues. It has no commas.", "No major issues",
			"No violations, although the title pushes it over.", "Keine, außer in der letzten Zeile.", "0 of 3 lines rhyme.",
		},
		"met": {
			"No issues, all lines rhyme.", "No errors, every line rhymes.", "No, there are no errors.",
			"No issues - all lines rhyme.", "No mistakes – every line rhymes.", "No problems: all verses rhyme.",
			"No violations of the constraint were found.", "No breaches of the rule were seen.", "No violation of the requirement.",
			"no issue with the limit", "No problems with the format.", "No errors in the text",
			"There are no issues with the response.", "There are no problems with the text.", "I see no errors in the answer.",
			"The response has no issues whatsoever.", "The text has no errors at all.", "It has no faults of any kind.",
			"There is no error.", "There's no issue.", "There aren't any issues.", "Does not contain errors", "no violations (all good)", "No.", "none found", "I found no mistakes.", "The poem shows no faults.", "It contains no errors", "The output has no problems.",
			"0", "0 errors", "No constraint violations.", "I have found no errors.", "It does not have any issues.", "The answer doesn't contain any errors.", "It is free of errors.", "None of the rules is violated.",
			"None. 48 words, within the limit", "None. The text has 48 words, within the limit of 50 words.", "None (48 words, which is well within the 50-word limit).", "None. 1 word is within the word limit.", "no clear violations", "No clear rule violations.",
			"There were no spelling or grammar errors anywhere in the text.", "Keine Fehler gefunden.", "Aucune erreur trouvée.",
		},
	} {
		for _, text := range texts {
			for _, key := range []string{"issues", "violations"} {
				quoted, _ := json.Marshal(text)
				reply := fmt.Sprintf(`{%q:%s,"met":true}`, key, quoted)
				if got := outcomes(readOf(t, "constraint", many(1), reply)); got != want {
					t.Errorf("%s is read as %s, want %s", reply, got, want)
				}
			}
		}
	}
}

// TestScoreTakenBack tells another score behind a score from numbers of what it is
// about.
func TestScoreTakenBack(t *testing.T) {
	for want, replies := range map[string][]string{
		"broken": {
			"Score: 7, though 5 if the title counts", "Score: 7, although 6 if the title counts", "Score: 7, though a 5 if headings count",
			"Score: 7, but 5 if the title counts", "Score: 7, but only 5 if the title counts", "Score: 7 but 4 if the title counts",
			"Score: 7 if not 8", "Score: 7, if not 8.", "Score: 7. 5, if the title counts.", "Score: 7 — 5 if the title counts", "Score: 7 - 5 if the title counts", "Score: 7 – 4 if headings count",
			"Score: 7/10, and 5 if the title counts", "Score: 7/10 and 5 if headings count", "Score: 7, and 6/10 if the title counts",
			"Score: 7; it gets 5 if the title counts", "Score: 7; it would get 5 if the title counts", "Score: 7. It gets a 5 if headings count.",
			"Score: 7. I would give 5 if the title counted.", "Score: 7. I'd give it 5 if the title counted.", "Score: 7. I would give it a 6 if the title counted.",
			"Score: 7. A score of 5 if the title counts.", "Score: 7. A rating of 5 if headings count.", "Score: 7. The score is 5 if the title counts.",
			"Score: 7. Perhaps 6 is fairer.", "Score: 7. Perhaps 6 is right.", "Score: 7. Maybe 5 is more fitting.",
			"Score: 7. Maybe 6 rather than 7.", "Score: 7. Perhaps 6 instead.", "Score: 7. Possibly 6 rather than that.", "Score: 7. Perhaps 6 seems fairer.", "Score: 7. Possibly 6 due to the title.", "Score: 7. Maybe 6 will do.",
			"Score: 7. Maybe 6 as it lacks a title", "Score: 7. Maybe 6 because it lacks a title", "Score: 7. Perhaps 5 since two lines are long.",
			"Score: 7. I am not sure.", "Score: 7. I meant 6.", "Score: 7... or rather 6.",
		},
		"met": {
			"Score: 7/10. It has maybe 5 typos.", "Score: 7. There are perhaps 4 errors.", "Score: 7. It has possibly 3 faults.",
			"Score: 7. Perhaps 3 words could go.", "Score: 7. Maybe 2 sentences are long.", "Score: 7. Possibly 4 lines rhyme.",
			"Score: 7. Perhaps 2-3 words could go.", "Score: 7. Maybe 2–3 sentences are long.", "Score: 7. Perhaps 2 to 3 words could go.", "Score: 7. Perhaps 2 or 3 lines are long.",
			"Score: 7\nIt lists 3 if not 4 items.", "Score: 7. It uses 2, if not 3, colours.", "Score: 7. It has 3 if not 4 typos.", "Score: 7. On closer inspection I stand by it.",
		},
	} {
		for _, reply := range replies {
			if got := read(t, "score-cut", judge.Strict, 1, reply); got != want {
				t.Errorf("%q is read as %s, want %s", reply, got, want)
			}
		}
	}
}

// TestChoiceLimited holds that a choice in brackets counts unless what follows limits
// it or takes it back.
func TestChoiceLimited(t *testing.T) {
	for want, replies := range map[adhere.Winner][]string{
		adhere.NoWinner: {
			"[[A]] is better only in tone.", "[[A]] is better but only in tone.", "[[A]] is stronger only on style.", "[[A]] is clearly better only in tone.", "[[A]] is the winner only on tone.",
			"[[A]] wins, but only on style.", "[[A]] wins only in style.", "[[A]] wins, though not in tone.",
			"[[A]] is not better, only in tone.", "[[A]] wins not on style.", "A is better, only in tone.", "[[A]] wins only in tone, not only in style.",
			"[[A]] is better for people who camp.", "[[A]] is best for readers who camp.", "[[A]] works better for users who camp.", "[[A]] is better suited to people who camp.", "[[A]] would suit people who camp",
			"[[A]] is the better choice for readers who camp.", "[[A]] is the better answer for people who camp.", "[[A]] is a good choice for those who camp.",
			"[[A]], mostly for people who like brevity", "[[A]] is more useful for people who camp.", "[[A]], chiefly for people who like it", "[[A]], mainly for readers who like brevity", "[[A]] especially for users who like brevity",
			"[[B]] Correction: A", "[[B]]\nCorrection - A", "[[B]]. Correction, it is A.",
			"[[B]] ... oops", "[[B]] oops", "[[B]] Oops, no.", "[[A]] Wait", "[[A]] Sorry, B", "[[A]] hold on B has a title", "[[B]]. I must have mixed up the two.", "[[B]] I meant A.", "[[B]] My mistake: A",
			"[[A]] wait B has the title", "[[A]] wait, B has the title", "[[A]] hmm B has the title",
			"[[B]]. I think I mixed up the two.", "[[B]]. Sorry, I mixed them up.", "[[A]]. It seems that I mixed the two up.", "[[B]]. I believe I misread B.",
			"[[A]] — well, no, scratch that: B is the one with sources.", "[[B]]. I'm not sure, honestly.", "[[A]]. Hang on, A ignores the limit.", "[[A]] — but only in tone.",
		},
		adhere.First: {
			"[[A]] is better, not only in tone but in depth.", "[[A]] wins not only on style.", "[[A]] is better, and not just in tone.", "[[A]], not merely for its tone.", "A is better, not only in tone but also in depth.",
			"[[A]]: A helps readers who want depth.", "[[A]]: it serves people who want depth.", "[[A]]. A is written for users who want depth.",
			"[[A]] A is a guide for people who camp.", "[[A]] This is a guide for readers who camp.", "[[A]] It has tips for people who camp.",
			"[[A]] It uses nouns only.", "[[A]] A uses only nouns.", "[[A]]: nouns only.",
			"[[A]]. On reflection I still stand by it.", "[[A]]. On reflection, I stand by it.", "[[A]]. On closer inspection I still stand by that.",
			"[[A]] actually follows the format.", "[[A]] actually keeps to the limit.", "[[A]] It actually follows the format.",
			"[[A]]. It tells users how long to wait.", "[[A]]: it has no wait times.", "[[A]] The text says to wait for the bus.",
			"[[A]] because it is written for people who camp.", "[[A]] — the other one is not in verse.", "[[A]]. The user is not sure where to begin, and A asks.",
		},
	} {
		for _, reply := range replies {
			if got := judge.ReadWinner(reply); got != want {
				t.Errorf("%q: winner %s, want %s", reply, got, want)
			}
		}
	}
}

// TestDoubtsOfTheText tells the judge's doubts from those that the judged text holds.
func TestDoubtsOfTheText(t *testing.T) {
	for want, replies := range map[string][]string{
		"broken": {
			"YES. The rule says if the title is counted, it fails.", "YES. The rule explains if the title is counted, it fails.", "YES. The task says if headings are counted, it fails.",
			"YES. The instruction says if a heading is counted, there are 101 words.", "YES. The prompt tells us if a heading is counted.", "YES. The note says if titles are not counted, it is short.",
			"YES. The guide says if titles count, the limit is exceeded.", "YES. The guide tells you if titles count.", "YES. The rule checks if titles count.",
			"YES. It depends on what happens if the title is counted.", "YES. That is open: what happens if the title is counted?", "YES. It is about what happens if headings are counted.",
			"YES. I wasn't certain.", "YES. I'm not certain.", "YES. I wasn't entirely sure.",
			"YES. My answer isn't certain.", "YES. My verdict is not certain.", "YES. My reading isn't quite certain.",
			"YES. The verdict isn't certain.", "YES. The decision is not certain.", "YES. This answer isn't sure.",
			"YES. It isn't sure whether the title is a line.", "YES. It is not certain whether the title counts.", "YES. It isn't certain that the title is a line.",
			"YES, but not sure.", "YES. Not sure, though.", "YES (not certain)", "YES. That is not certain.", "YES. Compliance is not certain.", "YES. The judge is not sure.", "YES. I was never certain.", "YES. I am far from certain.", "YES. I am not at all sure.", "YES. I am not 100% sure.", "YES. I do not feel certain.", "YES. The verdict is by no means certain.", "YES. Whether it counts is not certain.",
			"YES, but I am not 100% certain.", "YES. Hang on, that is one word too many.", "YES. I'd change my answer for a shorter limit.", "Ja. Allerdings fehlt der Titel.",
			"YES. Strike that. The title has six words.", "YES. That is my best guess.", "YES\n\nUpdate: after recounting, there are 51 words.", "是的。等等，第三段没有问号。",
		},
		"met": {
			"YES. It asks if the user counts calories.", "YES. It asks him if she counts sheep.", "YES. The hero wonders if anyone counts the votes.",
			"YES. The story asks if he is allowed in.", "YES. The guard is asked if they are accepted.", "YES. The poem asks what happens if love is not accepted.",
			"YES. It isn't certain to win prizes.", "YES. It is not certain to please.", "YES. It isn't sure to please.",
			"YES. The hero is not sure who knocked.", "YES. The hero isn't sure who knocked.", "YES. She was not certain of the way.",
			"YES. It says what to do if a parcel is not accepted.", "YES. It tells users how long to wait.", "YES. The hero, or rather the villain, is named.", "YES. I recounted the words: 48.", "是的。文中提到茶、咖啡，等等。", "YES\nConfidence: 95%",
			"YES. The narrator says that she isn't sure whether she will return.",
		},
	} {
		for _, reply := range replies {
			if got := read(t, "single", judge.Strict, 1, reply); got != want {
				t.Errorf("%q is read as %s, want %s", reply, got, want)
			}
		}
	}
}
