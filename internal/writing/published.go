package writing

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"adhere/internal/lists"
)

// published is the origin of sessions in the shape of KIWI's public files
// (interaction_data.jsonl and its successors). Public programs that read them
// show the names original_question, model_name, initial_answer, interaction,
// and in each turn instruction, answer_1, answer_2 and rating; the others are
// read where they are there. What has another name is told to the reader.
const published = "kiwi"

// A publishedSession is a session as those files have it.
type publishedSession struct {
	OriginalQuestion string          `json:"original_question"`
	Question         string          `json:"question"`
	InitialAnswer    string          `json:"initial_answer"`
	ModelName        string          `json:"model_name"`
	AnnotatorID      json.RawMessage `json:"annotator_id"`
	Interaction      []publishedTurn `json:"interaction"`
}

// A publishedTurn is one of its turns: answer_1 is the model's, answer_2 the
// person's.
type publishedTurn struct {
	Instruction     string  `json:"instruction"`
	Type            string  `json:"type"`
	InstructionType string  `json:"instruction_type"`
	Answer1         *string `json:"answer_1"`
	Answer2         *string `json:"answer_2"`
	Rating          string  `json:"rating"`
	Comment         *string `json:"comment"`
	Passages        []any   `json:"retrieved_passages"`
	Documents       []any   `json:"retrieved_documents"`
}

// readPublished makes a session of line number of a published file. What such
// a file does not tell, the session lacks: summaries, times and how it ended.
func readPublished(line []byte, number int) (*Session, []string, error) {
	var p publishedSession
	if err := json.Unmarshal(line, &p); err != nil {
		return nil, nil, broken(err)
	}
	notes, err := unread(line)
	if err != nil {
		return nil, nil, broken(err)
	}
	s, err := Replay(p.head(number), []Move{{Action: Found}, {Action: Drafted, Text: p.InitialAnswer}})
	if err != nil {
		return nil, nil, err
	}
	for i := range p.Interaction {
		if a := p.Interaction[i].Answer1; a != nil && strings.TrimSpace(*a) == "" {
			notes = append(notes, fmt.Sprintf("interaction[%d]: no answer of the model (answer_1); the turn is left out", i))
			continue
		}
		if s.Phase == AwaitDecision {
			if s, err = s.Next(Move{Action: GoOn}); err != nil {
				return nil, nil, err
			}
		}
		moves, lacks, err := p.Interaction[i].moves()
		for j := 0; j < len(moves) && err == nil; j++ {
			s, err = s.Next(moves[j])
		}
		if err != nil {
			return nil, nil, fmt.Errorf("interaction[%d]: %w", i, err)
		}
		for _, note := range lacks {
			notes = append(notes, fmt.Sprintf("interaction[%d]: %s", i, note))
		}
	}
	if s.Phase == AwaitDecision {
		last := Move{Action: Satisfied}
		if len(s.Turns) == MostTurns {
			last.Action = GoOn
		}
		s, err = s.Next(last)
	}
	if err == nil {
		err = s.Check()
	}
	return &s, notes, err
}

func (p *publishedSession) head(number int) Head {
	id := fmt.Sprintf("%s-%d", published, number)
	person := strings.Trim(string(p.AnnotatorID), `" `)
	if person == "null" {
		person = ""
	}
	question := Question{ID: id, Text: cmp.Or(p.OriginalQuestion, p.Question)}
	return Head{ID: id, Question: question, Model: p.ModelName, Origin: published, Person: person}
}

// moves returns what led to the turn, and notes on what it lacks.
func (t *publishedTurn) moves() (moves []Move, notes []string, err error) {
	rating, err := ratingNamed(t.Rating)
	if err != nil {
		return nil, nil, err
	}
	if rating == "" {
		notes = append(notes, "no rating; the turn is not counted, and its answer is taken for the one that the next turn changes")
	}
	kind, guessed := t.kind()
	if guessed {
		notes = append(notes, "no type of instruction; taken for "+string(kind))
	}
	moves = []Move{{Action: Instruct, Kind: kind, Text: t.Instruction}}
	if kind == Info {
		moves = append(moves, Move{Action: Found}, Move{Action: Summarised})
	}
	comment, answer := "", ""
	if t.Answer1 != nil {
		answer = *t.Answer1
	}
	if t.Comment != nil {
		comment = strings.TrimSpace(*t.Comment)
	}
	moves = append(moves, Move{Action: Revised, Text: answer}, Move{Action: Rate, Rating: rating, Text: comment})
	if t.Answer2 == nil || strings.TrimSpace(*t.Answer2) == "" || *t.Answer2 == answer {
		return moves, notes, nil
	}
	if rating == Good {
		return moves, append(notes, "an edit of an answer that was rated good is left out"), nil
	}
	return append(moves, Move{Action: Edit, Text: *t.Answer2}), notes, nil
}

// kind returns what the turn says, or else Info where passages were shown.
func (t *publishedTurn) kind() (kind Kind, guessed bool) {
	name := strings.ToLower(t.Type + t.InstructionType)
	switch {
	case strings.Contains(name, "info"):
		return Info, false
	case strings.Contains(name, "styl"):
		return Style, false
	case len(t.Passages)+len(t.Documents) > 0:
		return Info, true
	default:
		return Style, true
	}
}

// unread names the fields of a published session that are not taken.
func unread(line []byte) ([]string, error) {
	var session map[string]json.RawMessage
	if err := json.Unmarshal(line, &session); err != nil {
		return nil, err
	}
	var turns []map[string]json.RawMessage
	if err := json.Unmarshal(session["interaction"], &turns); err != nil {
		return nil, err
	}
	var names []string
	note := func(where string, fields map[string]json.RawMessage, known []string) {
		for f := range fields {
			if !slices.Contains(known, f) {
				names = append(names, fmt.Sprintf("field %q is not read", where+f))
			}
		}
	}
	note("", session, []string{"original_question", "question", "initial_answer", "model_name", "annotator_id", "interaction"})
	known := []string{"instruction", "type", "instruction_type", "answer_1", "answer_2", "rating", "comment", "retrieved_passages", "retrieved_documents"}
	for _, t := range turns {
		note("interaction.", t, known)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// ratingNamed reads a rating that stands by itself or among other words, but
// not beside a second, nor after a "not"; "" where there is none.
func ratingNamed(name string) (Rating, error) {
	if strings.TrimSpace(name) == "" {
		return "", nil
	}
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) })
	found := lists.Filter([]Rating{Good, Neutral, Bad}, func(r Rating) bool { return slices.Contains(words, string(r)) })
	if len(found) == 1 && !slices.Contains(words, "not") {
		return found[0], nil
	}
	return "", invalid(fmt.Sprintf("the rating is %q, expected good, neutral or bad", name), "give it; or, to leave the session out, empty its line: the others keep their numbers")
}
