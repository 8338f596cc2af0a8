package english_test

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"

	"adhere"
	"adhere/verify"
	"adhere/verify/english"
)

// TestSmileys holds that a smiley is a sign of Unicode or made of punctuation.
func TestSmileys(t *testing.T) {
	for _, requirement := range []string{"no smileys", "without emoticons, please"} {
		for text, want := range map[string]adhere.Outcome{
			"See you on Sunday :)": adhere.NotMet, "Sorry ;-( we are shut": adhere.NotMet, "See you!:D": adhere.NotMet, "See you 🙂": adhere.NotMet,
			"Note: (a) at 8:00, (b) at http://a.b/:8": adhere.Met, "We sell :Dog food: and more": adhere.Met, "See you on Sunday.": adhere.Met,
		} {
			r, ok := english.Read(requirement)
			if !ok {
				t.Fatalf("%q is not read", requirement)
			}
			check, err := compiled(r.Check)
			if err != nil {
				t.Fatal(err)
			}
			if f := check(verify.NewText(text)); f.Outcome() != want {
				t.Errorf("%s: %q: %s, want %s", requirement, text, f, want)
			}
		}
	}
}

// TestRead holds what users' wordings are read as, whole, in our own words.
func TestRead(t *testing.T) {
	for _, tt := range []struct{ requirement, want string }{
		{`no hashtags`, `the answer has no hashtags`},
		{`No two sentences start with the same word.`, `the answer has all the first words in the sentences different`},
		{`Don't repeat any line.`, `the answer has all the lines different`},
		{`Monday is mentioned before Friday.`, `the answer has the word "Monday" before the word "Friday"`},
		{`Mention Paris ahead of Rome.`, `the answer has the word "Paris" before the word "Rome"`},
		{`Em dashes (—) are banned.`, `the answer has no occurrences of "—"`},
		{`A heading that says "Summary".`, `the answer has the headings including "Summary"`},
		{`Two sentences per paragraph.`, `each paragraph has exactly 2 sentences`},
		{`Bold the word "now".`, "the answer contains a match of `(\\*\\*|__)\\s*now[.,]?\\s*(\\*\\*|__)`"},
		{`25 words or fewer. I mean it!`, `the answer has at most 25 words`},
		{`My boss says it can't be more than 25 words.`, `the answer has at most 25 words`},
		{`Criterion: the answer has at most 25 words.`, `the answer has at most 25 words`},
		{`At most 25 words for the blurb.`, `the answer has at most 25 words`},
		{`The assistant must give three bullets.`, `the answer has exactly 3 bullet points`},
		{`Exactly one code block, no text around it.`, `the answer has exactly 1 code block and the answer consists only of code blocks`},
		{`Keep it to a paragraph.`, `the answer has at most 1 paragraph`},
		{`A paragraph or two at most.`, `the answer has between 1 and 2 paragraphs`},
		{`Just a sentence.`, `the answer has exactly 1 sentence`},
		{`The first two words are "Dear Sam".`, `the answer starts with "Dear Sam"`},
		{`Every word must be longer than the previous word.`, `the answer has the words in strictly rising order of characters`},
		{`More than 10 and less than 20 words.`, `the answer has between 11 and 19 words`},
		{`Each line must begin with "*" and end with "!".`, `for each line, (it starts with "*" and it ends with "!")`},
		{`Use bullet points only.`, `the answer has at least 2 bullet points and the answer consists only of bullet points`},
		{`Every line is a bullet point.`, `the answer has at least 1 bullet point and the answer consists only of bullet points`},
		{`Nothing but the table.`, `the answer has at least 1 table and the answer consists only of tables`},
		{`Talk to me in French.`, `the answer is in French`},
		{`Don't use emojis anymore.`, `the answer has no emoji`},
		{`Write 3 whole paragraphs.`, `the answer has exactly 3 paragraphs`},
		{`Use two whole sentences.`, `the answer has exactly 2 sentences`},
		{`160 characters tops, spaces count`, `the answer has at most 160 characters`},
		{`Copy must contain the phrase "free tea"`, `the answer contains "free tea"`},
		{`response_length <= 30 words`, `the answer has at most 30 words`},
		{`I'd be grateful if you kept it under 30 words.`, `the answer has fewer than 30 words`},
		{`End with a link.`, "the answer ends with a match of `(https?://|www\\.)\\S+`"},
		{`Return a JSON array of strings.`, "the answer is a JSON array that fits the schema `{\"items\":{\"type\":\"string\"}}`"},
		{`At least 5 words should be in all caps.`, `the answer has at least 5 all-caps words`},
		{`The last word is a number.`, "the last word is equal to a match of `\\d[\\d.,]*`"},
		{`Keep commas out of this.`, `the answer has no occurrences of ","`},
		{`Our site chokes on emojis.`, `the answer has no emoji`},
		{`At most 20 words, our site chokes on emojis`, `the answer has at most 20 words and the answer has no emoji`},
		{`Answer in Dutch, my neighbour doesn't understand English.`, `the answer is in Dutch`},
		{`Use a table with 4 columns; my manager loves tables.`, `the answer has at least 1 table that has exactly 4 table columns`},
		{`Commas aren't allowed, it's a typing exercise.`, `the answer has no occurrences of ","`},
		{`No commas, SEO guys insist`, `the answer has no occurrences of ","`},
		{`I want 3 questions for the book club`, `the answer has exactly 3 questions`},
		{`All numbered items have to be questions`, `each numbered item ends with "?"`},
		{`Did the student manage at least three full sentences?`, `the answer has at least 3 sentences`},
		{`No item in the list may run past six words.`, `the answer has no list items that have more than 6 words`},
		{`Two paragraphs, blank line in between.`, `the answer has exactly 2 paragraphs`},
		{`Exactly three bullets, my slide has room for no more.`, `the answer has exactly 3 bullet points`},
		{`At most 2 sentences (the partners skim)`, `the answer has at most 2 sentences`},
		{`No commas, my students only have ten minutes.`, `the answer has no occurrences of ","`},
		{`No commas, the importer rejects them.`, `the answer has no occurrences of ","`},
		{`Finish on a question so that the driver knows the mic is open.`, `the answer ends with "?"`},
		{`I want all of your sentences to contain 5 or more words.`, `each sentence has at least 5 words`},
		{`The second paragraph must not mention "price".`, `the second paragraph has no occurrences of the word "price"`},
		{`Each line must have "end" as its last word.`, `the last word of each line is equal to "end"`},
		{`len(answer) <= 140`, `the answer has at most 140 characters`},
		{`Keep the title brief (60 characters)`, `each title has at most 60 characters`},
		{`Dates as YYYY-MM-DD only`, "the answer contains a match of `\\b\\d{4}-\\d{2}-\\d{2}\\b` and the answer has no dates that are not equal to a match of `\\d{4}-\\d{2}-\\d{2}`"},
		{`Finish with one hashtag`, "the answer has exactly 1 hashtag and the answer ends with a match of `(#[\\pL\\pN_]+[\\s.,;]{0,3}){1}`"},
		{`Return only valid JSON with the keys name and age`, `the answer is a JSON object with the keys "name" and "age"`},
		{`Each fact has max 12 words, and the word "fun" is banned.`, `each entry has at most 12 words and the answer has no occurrences of the word "fun"`},
		{`Write flowing text.`, `the answer has no list items and the answer has no tables`},
		{`If it runs past fifty words, nobody here is going to read it.`, `the answer has at most 50 words`},
		{`Anything over 30 words gets cut off by our ticket system.`, `the answer has at most 30 words`},
		{`My teacher wants at least 40 words.`, `the answer has at least 40 words`},
		{`Use one or two emojis; three looks silly.`, `the answer has between 1 and 2 emoji`},
		{`Hashtags: at least 2.`, `the answer has at least 2 hashtags`},
		{`Open with "Dear all," on a line of its own.`, `the first line is equal to "Dear all,"`},
		{`Return valid JSON only; no surrounding prose.`, `the answer is valid JSON`},
		{`The word "sun" should occur once, "moon" twice.`, `the answer has exactly 1 occurrence of the word "sun" and the answer has exactly 2 occurrences of the word "moon"`},
		{`Would you keep the text to exactly 2 paragraphs?`, `the answer has exactly 2 paragraphs`},
		{`Trois phrases, pas une de plus, pas une de moins.`, `the answer has exactly 3 sentences`},
		{`「雨」を二回以上使ってください。`, `the answer has at least 2 occurrences of the word "雨"`},
		{`The last sentence must have the word "reason" in it.`, `the last sentence contains the word "reason"`},
		{`I want a text of about 80 to 140 words.`, `the answer has between 64 and 168 words`},
		{`I'd like to see no fewer than 2 hashtags in what you write.`, `the answer has at least 2 hashtags`},
		{`I want a response in which the number of semicolons is exactly 4.`, `the answer has exactly 4 occurrences of ";"`},
		{`The number of questions in the reply should be 3 or higher.`, `the answer has at least 3 questions`},
		{`The word count must lie between 80 and 140.`, `the answer has between 80 and 140 words`},
		{`Please include 3 emojis, neither more nor fewer.`, `the answer has exactly 3 emoji`},
		{`Your answer must not contain a single comma.`, `the answer has no occurrences of ","`},
		{`The following words are forbidden: "day" and "time".`, `the answer has no occurrences of the word "day" and the answer has no occurrences of the word "time"`},
		{`The title must have at most 5 words and no digits.`, `each title has at most 5 words and each title has no digits`},
		{`Each bullet has at most 9 words but ends with a full stop`, `each bullet point has at most 9 words and each bullet point ends with "."`},
		{`the title has at most 5 words. No digits.`, `each title has at most 5 words and the answer has no digits`},
		{`No hashtags please.`, `the answer has no hashtags`},
		{`around 250 words`, `the answer has about 250 (give or take 50) words`},
		{`in Spanish`, `the answer is in Spanish`},
		{`at most 6 paragraphs`, `the answer has at most 6 paragraphs`},
		{`must be valid JSON with keys a and b`, `the answer is a JSON object with the keys "a" and "b"`},
		{`must be valid JSON with keys "name" and "age"`, `the answer is a JSON object with the keys "name" and "age"`},
		{`Is the generated text in all lowercase?`, `the answer is in lowercase letters`},
		{`ends with 'Best regards'`, `the answer ends with "Best regards"`},
		{`End with "Best regards"`, `the answer ends with "Best regards"`},
		{`The answer must end with "Best regards".`, `the answer ends with "Best regards"`},
		{`at most 50 words`, `the answer has at most 50 words`},
		{`Keep it under 100 words`, `the answer has fewer than 100 words`},
		{`Keep your answer under 100 words.`, `the answer has fewer than 100 words`},
		{`no more than three sentences`, `the answer has at most 3 sentences`},
		{`No more than 3 sentences, please.`, `the answer has at most 3 sentences`},
		{`exactly five bullet points`, `the answer has exactly 5 bullet points`},
		{`Use exactly 5 bullet points`, `the answer has exactly 5 bullet points`},
		{`Write exactly two paragraphs`, `the answer has exactly 2 paragraphs`},
		{`between 3 and 5 sentences`, `the answer has between 3 and 5 sentences`},
		{`3-5 sentences`, `the answer has between 3 and 5 sentences`},
		{`three to five sentences`, `the answer has between 3 and 5 sentences`},
		{`at least 200 words`, `the answer has at least 200 words`},
		{`a minimum of 200 words`, `the answer has at least 200 words`},
		{`200 words or more`, `the answer has at least 200 words`},
		{`200+ words`, `the answer has at least 200 words`},
		{`fewer than 10 lines`, `the answer has fewer than 10 lines`},
		{`Don't use commas`, `the answer has no occurrences of ","`},
		{`Do not use any commas in your response`, `the answer has no occurrences of ","`},
		{`avoid exclamation marks`, `the answer has no occurrences of "!"`},
		{`without emojis`, `the answer has no emoji`},
		{`no emojis`, `the answer has no emoji`},
		{`contains at least one emoji`, `the answer has at least 1 emoji`},
		{`Include at least 2 links`, `the answer has at least 2 links`},
		{`includes a Markdown table`, `the answer has at least 1 table`},
		{`includes a table`, `the answer has at least 1 table`},
		{`a markdown table with 3 columns`, `the answer has at least 1 table that has exactly 3 table columns`},
		{`a markdown table with three rows and four columns`, `the answer has at least 1 table such that (it has exactly 3 table rows and it has exactly 4 table columns)`},
		{`must contain a code block`, `the answer has at least 1 code block`},
		{`use the word "sustainable" at least twice`, `the answer has at least 2 occurrences of the word "sustainable"`},
		{`The word "sustainable" must appear at least twice`, `the answer has at least 2 occurrences of the word "sustainable"`},
		{`mention the word 'budget' exactly three times`, `the answer has exactly 3 occurrences of the word "budget"`},
		{`Do not use the word "very"`, `the answer has no occurrences of the word "very"`},
		{`avoid the words "very" and "really"`, `the answer has no occurrences of the word "very" and the answer has no occurrences of the word "really"`},
		{`includes the phrase "in conclusion"`, `the answer contains "in conclusion"`},
		{`Contains the keywords "apple", "banana" and "cherry"`, `the answer contains the word "apple" and the answer contains the word "banana" and the answer contains the word "cherry"`},
		{`starts with "Dear"`, `the answer starts with the word "Dear"`},
		{`Begin with "Dear"`, `the answer starts with the word "Dear"`},
		{`Begin your answer with "Dear"`, `the answer starts with the word "Dear"`},
		{`the first sentence must end with a question mark`, `the first sentence ends with "?"`},
		{`each paragraph has at most 3 sentences`, `each paragraph has at most 3 sentences`},
		{`Every sentence should have fewer than 20 words`, `each sentence has fewer than 20 words`},
		{`Each line must start with "-"`, `each line starts with "-"`},
		{`Each bullet point must have at most 10 words`, `each bullet point has at most 10 words`},
		{`the last paragraph starts with "In summary"`, `the last paragraph starts with "In summary"`},
		{`The last sentence must be "Thank you."`, `the last sentence is equal to "Thank you."`},
		{`all caps`, `the answer is in capitals`},
		{`in all capital letters`, `the answer is in capitals`},
		{`in uppercase`, `the answer is in capitals`},
		{`write in French`, `the answer is in French`},
		{`respond in German only`, `the answer is in German`},
		{`The response should be in Japanese.`, `the answer is in Japanese`},
		{`Answer entirely in Portuguese`, `the answer is in Portuguese`},
		{`is the response written in Italian?`, `the answer is in Italian`},
		{`in double quotes, in triple backticks`, "the answer starts with a match of `[\"“”„«»]` and the answer ends with a match of `[\"“”„«»]` and the answer has more than 1 character and the answer starts with \"```\" and the answer ends with \"```\""},
		{`limit each sentence to 12 words`, "each sentence has at most 12 words"},
		{`Include the phone number 0800 555 0142 exactly as written.`, "the answer contains the word \"0800 555 0142\" (same case)"},
		{`max 12 words pls its for a push notification`, "the answer has at most 12 words"},
		{`no sentence longer than 10 words, they are second graders`, "the answer has no sentences that have more than 10 words"},
		{`Der Text soll aus genau zwei Absätzen bestehen.`, "the answer has exactly 2 paragraphs"},
		{`Jeder Absatz soll mit einer Frage enden.`, "each paragraph ends with \"?\""},
		{`Der letzte Satz muss lauten: „Bis bald.“`, "the last sentence is equal to \"Bis bald.\""},
		{`El texto debe tener exactamente dos párrafos.`, "the answer has exactly 2 paragraphs"},
		{`Chaque phrase doit faire moins de 12 mots.`, "each sentence has fewer than 12 words"},
		{`Responda só com sim ou não.`, "the answer is one of \"sim\", \"sim.\", \"não\" or \"não.\""},
		{`每段两句话`, "each paragraph has exactly 2 sentences"},
		{`「こんにちは」で始めて`, "the answer starts with the word \"こんにちは\""},
		{`wrap the answer in double quotes`, "the answer starts with a match of `[\"“”„«»]` and the answer ends with a match of `[\"“”„«»]` and the answer has more than 1 character"},
		{`The length should not exceed 300 words`, `the answer has at most 300 words`},
		{`should not exceed 300 words`, `the answer has at most 300 words`},
		{`not longer than 150 words`, `the answer has at most 150 words`},
		{`no longer than 150 words`, `the answer has at most 150 words`},
		{`limited to 280 characters`, `the answer has at most 280 characters`},
		{`at most 280 characters`, `the answer has at most 280 characters`},
		{`under 280 characters`, `the answer has fewer than 280 characters`},
		{`Is the tweet within 280 characters?`, `the answer has at most 280 characters`},
		{`max 50 words`, `the answer has at most 50 words`},
		{`50 words max`, `the answer has at most 50 words`},
		{`maximum of 50 words`, `the answer has at most 50 words`},
		{`up to 4 sentences`, `the answer has at most 4 sentences`},
		{`a dozen sentences`, `the answer has exactly 12 sentences`},
		{`half a dozen bullet points`, `the answer has exactly 6 bullet points`},
		{`no fewer than 4 headings`, `the answer has at least 4 headings`},
		{`at least 3 headings`, `the answer has at least 3 headings`},
		{`exactly 3 numbered items`, `the answer has exactly 3 numbered items`},
		{`one paragraph`, `the answer has exactly 1 paragraph`},
		{`a single sentence`, `the answer has exactly 1 sentence`},
		{`just one sentence`, `the answer has exactly 1 sentence`},
		{`only two paragraphs`, `the answer has exactly 2 paragraphs`},
		{`more than 100 but less than 200 words`, `the answer has between 101 and 199 words`},
		{`at least 100 and at most 200 words`, `the answer has between 100 and 200 words`},
		{`between 100 and 200 words long`, `the answer has between 100 and 200 words`},
		{`100 to 200 words`, `the answer has between 100 and 200 words`},
		{`The word count should be between 100 and 200.`, `the answer has between 100 and 200 words`},
		{`Is the word count between 100 and 200 words?`, `the answer has between 100 and 200 words`},
		{`Does the number of sentences exceed 5?`, `the answer has more than 5 sentences`},
		{`The number of paragraphs must be 4.`, `the answer has exactly 4 paragraphs`},
		{`approximately 500 words`, `the answer has about 500 (give or take 100) words`},
		{`about 20 sentences`, `the answer has about 20 (give or take 4) sentences`},
		{`roughly 300 words`, `the answer has about 300 (give or take 60) words`},
		{`Does the answer avoid semicolons?`, `the answer has no occurrences of ";"`},
		{`Is the answer free of exclamation marks?`, `the answer has no occurrences of "!"`},
		{`does not contain the word "delve"`, `the answer has no occurrences of the word "delve"`},
		{`Must not include digits`, `the answer has no digits`},
		{`no capital letters`, `the answer has no capital letters`},
		{`all letters must be lowercase`, `the answer is in lowercase letters`},
		{`should include the name "Ada Lovelace"`, `the answer contains "Ada Lovelace"`},
		{`There should be 4 paragraphs.`, `the answer has exactly 4 paragraphs`},
		{`There should be no commas.`, `the answer has no occurrences of ","`},
		{`Are there exactly three paragraphs in the answer?`, `the answer has exactly 3 paragraphs`},
		{`The essay should be at least 400 words and contain no commas.`, `the answer has at least 400 words and the answer has no occurrences of ","`},
		{`Your response must contain at least 3 placeholders`, `the answer has at least 3 placeholders`},
		{`Each sentence is longer than the previous sentence`, `the answer has the sentences in strictly rising order of words`},
		{`every line starts with a hyphen`, `each line starts with "-"`},
		{`no bullet ends with a full stop`, `the answer has no bullet points that end with "."`},
		{`every sentence ending in an exclamation mark`, `each sentence ends with "!"`},
		{`End with an exclamation`, `the answer ends with "!"`},
		{`each sentence contains at most one "and"`, `each sentence has at most 1 occurrence of the word "and"`},
		{`must mention Natasha`, `the answer contains the word "Natasha"`},
		{`Mention Berlin, Paris and Rome.`, `the answer contains the word "Berlin" and the answer contains the word "Paris" and the answer contains the word "Rome"`},
		{`mention Berlin before Paris`, `the answer has the word "Berlin" before the word "Paris"`},
		{`Mention Lumora at least twice`, `the answer has at least 2 occurrences of the word "Lumora"`},
		{`Don't mention Paris.`, `the answer has no occurrences of the word "Paris"`},
		{`under 140 characters incl. spaces`, `the answer has fewer than 140 characters`},
		{`todo en mayúsculas`, `the answer is in capitals`},
		{`contains "yes" or "no"`, `the answer contains the word "yes" or the answer contains the word "no"`},
		{`Do not say "yes" or "no"`, `the answer has no occurrences of the word "yes" and the answer has no occurrences of the word "no"`},
		{`Don't start with "I"`, `the answer does not start with the word "I"`},
		{`use no more than 2 commas`, `the answer has at most 2 occurrences of ","`},
		{`exactly fifty (50) words`, `the answer has exactly 50 words`},
		{`one hundred and fifty words`, `the answer has exactly 150 words`},
		{`all sentences end with a question mark`, `each sentence ends with "?"`},
		{`Include the following words: sun, moon, star`, `the answer contains the word "sun" and the answer contains the word "moon" and the answer contains the word "star"`},
		{`valid XML`, `the answer is valid XML`},
		{`in JSON format`, `the answer is valid JSON`},
		{`The output must be valid JSON.`, `the answer is valid JSON`},
		{`Return the answer as JSON`, `the answer is valid JSON`},
		{`write numbers as words`, `the answer has no digits`},
		{`Use the discount code SAVE10.`, `the answer contains the word "SAVE10"`},
		{`the order number 88-1204 must appear`, `the answer contains the word "88-1204"`},
		{`no "Great question!" at the start`, `the answer does not start with "Great question!"`},
		{`only a bulleted list, nothing before or after`, `the answer has at least 2 bullet points and the answer consists only of bullet points`},
		{`Chaque ligne doit commencer par un tiret.`, `each line starts with "-"`},
		{`结尾用“谢谢”`, "the answer ends with a match of `谢谢[^\\p{L}\\p{N}]{0,3}`"},
		{`title case`, `the answer is in title case`},
		{`Is the response a single paragraph?`, `the answer has exactly 1 paragraph`},
		{`a five-sentence summary`, `the answer has exactly 5 sentences`},
		{`Write a five-sentence summary`, `the answer has exactly 5 sentences`},
		{`three bullet points each under 10 words`, `the answer has exactly 3 bullet points and each bullet point has fewer than 10 words`},
		{`three paragraphs, each with at most 50 words`, `the answer has exactly 3 paragraphs and each paragraph has at most 50 words`},
		{`every line starts with A`, `each line starts with "A"`},
		{`Begin every sentence with the letter S`, `each sentence starts with "S"`},
		{`the first sentence must be a question`, `the first sentence has exactly 1 question`},
		{`a JSON array with 5 objects`, "the answer is a JSON array that fits the schema `{\"minItems\":5,\"maxItems\":5}`"},
		{`valid CSV with 3 columns`, `the answer is valid CSV with 3 columns`},
		{`Is each sentence presented on a separate line?`, `each line has at most 1 sentence`},
		{`leave my surname (Castellano) out of it`, `the answer has no occurrences of the word "Castellano"`},
		{`our phone number, 555-0142, has to be in there`, `the answer contains "555-0142"`},
		{`The last line has to read: See you at the barbecue!`, `the last line is equal to "See you at the barbecue!"`},
		{`every sentence ends with a full stop, no ! or ?`, `each sentence ends with "." and the answer has no occurrences of "!" and the answer has no occurrences of "?"`},
		{`When you use a table, use at most 50 words.`, `the answer does not have at least 1 table or the answer has at most 50 words`},
		{`Two paragraphs, tops.`, `the answer has at most 2 paragraphs`},
		{`each of the three paragraphs starts with "But"`, `each paragraph starts with the word "But"`},
		{`the opening sentence must not begin with I`, `the first sentence does not start with the word "I"`},
		{`the summary section at most 3 sentences`, `each part named "summary" has at most 3 sentences`},
		{`no links, they get stripped anyway`, `the answer has no links`},
		{`Leave the word "Christmas" out, we have customers of all faiths.`, `the answer has no occurrences of the word "Christmas"`},
		{`Does each line consist of exactly 7 characters?`, `each line has exactly 7 characters`},
		{`It can be at most 50 words`, `the answer has at most 50 words`},
	} {
		got, ok := english.Read(tt.requirement)
		if !ok || got.Decides != english.Whole || got.Check.String() != tt.want {
			t.Errorf("Read(%q) = %s %q, want all %q", tt.requirement, got.Decides, got.Check, tt.want)
		}
	}
}

// TestReadPart holds what is read of requirements that code decides in part,
// and what is left.
func TestReadPart(t *testing.T) {
	for _, tt := range []struct{ requirement, want, rest string }{
		{`Is the generated analysis concise and does it adhere to the 200-word limit?`, `the answer has at most 200 words`, `Is the generated analysis concise`},
		{`Does the answer contain at most 100 words and maintain a friendly tone?`, `the answer has at most 100 words`, `maintain a friendly tone`},
		{`The poem should have 4 stanzas.`, `the answer has at least 4 paragraphs`, `which paragraphs are stanzas`},
		{`12-line poem`, `the answer has at least 12 lines`, `which lines are the poem's`},
		{`Is the poem at most 8 lines long?`, `the answer has at most 9 lines`, `which lines are the poem's`},
	} {
		got, ok := english.Read(tt.requirement)
		if !ok || got.Decides != english.Part || got.Check.String() != tt.want || got.Rest != tt.rest {
			t.Errorf("Read(%q) = %s %q, rest %q; want part %q, rest %q", tt.requirement, got.Decides, got.Check, got.Rest, tt.want, tt.rest)
		}
	}
}

// TestReadRefuses holds that what code cannot decide is not read, however
// much it looks like something that is.
func TestReadRefuses(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "undecidable.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); n++ {
		if got, ok := english.Read(lines.Text()); ok || got.Decides != english.None {
			t.Errorf("Read(%q) = %s %q, want none", lines.Text(), got.Decides, got.Check)
		}
	}
	if n < 150 {
		t.Errorf("%d requirements that cannot be decided, want 150", n)
	}
}
