package dataset

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"adhere"
	"adhere/internal/rawjson"
)

func readIFEval(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction { return verifiable(p, o, "ifeval") })
}

func readIFBench(p *pass) error {
	return p.eachLine(func(o *object) *adhere.Instruction { return verifiable(p, o, "ifbench") })
}

// verifiable reads a prompt with its verifiable instructions: the id at each
// position names a checker, the entry of kwargs there holds its arguments.
// See Zhou et al. 2023, section 2.
func verifiable(p *pass, o *object, suite string) *adhere.Instruction {
	in := &adhere.Instruction{ID: suite + "/" + p.called(o, true, "key", "id")}
	if turns := turnsIn(o.raw["messages"]); len(turns) > 1 && turns[len(turns)-1].speaker() == "user" {
		in.Messages = conversationIn(o, "messages") // the prompt has what the user says in it
	} else {
		in.Messages = user(o.needWords("prompt"))
	}
	in.Requirements = verifiables(p, o, "instruction_id_list", "kwargs", func(id string) string {
		return p.suite(id, suite, "ifeval", "ifbench", "ifrlvr")
	})
	return in
}

// suite returns the first of the suites that has a checker.
func (p *pass) suite(id string, suites ...string) string {
	for _, suite := range suites {
		if p.checkRule == nil {
			break
		}
		// An error without a cause is about the name.
		err := p.checkRule(&adhere.Rule{Name: suite + "/" + id})
		if e, ok := errors.AsType[*adhere.Error](err); err == nil || ok && e.Err != nil {
			return suite
		}
	}
	return suites[0]
}

// verifiables reads the instructions whose checkers and arguments are in two
// fields; suite says which suite a checker is of.
func verifiables(p *pass, o *object, names, kwargs string, suite func(id string) string) (out []adhere.Requirement) {
	for _, field := range []string{names, kwargs} {
		if kind(o.raw[field]) == "a string" {
			o.unpack(field)
		}
	}
	ids, args := o.texts(names), o.list(kwargs)
	if len(ids) == 0 {
		o.fail(names, "expected at least one instruction id")
	}
	if len(args) != len(ids) {
		o.fail(kwargs, fmt.Sprintf("expected %d entries, one per instruction id, got %d", len(ids), len(args)))
		return nil
	}
	seen := map[string]int{}
	for i, id := range ids {
		if k := kind(args[i]); k != "an object" && k != "null" {
			o.fail(fmt.Sprintf("%s[%d]", kwargs, i), "expected an object, got "+k)
		}
		id = strings.TrimPrefix(id, "en:") // M-IFEval's English is IFEval
		rule := &adhere.Rule{Name: suite(id) + "/" + id, Args: args[i]}
		p.rule(o, rule, fmt.Sprintf("%s[%d]", names, i), fmt.Sprintf("%s[%d]", kwargs, i))
		plain, _ := inLanguage(id)
		family, _, _ := strings.Cut(plain, ":")
		seen[id]++
		out = append(out, adhere.Requirement{
			ID: nth(id, seen[id]), Text: demand(id, args[i]), Labels: []string{family}, Rule: rule, Weight: 1,
		})
	}
	return out
}

// nth returns the requirement id of the n-th requirement, from 1, that
// the data gives one and the same id: "x", "x#2", "x#3".
func nth(id string, n int) string {
	if n <= 1 {
		return id
	}
	return fmt.Sprintf("%s#%d", id, n)
}

func user(text string) []adhere.Message {
	return []adhere.Message{{Role: adhere.User, Text: text}}
}

// demand says in words what the checker wants; ids without a sentence of
// their own are shown with their arguments.
func demand(id string, args json.RawMessage) string {
	values := members(args) // what is no object has none to show
	id, _ = inLanguage(id)
	sentence, ok := demands()[id]
	if !ok {
		return plainDemand(id, args, values)
	}
	var b strings.Builder
	for sentence != "" {
		before, rest, _ := strings.Cut(sentence, "{")
		name, after, found := strings.Cut(rest, "}")
		b.WriteString(before)
		if raw, given := values[name]; given {
			b.WriteString(relationInEnglish(shown(raw)))
		} else if found {
			b.WriteString("…") // the data leaves it open
		}
		sentence = after
	}
	return b.String()
}

// shown writes an argument as people do.
func shown(raw json.RawMessage) string {
	if s, err := rawjson.Text(raw); err == nil {
		return s
	}
	var list []string
	if kind(raw) == "a list" && json.Unmarshal(raw, &list) == nil {
		return strings.Join(list, ", ")
	}
	return string(raw)
}

// plainDemand spells out the id: "count: words (n 3)".
func plainDemand(id string, args json.RawMessage, values map[string]json.RawMessage) string {
	var given []string
	for _, name := range keysInOrder(args) {
		if raw := values[name]; string(raw) != "null" {
			given = append(given, strings.ReplaceAll(name, "_", " ")+" "+shown(raw))
		}
	}
	family, name, _ := strings.Cut(id, ":")
	text := strings.ReplaceAll(family+": "+name, "_", " ")
	if len(given) > 0 {
		text += " (" + strings.Join(given, ", ") + ")"
	}
	return text
}

// keysInOrder returns the names of an object's fields as they are written.
func keysInOrder(raw json.RawMessage) []string {
	d := json.NewDecoder(strings.NewReader(string(raw)))
	if _, err := d.Token(); err != nil {
		return nil
	}
	var keys []string
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		if err != nil || !ok {
			break
		}
		var skip json.RawMessage
		if d.Decode(&skip) != nil {
			break
		}
		keys = append(keys, name)
	}
	return keys
}

// demands holds a sentence for each of IFEval's 25 checkers, and for those that
// M-IFEval has in one language.
var demands = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"change_case:french_capital":                    "Write in French and in capital letters only.",
		"change_case:french_lowercase":                  "Write in French and in lower case letters only.",
		"change_case:spanish_capital":                   "Write in Spanish and in capital letters only.",
		"change_case:spanish_lowercase":                 "Write in Spanish and in lower case letters only.",
		"detectable_content:informal_address":           "Address the reader informally, with tu.",
		"detectable_content:no_digits":                  "Use no digits.",
		"detectable_format:nominal_ending":              "End at least {count} sentences in a noun.",
		"detectable_format:number_numbered_lists":       "Write exactly {num_items} numbered items.",
		"length_constraints:number_letters":             "Write {relation} {num_letters} characters.",
		"letters:furigana":                              "Give all kanji their reading in full-width brackets.",
		"letters:hiragana_only":                         "Write in hiragana only.",
		"letters:kanji":                                 "Use {relation} {kanji_limit} kanji.",
		"letters:kansuuji":                              "Write all numbers in kanji.",
		"letters:katakana_only":                         "Write in katakana only.",
		"letters:no_hiragana":                           "Use no hiragana.",
		"letters:no_katakana":                           "Use no katakana.",
		"punctuation:exclamation_marks":                 "Have at least one exclamation, between ¡ and !.",
		"punctuation:no_period":                         "Use no full stop (。).",
		"punctuation:question_marks":                    "Ask at least one question, between ¿ and ?.",
		"special_character:accents":                     "Write all words with their accents.",
		"special_character:dieresis":                    "Use exactly {let_frequency} words with ü.",
		"special_character:enie":                        "Use exactly {let_frequency} words with ñ.",
		"special_character:ethel_or_cedilla":            "Do not use the letter {forbidden_char}.",
		"special_character:no_accents":                  "Use no letters with accents.",
		"special_character:tildes":                      "Use {relation} {num_words} words with an accent.",
		"startend:sentence_unified_end":                 "End every sentence with {ending}.",
		"keywords:existence":                            "Use each of these keywords: {keywords}.",
		"keywords:frequency":                            "Use the word {keyword} {relation} {frequency} times.",
		"keywords:forbidden_words":                      "Use none of these words: {forbidden_words}.",
		"keywords:letter_frequency":                     "Use the letter {letter} {let_relation} {let_frequency} times.",
		"language:response_language":                    "Write the whole answer in the language {language}, and in no other.",
		"length_constraints:number_sentences":           "Write {relation} {num_sentences} sentences.",
		"length_constraints:number_paragraphs":          "Write {num_paragraphs} paragraphs with *** between them.",
		"length_constraints:number_words":               "Write {relation} {num_words} words.",
		"length_constraints:nth_paragraph_first_word":   "Write {num_paragraphs} paragraphs with a blank line between them; number {nth_paragraph} begins with the word {first_word}.",
		"detectable_content:number_placeholders":        "Use at least {num_placeholders} placeholders in square brackets.",
		"detectable_content:postscript":                 "Add a postscript that begins with {postscript_marker} at the end.",
		"detectable_format:number_bullet_lists":         "Write exactly {num_bullets} bullet points in Markdown.",
		"detectable_format:constrained_response":        "Answer with one of the given options and nothing else.",
		"detectable_format:number_highlighted_sections": "Highlight at least {num_highlights} sections with *asterisks*.",
		"detectable_format:multiple_sections":           "Write {num_sections} sections, each marked with {section_spliter} and its number.",
		"detectable_format:json_format":                 "Write the whole answer as JSON.",
		"detectable_format:title":                       "Give the answer a title in <<double angular brackets>>.",
		"combination:two_responses":                     "Give two different answers with ****** between them.",
		"combination:repeat_prompt":                     "Repeat the request word for word, then answer it.",
		"startend:end_checker":                          "End with exactly this phrase: {end_phrase}",
		"change_case:capital_word_frequency":            "Use {capital_relation} {capital_frequency} words in capital letters.",
		"change_case:english_capital":                   "Write in English and in capital letters only.",
		"change_case:english_lowercase":                 "Write in English and in lower case letters only.",
		"punctuation:no_comma":                          "Use no commas.",
		"startend:quotation":                            "Put the whole answer in double quotation marks.",
	}
})
