package writing_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/jsonl"
	"adhere/internal/writing"
)

// several are sessions in many states.
func several(t *testing.T) []writing.Session {
	t.Helper()
	var all []writing.Session
	for _, state := range []string{"sources", "draft", "instruction", "passages", "summary", "revision", "rating", "decision bad", "satisfied", "ten turns"} {
		s := path(t, state)
		s.ID = strings.ReplaceAll(state, " ", "-")
		s.Papers = []writing.Paper{{ID: "d", Title: "Of leaves", Authors: []string{"Ada Moss"}}}
		s.Person = "bo"
		all = append(all, s)
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	var first, second bytes.Buffer
	sessions := several(t)
	if err := jsonl.Write(&first, sessions); err != nil {
		t.Fatal(err)
	}
	read, notes, err := writing.ReadSessions("s.jsonl", bytes.NewReader(first.Bytes()))
	if err != nil || len(notes) > 0 || len(read) != len(sessions) {
		t.Fatalf("%d sessions, %v, %v", len(read), notes, err)
	}
	if err := jsonl.Write(&second, read); err != nil || second.String() != first.String() {
		t.Errorf("%v: %s", err, cmp.Diff(first.String(), second.String()))
	}
}

func TestRows(t *testing.T) {
	s, err := writing.Replay(head(), []writing.Move{
		{Action: writing.Found},
		{Action: writing.Drafted, Text: "A draft."},
		{Action: writing.Instruct, Kind: writing.Info, Text: "=1+1"},
		{Action: writing.Found, Passages: []writing.Passage{{ID: "d#1"}, {ID: "d#2"}}},
		{Action: writing.Summarised, Text: "S."},
		{Action: writing.Revised, Text: "R."},
		{Action: writing.Rate, Rating: writing.Bad, Text: "no"},
		{Action: writing.Edit, Text: "E."},
		{Action: writing.GoOn},
		{Action: writing.Instruct, Kind: writing.Style, Text: "Less."},
		{Action: writing.Revised, Text: "L."},
	})
	if err != nil {
		t.Fatal(err)
	}
	rows := s.Rows()
	var lines bytes.Buffer
	if err := jsonl.Write(&lines, rows); err != nil {
		t.Fatal(err)
	}
	want := `{"session":"s1","question":"Why do leaves turn red?","model":"p/m","turn":1,"kind":"info","instruction":"=1+1","previous_answer":"A draft.","passages":["d#1","d#2"],"summary":"S.","answer":"R.","rating":"bad","comment":"no","edited_answer":"E."}`
	if strings.TrimSpace(lines.String()) != want { // the second turn is not rated yet
		t.Error(lines.String())
	}
	var table bytes.Buffer
	if err := writing.WriteTable(&table, rows); err != nil {
		t.Fatal(err)
	}
	cells, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(cells) != 2 || cells[1][6] != "'=1+1" || cells[1][13] != "true" || cells[1][14] != "E." {
		t.Error(cells, err)
	}
}

func TestReadSessionsRefuses(t *testing.T) {
	whole := several(t)[8]
	change := func(f func(*writing.Session)) string {
		b, _ := json.Marshal(&whole)
		var s writing.Session
		if err := json.Unmarshal(b, &s); err != nil {
			t.Fatal(err)
		}
		f(&s)
		b, _ = json.Marshal(&s)
		return string(b)
	}
	fine := change(func(*writing.Session) {})
	for name, c := range map[string]struct{ text, message string }{
		"nothing":          {"\n\n", "no session"},
		"no JSON":          {fine + "\n{", "s.jsonl:2"},
		"other type":       {`{"session":3}`, "s.jsonl:1: session: expected a text, got number"},
		"a list":           {"[" + fine + "]", "s.jsonl:1: expected an object, got array"},
		"twice":            {fine + "\n\n" + fine, "s.jsonl:3: session \"satisfied\" is in line 1"},
		"no id":            {change(func(s *writing.Session) { s.ID = "" }), "ID"},
		"no question id":   {change(func(s *writing.Session) { s.Question.ID = "" }), "s.jsonl:1: question.id is empty"},
		"no question":      {change(func(s *writing.Session) { s.Question.Text = " " }), "question"},
		"no model":         {change(func(s *writing.Session) { s.Model = "" }), "model"},
		"no comment":       {change(func(s *writing.Session) { s.Turns[0].Comment = "" }), "comment"},
		"another rating":   {change(func(s *writing.Session) { s.Turns[0].Rating = "fine" }), "rating"},
		"a good edit":      {change(func(s *writing.Session) { s.Turns[0].Edit = "mine" }), "edit"},
		"another previous": {change(func(s *writing.Session) { s.Turns[0].Previous = "else" }), "turns[0]"},
		"another number":   {change(func(s *writing.Session) { s.Turns[0].Number = 2 }), "turns[0]"},
		"another phase":    {change(func(s *writing.Session) { s.Phase = "dance" }), "phase"},
		"not over":         {change(func(s *writing.Session) { s.Phase = writing.AwaitRating }), "turns[0]"},
		"another end":      {change(func(s *writing.Session) { s.End = "tired" }), "phase"},
		"eleven turns": {change(func(s *writing.Session) {
			for range 10 {
				s.Turns = append(s.Turns, s.Turns[0])
			}
		}), "turns: 11"},
	} {
		_, _, err := writing.ReadSessions("s.jsonl", strings.NewReader(c.text))
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", name, err, c.message)
		}
	}
}

func TestReadPublished(t *testing.T) {
	file := `{"original_question":"Why do leaves turn red?","model_name":"m1","annotator_id":4,"initial_answer":"Sugar.","interaction":[
{"instruction":"Say more.","type":"information-seeking","answer_1":"Sugar, and cold.","answer_2":null,"rating":"Good","comment":"it did"},
{"instruction":"Shorter.","instruction_type":"stylistic","answer_1":"Cold.","answer_2":"Sugar, cold.","rating":"bad","comment":null},
{"instruction":"Again.","answer_1":"S.","answer_2":"","rating":"neutral","comment":"half","retrieved_passages":[{"text":"x"}]},
{"instruction":"Once more.","type":"style","answer_1":"S!","answer_2":"S?","rating":"good","comment":"yes"}]}`
	all, notes, err := writing.ReadSessions("k.jsonl", strings.NewReader(strings.ReplaceAll(file, "\n", "")))
	if err != nil || len(all) != 1 {
		t.Fatal(all, err)
	}
	s := all[0]
	if s.End != writing.EndSatisfied || s.Person != "4" || len(s.Turns) != 4 || s.Turns[2].Previous != "Sugar, cold." || s.Turns[3].Edited() || s.Turns[2].Kind != writing.Info {
		t.Errorf("%+v", s)
	}
	if len(notes) != 2 || !strings.Contains(notes[0], "taken for info") || !strings.Contains(notes[1], "left out") {
		t.Error(notes)
	}
	var b bytes.Buffer
	if err := jsonl.Write(&b, all); err != nil {
		t.Fatal(err)
	}
	again, _, err := writing.ReadSessions("k.jsonl", &b)
	if err != nil || cmp.Diff(all, again) != "" {
		t.Error(err, cmp.Diff(all, again))
	}
	odd := `{"original_question":"q","model_name":"m","initial_answer":"a","initial_docs":[],"interaction":[{"instruction":"i","type":"info","answer_1":"b","rating":"Good!","mood":1},{"instruction":"j","type":"info","answer_1":"c","rating":"good","mood":1}]}`
	_, notes, err = writing.ReadSessions("k.jsonl", strings.NewReader(odd+"\n"+odd))
	if want := []string{`k.jsonl:1: field "initial_docs" is not read`, `k.jsonl:1: field "interaction.mood" is not read`}; err != nil || cmp.Diff(want, notes) != "" {
		t.Error(err, cmp.Diff(want, notes))
	}
	for name, text := range map[string]string{
		"not":    `{"original_question":"q","model_name":"m","initial_answer":"a","interaction":[{"instruction":"i","answer_1":"b","rating":"not good"}]}`,
		"rating": `{"original_question":"q","model_name":"m","initial_answer":"a","interaction":[{"instruction":"i","answer_1":"b","rating":"meh"}]}`,
		"answer": `{"original_question":"q","model_name":"m","initial_answer":"a","interaction":[{"instruction":"i","rating":"good"}]}`,
		"draft":  `{"original_question":"q","model_name":"m","interaction":[]}`,
	} {
		if _, _, err := writing.ReadSessions("k.jsonl", strings.NewReader(text)); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	unread := strings.Replace(odd, "Good!", "fine", 1)
	if _, _, err := writing.ReadSessions("k.jsonl", strings.NewReader(odd+"\n"+unread)); !strings.Contains(adhere.HintOf(err), "empty its line") {
		t.Errorf("%v: %s", err, adhere.HintOf(err))
	}
	if all, _, err := writing.ReadSessions("k.jsonl", strings.NewReader("\n"+odd)); err != nil || all[0].ID != "kiwi-2" {
		t.Errorf("%v, %v", all, err)
	}
}

// TestPublishedWithoutRating keeps a session in which a rating is missing: the
// turn is no row, and the others are.
func TestPublishedWithoutRating(t *testing.T) {
	file := `{"original_question":"q","model_name":"m","initial_answer":"a","interaction":[{"instruction":"i","type":"info","answer_1":"b","rating":"bad"},{"instruction":"j","type":"style","answer_1":"c","rating":"RATING"},{"instruction":"k","type":"style","answer_1":"d","answer_2":"e","rating":"neutral"}]}`
	for name, text := range map[string]string{
		"empty":  strings.Replace(file, "RATING", " ", 1),
		"null":   strings.Replace(file, `"RATING"`, "null", 1),
		"absent": strings.Replace(file, `,"rating":"RATING"`, "", 1),
	} {
		all, notes, err := writing.ReadSessions("k.jsonl", strings.NewReader(text))
		if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "k.jsonl:1: interaction[1]: no rating") {
			t.Errorf("%s: %v, %v", name, notes, err)
			continue
		}
		s := &all[0]
		if rows := s.Rows(); len(rows) != 2 || rows[1].Turn != 3 || rows[1].Previous != "c" || len(s.Turns) != 3 || s.End != writing.EndSatisfied {
			t.Errorf("%s: %+v", name, s)
		}
		var b bytes.Buffer
		if err := jsonl.Write(&b, all); err != nil {
			t.Fatal(err)
		}
		if again, _, err := writing.ReadSessions("k.jsonl", &b); err != nil || cmp.Diff(all, again) != "" {
			t.Error(name, err, cmp.Diff(all, again))
		}
	}
	s, err := writing.Replay(writing.Head{ID: "s", Question: writing.Question{ID: "q", Text: "t"}, Model: "m"}, []writing.Move{
		{Action: writing.Found}, {Action: writing.Drafted, Text: "a"}, {Action: writing.Instruct, Kind: writing.Style, Text: "i"}, {Action: writing.Revised, Text: "b"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Next(writing.Move{Action: writing.Rate, Text: "why"}); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("our own sessions need ratings: %v", err)
	}
}

// TestPublishedWithoutAnswer leaves out a turn that the model did not answer, and
// says so; the file's other turns and sessions are kept.
func TestPublishedWithoutAnswer(t *testing.T) {
	file := `{"original_question":"q","model_name":"m","initial_answer":"a","interaction":[{"instruction":"i","type":"info","answer_1":" ","rating":"bad"},{"instruction":"j","type":"style","answer_1":"c","rating":"good"}]}`
	all, notes, err := writing.ReadSessions("k.jsonl", strings.NewReader(file))
	if err != nil || len(notes) != 1 || !strings.Contains(notes[0], "k.jsonl:1: interaction[0]: no answer of the model") {
		t.Fatal(notes, err)
	}
	if s := &all[0]; len(s.Turns) != 1 || s.Turns[0].Instruction != "j" {
		t.Errorf("%+v", s)
	}
}

func FuzzReadSessions(f *testing.F) {
	f.Add(`{"session":"s","question":{"id":"q","text":"t"},"model":"m","draft":"","turns":null,"phase":"sources"}`)
	f.Add(`{"original_question":"q","model_name":"m","initial_answer":"a","interaction":[{"instruction":"i","answer_1":"b","rating":"bad","answer_2":"c"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		all, _, err := writing.ReadSessions("f", strings.NewReader(text))
		if err != nil {
			if adhere.CodeOf(err) != adhere.Invalid {
				t.Error(err)
			}
			return
		}
		var b bytes.Buffer
		if err := jsonl.Write(&b, all); err != nil {
			t.Fatal(err)
		}
		if _, _, err := writing.ReadSessions("f", &b); err != nil {
			t.Errorf("what was read is refused when written: %v", err)
		}
	})
}

func TestPassagesOf(t *testing.T) {
	d := writing.Document{ID: "moss", Title: "Of moss", Paragraphs: []writing.Paragraph{{Text: "Green."}, {Section: "S", Text: "Soft."}}}
	want := []writing.Passage{
		{ID: "moss#0", Document: "moss", Title: "Of moss", Text: "Green."},
		{ID: "moss#1", Document: "moss", Title: "Of moss", Section: "S", Text: "Soft."},
	}
	if diff := cmp.Diff(want, writing.PassagesOf(&d)); diff != "" {
		t.Error(diff)
	}
}
