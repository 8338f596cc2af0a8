package build

// A Category is what the constraints of a growing instruction are about.
type Category string

// The categories whose levels a model makes (FollowBench, section 3.1).
const (
	Content   Category = "content"
	Situation Category = "situation"
	Style     Category = "style"
	Format    Category = "format"
)

// evolvingCategories lists those that grow by evolving.
func evolvingCategories() []Category { return []Category{Content, Situation, Style, Format} }

func (c Category) doc() string {
	return map[Category]string{
		Content:   "what the answer must deal with, and how deep or far it goes",
		Situation: "circumstances or a role that the answer must suit, told by who asks",
		Style:     "how the answer is written: its tone, mood or manner",
		Format:    "how the answer is laid out, built or worded",
	}[c]
}

// kinds are the kinds of constraint that are drawn evenly: those of
// FollowBench's figures 7 to 9, and for situations our own, for which the
// paper prints no prompt.
func (c Category) kinds() []Label {
	return map[Category][]Label{
		Content: {
			{"another question", "a further task or a related question that is answered too"},
			{"narrower topic", "a particular part of the topic instead of the whole"},
			{"higher standard", "a stricter measure of what is good enough"},
			{"limited means", "fewer or only certain means, tools or things may be used"},
			{"particular element", "something that must be part of the answer"},
			{"order of steps", "what must come before what"},
		},
		Situation: {
			{"who asks", "age, work, health or experience of the person, which advice must suit"},
			{"place and time", "where and when it takes place"},
			{"means at hand", "what the person has, owns or can spend"},
			{"other people", "who else is there or concerned, and what they need"},
			{"what happened before", "what was tried, done or decided already"},
			{"a role", "who the assistant is, or to whom it speaks"},
		},
		Style: {
			{"tone and emotion", "the feeling that the answer speaks with"},
			{"manner of an author", "the way in which a known author or kind of writer writes"},
			{"opposite stance", "against an opinion that is named, or against what was said"},
			{"ambiguity", "double meanings that are meant"},
			{"humour or satire", "jokes, wit or mockery"},
		},
		Format: {
			{"length", "of words, sentences or paragraphs, or of the whole"},
			{"hierarchy", "parts within parts, such as sections with points"},
			{"output format", "a table, JSON, HTML, LaTeX or the like"},
			{"morphology", "parts of words that must or must not be used"},
			{"languages", "two or more languages by a rule"},
			{"literary device", "such as alliteration, a metaphor or a rhyme, perhaps counted"},
			{"grammar", "a grammatical form that all sentences keep to"},
		},
	}[c]
}
