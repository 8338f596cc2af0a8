package suites_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere/verify/english"
)

// writeSentences writes what people say and how it is read, and what is left
// to a judge with another way to put it.
func writeSentences(t *testing.T, p *page) {
	t.Helper()
	p.say("\n## Sentences that are read\n\nCode decides all of these. Word order, polite phrases, reasons and capital letters do not\nmatter. The most common phrases of German, Spanish, French, Portuguese, Italian,\nChinese, Japanese and Korean are read too, with or without accents, in simplified and traditional characters.\nMore is read in a requirement that stands alone than in a prompt, where the same words may\nbe about something else.\n\n")
	p.table("sentence", "read as")
	for _, s := range sentences(t, "sentences.txt") {
		r, ok := english.Read(s)
		if !ok || r.Decides != english.Whole {
			t.Errorf("%q is not read whole", s)
		}
		p.row(words(s), words(r.Check.String()))
	}
	p.say("\nThe sentences on the left are not read, because it is not certain what they mean or where\nthe limit lies. Write what is on the right instead.\n\n")
	p.table("sentence", "write instead")
	for _, line := range sentences(t, "unread.txt") {
		s, better, _ := strings.Cut(line, " | ")
		if r, _ := english.Read(s); r.Decides == english.Whole {
			t.Errorf("%q is read whole, as %q", s, r.Check)
		}
		if r, _ := english.Read(better); r.Decides != english.Whole {
			t.Errorf("%q is not read whole", better)
		}
		p.row(words(s), words(better))
	}
	p.say("%s", figures)
}

func sentences(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// figures are what `go run ./internal/demandsets` printed.
const figures = `
## How well requirements are read

This section is about the rules alone, without a model. This command measures them on
conversations, and on single wordings of requirements, that people wrote and labelled by
hand without having seen the rules:

    go run ./internal/demandsets

Each conversation comes with good answers and with near misses: answers that break one of
its demands. A demand is enforced only if its sentence is a demand, no other text and no
part of the text is in question, and no word of its clause is left over. One half of each
set was used to develop the rules. Nobody looked at the other halves (except at the
conversations of the basic set), but some rules that made their totals worse were withdrawn.
On 29 November 2026:

| halves | good answers rejected | demands read correctly, with their scope | enforced demands that are right | near misses caught | decidable wordings read completely | of these, correctly |
| --- | --- | --- | --- | --- | --- | --- |
| used for development, all sets | 0 of 695 | 591 of 608 | 454 of 465 | 365 of 1,015 | 460 of 751 | 458 |
| not looked at, basic set | 1 of 150 | 71 of 78 | 49 of 53 | 32 of 183 | 52 of 140 | 49 |
| set 3 | 0 of 52 | 47 of 47 | 33 of 33 | 28 of 80 | 24 of 35 | 24 |
| set 4 | 0 of 51 | 39 of 46 | 35 of 40 | 33 of 75 | 13 of 34 | 13 |
| set 5 | 0 of 54 | 19 of 22 | 12 of 13 | 10 of 57 | 22 of 35 | 21 |
| set 6 | 1 of 88 | 49 of 51 | 35 of 36 | 34 of 100 | 34 of 70 | 33 |
| set 7 | 2 of 87 | 46 of 51 | 38 of 43 | 34 of 122 | 32 of 55 | 32 |
| set 8, by an author of rules | 0 of 20 | 16 of 17 | 14 of 14 | 10 of 33 | 9 of 18 | 9 |
| set 9 | 1 of 108 | 79 of 89 | 44 of 54 | 36 of 196 | 22 of 133 | 21 |
| set 10 | 1 of 74 | 86 of 93 | 45 of 51 | 26 of 169 | 22 of 177 | 21 |
| set 11, wordings only | | | | | 36 of 120 | 34 |

Sets 9 to 11 are by the authors who used the most varied wordings; expect their figures for
your own prompts. A demand counts as right here if it matches a label of the same reach. A person
who develops no rules also read the 323 that were enforced in the halves not looked at, each
against its prompt alone: 282 are right (87 %), 18 are wrong, and 23 (7 %) are arguable, such
as whether a greeting counts as a line. Of 14 (4 %) it is clear that a good answer could be
rejected. Half of the 18 speak of a part, a field or another text. Another such person looked later only
at the 31 of 326 that then differed from their labels: 11 were right and labelled otherwise, 6 arguable,
and 14 (4 %) wrong, 9 of these in what they are said of; 9 would reject normal good answers.
Of 9 wordings that were read wrongly, 7 rejected good texts.

Two thirds of the near misses that are not caught break demands whose
words are not read at all, and most of the others break demands that are in doubt. Work on
one author's wordings helps little with the next: people word what they demand in ever new
ways. Use a model to read what the rules cannot ([verify.md](verify.md#a-model-as-reader)).

### Real prompts

Here a person judged each enforced demand: an answer that breaks the check must break what
the prompt wants.

| prompts that the rules were not developed on | enforced demands that are right | demands read that are right |
| --- | --- | --- |
| 27,462 prompts and system messages of other public repositories, all that are enforced, the latest | 568 of 597 (95 %) | |
| of these, requests and conversations | 345 of 357 (97 %) | |
| of these, requests that are partly Chinese or Russian, or that models wrote | 121 of 130 (93 %) | |
| of these, system messages, 70 of them nearly alike | 102 of 110 (93 %) | |
| 33,298 prompts in German, French, Spanish, Portuguese, Italian, Japanese and Chinese, of other public repositories | 777 of 894 (87 %) | |
| of these, in German, most of them a translated collection | 538 of 621 (87 %) | |
| of these, in the others | 239 of 273 (88 %) | |
| 13,951 prompts of 162 public repositories | 156 of 188 (83 %) | |
| 17,360 texts of 311 other public repositories | 279 of 337 (83 %) | |
| of these, requests and conversations | 14 of 16 | |
| of these, system prompts | 32 of 36 | |
| of these, prompt libraries and programs' templates | 233 of 285 (82 %) | |
| 14,488 prompts of other public repositories | 427 of 448 (95 %) | |
| of these, requests and conversations | 413 of 432 (96 %) | |
| of these, system prompts and prompt libraries | 14 of 16 | |
| 9,014 prompts of other public repositories | 236 of 273 (86 %) | |
| of these, requests and conversations | 94 of 104 (90 %) | |
| of these, system prompts and prompt libraries | 142 of 169 (84 %) | |
| 12,305 prompts of other public repositories | 318 of 338 (94 %) | |
| of these, requests and conversations | 231 of 243 (95 %) | |
| of these, system prompts and prompt libraries | 87 of 95 (92 %) | |
| 9,983 prompts of other public repositories | 277 of 307 (90 %) | 441 of 513 (86 %) |
| of these, requests and conversations | 139 of 147 (95 %) | |
| of these, system prompts and prompt libraries | 138 of 160 (86 %) | |
| 5,346 prompts of other public repositories | 129 of 143 (90 %) | 230 of 268 (86 %) |
| of these, requests and conversations | 117 of 125 (94 %) | |
| of these, system prompts and prompt libraries | 12 of 18 | |
| 4,237 requests of AlpacaEval, Auto-J and Arena-Hard, by an author of rules | 114 of 115 | |
| 1,150 requests of ComplexBench, in Chinese, by the same | 43 of 49 | |
| 181 everyday requests by two testers who knew no rule | 125 of 127 (98 %) | |
| 150 requests with 219 demands by a stranger, not looked at | 58 of 62 (94 %) | |
| 150 requests of which each speaks of a part or of several things, by a stranger, not looked at | 71 of 89 (80 %) | |
| half of 1,200 prompts of MulDimIF, whose constraints models wrote, a random 115 by a stranger, not looked at | 235 of 250 (94 %) | |
| 1,107 requests on the lengths of WritingBench, of LongBench-Write and of BiGGen-Bench, by an author of rules | 91 of 94 (97 %) | |
| 273 conversations of MultiChallenge and halves of 155 of StructFlowBench and of 1,000 Chinese prompts of CFBench, by an author of rules | 131 of 138 (95 %) | |
| the other halves of StructFlowBench and CFBench, by a stranger, not looked at | 105 of 114 (92 %) | |
| half of 1,641 system messages of products and of two prompt libraries, all 33, by a stranger, not looked at | 30 of 33 | |
| half of 15,596 first requests of ShareGPT, a random 75 | 73 of 75 (97 %) | |
| half of 17,397 requests of ShareGPT, a random 55 | 52 of 55 (95 %) | |
| 1,497 requests to chat models and training prompts | 29 of 30 | |

Expect the first twenty-one rows for your own prompts. Of the 894, 46 more are arguable and 71 (8 %) wrong; German "in fünf Sätzen über
Liebe", read as more than five, and lengths that are taken back were mended afterwards. Of the 597, 12 more are arguable and 17 (3 %) wrong; 8 of these
were mended afterwards. Of 100 of the requests that demand something plain of the whole answer which code could
check, 47 have such a demand enforced; in 22 it is in doubt, and in 31 nothing is read. Of the 188, drawn from 313 that were enforced in
the 13,951, 12 more are arguable and 20 (11 %) wrong: a good answer could break them.
Rules were changed after one half of the 188 had been read; of the other half, 72 of 89 were
right before and 72 of 87 after. The 17,360 were taken out of files by a
program; 16 more enforced demands stood in texts that are no prompts, such as documentation.
Of the 58 mistakes, 12 are in one family of prompts ("do not include the brackets"), and most
others are on a format of what is given, a part or a step, or a word understood wrongly. The 14,488 are from 80 repositories in
about a dozen languages; a third of what is enforced in them is in one set of one-line
requests ("Name three …"), without which 284 of 302 (94 %) are right. Of the 21 mistakes, 14
are words understood wrongly, 2 are conditions and 2 talk about something else. The 9,014
are half of 17,921 prompts of which more than half of what is enforced is in one library of
marketing templates, which ask for several texts at once; 16 of their 37 mistakes are words
understood wrongly, and 13 are on a part of the answer. All of these prompts have been
looked at since. What was mended after one half of the 17,360 was looked at changed 2 of the
138 demands of the other half.

What one set of prompts teaches helps little with the next. Of the refusals that mistakes in
one set had led to, those that decided about at most one demand in 64,000 prompts were taken
out again, some 300 lines: on the 14,488 prompts, on which they had not been made, two more
demands are enforced without them, both right. One rule has helped with every set: a long
message that does not name the answer speaks of several texts and parts. With it, 708 of 792
demands (89 %) of three sets of prompts were right at first sight, and 794 of 940 (84 %)
without it.

The 4,237 requests come with answers of models, 20 for each of AlpacaEval. Forms that were
read afterwards ("create a table of …", "what are the five …", "translate … in French")
add 20 demands, which 161 of 182 of these answers meet; 15 of the others miss a length or say
that there are no data for a table. On requests of Arena-Hard, InfoBench and FollowBench, from
which nothing was learned, they add 4, which all 6 answers meet. Answers also showed five of the six mistakes in Chinese:
each took points (点) for bullet points, which most models number.

The 181 were labelled before anything was read of them; of what code could decide in them, 88
demands were not read. The same testers wrote some 2,000 requests to mislead the reader: about
300 had a demand enforced that is none, most of them in a few forms ("no tables, use bullets",
"I need 1000 words on Hamlet. Give me an outline."). These forms are mended; of 75 requests
drawn at random from what is still enforced, about 9 are wrong, such as tables of a data base.

The 150 are everyday requests, a fifth of them with system messages and two fifths not in
English; a reader who had seen no rules judged them. 3 of the 6 are arguable. Of the 210 demands that code could
decide, 53 (26 %) are enforced, 45 are read and in doubt, and 106 are not read: let a model list
what is demanded wherever you can. A tester then wrote 1,215 requests to mislead the reader; of
the first 587, 150 had demands enforced, 20 of them a wrong one. Most of what was found is mended.

The 150 on parts are titles, captions, items, steps, second texts and the like, a fifth of them not
in English; 6 of the 18 are arguable, and 7 of the other 12 bind the length of the whole answer where
that of a part is meant. Of their 336 demands that code could decide, 70 (21 %) are rightly
enforced. What was mended after the other 150 of that stranger, of which 62 of 76 were right, had been
looked at changed none of the 89.

What MulDimIF taught carried over to prompts that were not looked at. Lists
under "The output must follow the following rules:" were taken for rules that a text is held against,
numbers of items made messages long, and "when answering" was a condition: in the half that
was not looked at, 174 demands were enforced before what the other half showed was mended,
and 561 after it. Of the 15 in the table that are not right, 6 are arguable, and 6 are one mistake ("any
table must have at most three rows" demanded a table). With what the other half had shown of these too,
245 of the 250 are still enforced, 235 of them right and 4 wrong. Of its 1,077 demands that are
read 516 stay in doubt. In the requests on lengths, one more range had lost its lower end.
Of the 7 in conversations and CFBench, 6 are mended: "至少包含" (contains at least) was no bound, a second format behind
"not … and" was demanded, two sentences that were given began "first sentence:", and
two tables of earlier turns were asked of every later answer. Of the 114 of the other halves, judged after
that, 69 of 70 are right in StructFlowBench and 36 of 44 in CFBench; 6 are arguable and 3 wrong.

The system messages were read as such, with a question behind them. Before the other half was looked
at, 3 demands were enforced in this one, since "Follow these steps", "Take the input given" and headings like
"# OUTPUT" passed for text that is worked on. The 3 that are not right are arguable. The same
stranger then wrote 430 system messages that are made to mislead, many of them of helpers who judge what others
write: of 473 enforced demands 97 were wrong, most of them rules for somebody else, 89 of them before
that day too; 28 are left.

Of 541 prompts of IFEval that another team put into other languages (Marco-Bench-MIF), each half had few of
its demands found. One half was looked at; in the other this many of the demands with labels are
enforced, before it and now, where of the English ones 273 of 409 are: German 74 and 241 of 410,
French 65 and 232, Spanish 65 and 218 of 409, Portuguese 84 and 230, Italian 0 and 190, Chinese 29 and 210, Japanese 4
and 201. Of what is enforced in that half now, 94 to 97 % fits a label; of the rest in the half that was looked at, nearly
all is right and has none, as "two jokes". A stranger judged 60 in each of these languages but Italian in that half: 58 of the
German ones were right, 57 of the French, 59 of the Spanish, 56 of the Portuguese, 54 of the Chinese and 49 of the
Japanese, and 9 of the other 27 arguable; the mistakes were mended afterwards. Of the same half in 19 other languages, code enforces 5 demands, which were left
in English, and 2 in Korean.

Of the 15,596 requests, many end with the same line ("Please write in English
language"); without it, 53 of 55 are right.

Few prompts have a demand that code can enforce: 427 of the 14,488. Most demands need a judge.

To judge such a sample of your own requests, print what is enforced in one half of them,
each reading once, in a random order that is always the same:

    go run ./internal/demandsets -file REQUESTS.jsonl -draw odd | head -75

With answers of several models to your requests, print which enforced demands they break; what
most strong models break is hard, or misread:

    go run ./internal/demandsets -answers ANSWERED.jsonl | less

On InFoBench's 2,250 requirements and recorded answers (` + "`adhere verify --coverage`" + ` with
` + "`--responses`" + `), code decides 3.2 % of the pairs alone (D), agrees with the judge's recorded
verdict on 70 % of these 71 (P), and finds 3.2 % of the judge's failures (F). Checked by
hand, 14 of the 21 disagreements are miscounts by the judge ("at most 200 words" of 166) and
7 are debatable, such as "around 250 words" of 285: code is right in 64 of 71 (90 %).

Of 300 requirements of InFoBench drawn at random, 13 (4.3 %) can be decided exactly, of
which 7 are read; 39 (13 %) could be measured with an agreed definition of a story, an
exchange or a keyword, and of where the parts are; and 248 (83 %) need a judge.
`
