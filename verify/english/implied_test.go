package english_test

import (
	"strings"
	"testing"

	"adhere/verify"
	"adhere/verify/english"
)

// An implied case is a wording of which code decides a part, with answers that
// leave the rest to a judge and answers that prove it unmet.
type implied struct {
	wordings   []string
	open, fail []string
}

// entries are numbered lines that begin with a label.
func entries(label string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("**" + label + " " + string(rune('1'+i)) + ":** something about it\n")
	}
	return b.String()
}

// items are a numbered list.
func items(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(string(rune('1'+i)) + ". something about it\n")
	}
	return b.String()
}

const prose = "The river rises in spring. Boats leave the harbour. Nobody waits for them. The lamps are lit. A dog barks. Then all is still."

func impliedCases() []implied {
	return []implied{
		{ // things that answers number, each of them long
			wordings: []string{
				"exactly 4 hotel reviews", "Does the generated text include exactly 4 hotel reviews?", "Write exactly four reviews",
				"Are there exactly four reviews in the answer?", "The text must contain exactly 4 reviews from 4 customers",
				"Does the generated text consist of exactly four distinct reviews?", "Generate exactly 4 short reviews about the hotel",
				"Provide exactly 4 reviews.", "give me exactly four customer reviews", "The page should have exactly 4 reviews",
			},
			open: []string{entries("Review", 4), items(4), prose, "- a\n- b\n- c"},
			fail: []string{entries("Review", 3), entries("Review", 5), items(3)},
		},
		{ // at least so many
			wordings: []string{
				"at least 3 tips", "Provide three examples", "give me 3 examples", "Include at least 3 tips for beginners",
				"no fewer than three examples", "three or more tips", "3+ tips", "Does the article provide three distinct examples that support the point?",
				"Are there at least three tips?", "Write an essay with three examples", "more than 2 tips", "The text should list 3 examples of this",
			},
			open: []string{entries("Tip", 3) + entries("Example", 3), entries("Tip", 5) + entries("Example", 4), items(2), prose},
			fail: []string{entries("Tip", 2) + entries("Example", 2), entries("Tip", 1) + entries("Example", 1)},
		},
		{ // at most so many
			wordings: []string{
				"no more than 3 suggestions", "at most three suggestions", "up to 3 suggestions", "Are there fewer than 4 suggestions?",
				"Give at most 3 suggestions", "Provide no more than three suggestions.", "a maximum of 3 suggestions",
				"The answer should offer at most three suggestions", "under 4 suggestions", "list up to three suggestions",
			},
			open: []string{entries("Suggestion", 3), entries("Suggestion", 1), items(5)},
			fail: []string{entries("Suggestion", 4), entries("Suggestion", 6)},
		},
		{ // days
			wordings: []string{
				"Write a 7-day itinerary for Rome", "a 7-day plan", "Does the plan cover a period of 7 days?", "Does the diary span across exactly seven days?",
				"Does the schedule cover 7 days?", "Is the itinerary 7 days long?", "Create a seven-day workout plan", "Give me a 7-day meal plan",
				"Does the generated forecast cover seven days?", "Is the generated text a 7-day challenge for beginners?",
			},
			open: []string{entries("Day", 7), "Days 1-3: rest\nDays 4 to 7: walk", prose, "Monday: rest"},
			fail: []string{entries("Day", 6), entries("Day", 8)},
		},
		{ // grids
			wordings: []string{
				"Is the generated text a 5x5 grid?", "Draw a 5x5 grid", "a 5 x 5 grid of letters", "Does the text include a 5×5 grid?", "Create a 5 by 5 grid",
				"Does the generated text include a 5x5 letter grid?", "Generate a 5x5 word grid", "include a 5x5 grid with one animal", "make a 5x5 grid",
				"Does the generated table have dimensions of 5x5?",
			},
			open: []string{strings.Repeat("a b c d e\n", 5), strings.Repeat("12 ", 25)},
			fail: []string{strings.Repeat("a b c d e\n", 4), "I cannot draw."},
		},
		{ // lists
			wordings: []string{
				"Is the generated text a list?", "Is the generated text a list of books?", "a list of fruits", "Give me a list of fruits",
				"Write a list of cities", "Does the generated text provide a list of trees?", "Is the response a bulleted list?",
				"Is the answer formatted as a list?", "Create a list of hobbies", "Is the output a list of names?",
			},
			open: []string{"- oak\n- elm", "oak, elm and ash", "1. Oak. 2. Elm. 3. Ash. 4. Fir. 5. Yew."},
			fail: []string{"oak", prose},
		},
		{ // code
			wordings: []string{
				"Is the generated text a SQL query?", "Write a SQL query", "Is the answer an SQL statement?", "Give me a SQL command",
				"Is the response written as a SQL query?", "generate a SQL query", "Is the output a valid SQL query?", "Return a SQL statement", "create a SQL query", "produce SQL code",
			},
			open: []string{"SELECT name FROM trees;", "update trees set age = 3"},
			fail: []string{"The oaks come first.", ""},
		},
		{ // a choice of labels
			wordings: []string{
				"Classify the text as positive, negative or neutral", "Does the answer classify the review into the categories: positive, negative, neutral?",
				"Does the text indicate the sentiment category (Positive, Negative, or Neutral) of the tweet?", "Classify it as positive, negative, or neutral.",
				"Does the generated text classify the input into the following categories: positive, negative, or neutral?",
				"categorize the mail as positive, negative or neutral", "Is the text a classification label (positive, negative, neutral)?",
				"Does the text include a classification into the categories: positive, negative, neutral?",
				"Does it assign one of the labels (positive, negative, neutral)?", "Does the answer identify the class: positive, negative, neutral?",
			},
			open: []string{"Positive", "It is rather negative."},
			fail: []string{"A good film.", "Mixed"},
		},
		{ // names
			wordings: []string{
				"Mention Marie Curie", "Does the essay mention Marie Curie?", "Does the text cite Marie Curie?", "Does the article name Marie Curie?",
				"Does the generated text explicitly mention Marie Curie?", "mention Marie Curie.", "Does the answer identify Marie Curie as the first?",
				"Does the speech mention Dr. Marie Curie?", "Does the letter state that Marie Curie was there?", "Does the biography specify that Marie Curie was born in Warsaw?",
			},
			open: []string{"Marie Curie won twice.", "Madame Curie won twice."},
			fail: []string{"She won twice.", "Curiel won."},
		},
		{ // a word and its number
			wordings: []string{
				"Begin each review with CUSTOMER and its number", "Start each review with CUSTOMER and a number", "Each review starts with CUSTOMER and its number",
				"Begin every review with the word CUSTOMER and its number", "each hotel review must begin with CUSTOMER followed by its number",
				"Prefix each review with CUSTOMER and its number", "label each review with CUSTOMER and number", "Open each review with CUSTOMER and the number",
				"Mark each review with CUSTOMER, and its number", "Every review should start with CUSTOMER and a number.",
			},
			open: []string{"CUSTOMER 1: good\nCUSTOMER 2: bad", "**CUSTOMER #1**", "Customer one: good"},
			fail: []string{"Customer: good", "Ann: good"},
		},
		{ // brackets
			wordings: []string{
				"Are the dates in parentheses?", "Is the year added in parentheses?", "Are the names enclosed in parentheses?", "Is each source put in parentheses?",
				"Are the units provided in parentheses?", "Is the genus shown in parentheses?", "Each date should be in parentheses", "put the year in parentheses",
				"write dates in parentheses", "Are all years written within parentheses?",
			},
			open: []string{"Rome (1999)", "(a) b"},
			fail: []string{"Rome, 1999", "[1999]"},
		},
		{ // dialogues
			wordings: []string{
				"Does the dialogue have at least 6 turns?", "The dialogue should have at least 6 turns", "a dialogue of 6 turns", "Does the conversation contain six turns?",
				"Does the generated dialogue consist of at least six exchanges?", "a conversation with six turns", "The interview must have 6 turns",
				"Does the chat have 6 turns?", "Does the debate have at least 6 exchanges?", "a debate with at least 6 turns",
			},
			open: []string{strings.Repeat("Ann: Well.\n", 6), strings.Repeat(`"Well," she said. `, 6)},
			fail: []string{strings.Repeat("Ann: Well.\n", 5)},
		},
		{ // lists of so many
			wordings: []string{
				"a list of 4 countries", "Give me a list of 4 countries", "Write a list of four rivers", "Provide a list of at least four cities",
				"a list of at least 4 trees", "create a list of 4 books to read", "make a list of exactly four hobbies", "Give us a list of the 4 largest lakes",
				"generate a list of four things", "give me a list of 4 healthy snacks",
			},
			open: []string{"- a\n- b\n- c\n- d", "oak, elm, ash and fir", "a; b; c; d"},
			fail: []string{"oak, elm", "- a\n- b\n- c", "None."},
		},
		{ // parts that bear their names
			wordings: []string{
				"Write a play in three acts", "a three-act play", "Write a three-act play about bees", "The play has three acts", "Is the generated play in three acts?",
				"Does the play consist of three acts?", "Write a drama with three acts", "The script should have three acts", "Write a play with 3 acts", "a play with three acts",
			},
			open: []string{entries("Act", 3), "ACT I\nA\n\nACT II\nB\n\nACT III\nC", prose},
			fail: []string{entries("Act", 2), "ACT I\nA\n\nACT II\nB"},
		},
		{ // numbers
			wordings: []string{
				"Generate 5 random numbers", "a sequence of 5 numbers", "Does the sequence contain exactly five numbers?", "Give me five numbers between 1 and 100",
				"at least 5 numbers", "Is the generated text a sequence of exactly 5 numbers?", "five random numbers", "List 5 prime numbers",
				"Has the text included a list of five random numbers?", "Write exactly 5 numbers",
			},
			open: []string{"3, 17, 20, 45, 90", "one, two, three, four, ten"},
			fail: []string{"3, 17, 20, 45", "none"},
		},
		{ // forms of verse
			wordings: []string{
				"a limerick", "Write a limerick", "Write a limerick about a cat", "Is the text a limerick?", "a funny limerick", "compose a limerick",
				"give me a limerick about rain", "Is the generated text a limerick?", "a limerick about autumn", "Compose a short limerick",
			},
			open: []string{"a\nb\nc\nd\ne", "A Cat\n\na\nb\nc\nd\ne"},
			fail: []string{"a\nb\nc\nd", "I know no limerick."},
		},
		{ // an end that does not count
			wordings: []string{
				"at most 20 words, excluding the bibliography", "no more than 20 words, not counting references", "Does the report not exceed 20 words, excluding the bibliography?",
				"up to 20 words excluding references", "Does the summary adhere to the 20-word limit, not including the bibliography?",
				"at most twenty words, not including the references", "not more than 20 words, excluding sources", "within 20 words, excluding the appendix",
				"at most 20 words without the bibliography", "Does the text not exceed 20 words, not counting footnotes?",
			},
			open: []string{strings.Repeat("word ", 20) + "\n\n## References\n" + strings.Repeat("word ", 20), strings.Repeat("word ", 25)},
			fail: []string{strings.Repeat("word ", 21) + "\n\n## References\nword"},
		},
	}
}

// TestReadImplied holds that a part is never more than what must hold.
func TestReadImplied(t *testing.T) {
	for _, c := range impliedCases() {
		for _, wording := range c.wordings {
			got, ok := english.Read(wording)
			if !ok || got.Decides != english.Part || got.Rest == "" {
				t.Errorf("Read(%q) = %s %.80q, want a part", wording, got.Decides, got.Check)
				continue
			}
			check, err := compiled(got.Check)
			if err != nil {
				t.Fatal(wording, err)
			}
			for _, answer := range c.open {
				if f := check(verify.NewText(answer)); !f.Met {
					t.Errorf("%q: %.60q may meet it: %s", wording, answer, f)
				}
			}
			for _, answer := range c.fail {
				if f := check(verify.NewText(answer)); f.Met {
					t.Errorf("%q: %.60q does not meet it", wording, answer)
				}
			}
			if again, ok := english.Read(got.Check.String()); !ok || string(again.Check.Args()) != string(got.Check.Args()) {
				t.Errorf("%q: its English does not read back: %s", wording, got.Check)
			}
		}
	}
}
