package writing

import (
	"fmt"
	"strconv"

	"adhere"
	"adhere/prompt"
)

// Temperature is that of all answers in a session (KIWI, section 3.2).
const Temperature = 0.7

// References returns the passages that the answer may refer to, each once, in
// the order in which they were first found: the one at n is shown to models,
// and meant by them, as [n]. A number keeps its meaning through the session.
func (s *Session) References() []Passage {
	var all []Passage
	seen := map[string]bool{}
	add := func(ps []Passage) {
		for _, p := range ps {
			if !seen[p.ID] {
				seen[p.ID] = true
				all = append(all, p)
			}
		}
	}
	add(s.Passages)
	for i := range s.Turns {
		add(s.Turns[i].Passages)
	}
	return all
}

// Query returns what passages are searched for by: the question, or the
// instruction of the turn under way.
func (s *Session) Query() string {
	if s.Phase == AwaitPassages {
		return s.Turns[len(s.Turns)-1].Instruction
	}
	return s.Question.Text
}

// Request returns what the model is asked in the phase that waits for it:
// AwaitDraft, AwaitSummary or AwaitRevision (KIWI, appendix A.1).
func (s *Session) Request(pack *prompt.Pack) (*adhere.Request, error) {
	name, data := s.prompt()
	if name == "" {
		return nil, fmt.Errorf("no model is asked in phase %s", s.Phase)
	}
	messages, err := pack.Render(name, data)
	if err != nil {
		return nil, err
	}
	return &adhere.Request{Messages: messages, Params: adhere.Params{Temperature: new(Temperature)}}, nil
}

func (s *Session) prompt() (name string, data prompt.Data) {
	if s.Phase == AwaitDraft {
		data = s.shown(s.Passages)
		data["Question"] = s.Question.Text
		return "write-draft", data
	}
	if len(s.Turns) == 0 {
		return "", nil
	}
	t := &s.Turns[len(s.Turns)-1]
	switch {
	case s.Phase == AwaitSummary:
		data = s.shown(t.Passages)
		data["Answer"], data["Instruction"] = t.Previous, t.Instruction
		return "write-summary", data
	case s.Phase == AwaitRevision && t.Kind == Info:
		return "write-inform", prompt.Data{"Question": s.Question.Text, "Answer": t.Previous, "Instruction": t.Instruction, "Summary": t.Summary}
	case s.Phase == AwaitRevision:
		return "write-restyle", prompt.Data{"Question": s.Question.Text, "Answer": t.Previous, "Instruction": t.Instruction}
	}
	return "", nil
}

// shown are passages as prompts take them, with their numbers.
func (s *Session) shown(ps []Passage) prompt.Data {
	number := map[string]int{}
	for n, p := range s.References() {
		number[p.ID] = n
	}
	var numbers, titles, texts []string
	for _, p := range ps {
		numbers = append(numbers, strconv.Itoa(number[p.ID]))
		titles = append(titles, p.Title)
		texts = append(texts, p.Text)
	}
	return prompt.Data{"Numbers": numbers, "Titles": titles, "Passages": texts}
}
