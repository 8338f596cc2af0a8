package annotate_test

import (
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/annotate"
)

// conversation is a record in which the model answered twice.
func conversation(model string) annotate.Sourced {
	in := &adhere.Instruction{
		ID: "talk", Messages: []adhere.Message{{Role: adhere.User, Text: "List two."}, {Role: adhere.Assistant}, {Role: adhere.User, Text: "Shorter."}},
		Requirements: []adhere.Requirement{{ID: "two", Text: "It lists two.", Turn: 1}, {ID: "short", Text: "It is short."}},
	}
	return annotate.Sourced{Run: "run-" + model, Record: &adhere.Record{Instruction: in, Response: &adhere.Response{Model: model, Text: "Oak, ash", Earlier: []string{"The oak and the ash"}}}}
}

// TestUnitsOfConversations holds that a conversation is one unit, with the
// answers before the last and each question about its own answer, and that
// protocols about one answer as a whole have none.
func TestUnitsOfConversations(t *testing.T) {
	records := []annotate.Sourced{conversation("a"), conversation("b")}
	p, err := annotate.ProtocolNamed("constraint-wise")
	code(t, err, "")
	units := annotate.NewUnits(p, records, annotate.Choosing{})
	if len(units) != 2 {
		t.Fatalf("%d units", len(units))
	}
	asked := units[0].Asked()
	if len(asked) != 3 || asked[1].Text != "The oak and the ash" || units[0].Instruction.Messages[1].Text != "" {
		t.Errorf("asked %+v", asked)
	}
	var questions []string
	for _, g := range annotate.NewForm(p, &units[0], []int{0}).Groups {
		for _, f := range g.Fields {
			questions = append(questions, f.Question.Text)
		}
	}
	if want := []string{"Answer 1: It lists two.", "Answer 2: It is short."}; !slices.Equal(questions, want) {
		t.Errorf("questions %q, want %q", questions, want)
	}
	for _, name := range []string{"score-then-questions", "pairwise"} {
		p, err := annotate.ProtocolNamed(name)
		code(t, err, "")
		if n := len(annotate.NewUnits(p, records, annotate.Choosing{})); n != 0 {
			t.Errorf("%s: %d units", name, n)
		}
		c, err := annotate.NewCampaign("talks", name, annotate.Settings{})
		code(t, err, "")
		err = c.SetUnits(nil)
		code(t, err, adhere.Invalid)
		if hint := adhere.HintOf(err); !strings.Contains(hint, "in turn") && !strings.Contains(hint, "constraint-wise") {
			t.Errorf("%s: hint %q", name, hint)
		}
	}
}

// TestVerdictsOnConversations holds that what people say of a conversation
// lines up with all its requirements, as a run's records have them.
func TestVerdictsOnConversations(t *testing.T) {
	p, err := annotate.ProtocolNamed("constraint-wise")
	code(t, err, "")
	units := annotate.NewUnits(p, []annotate.Sourced{conversation("a")}, annotate.Choosing{})
	c, err := annotate.NewCampaign("talks", p.Name, annotate.Settings{})
	code(t, err, "")
	code(t, c.SetUnits(units), "")
	events := []annotate.Event{{Unit: 1, Person: "ada", Kind: annotate.Handed, At: noon, Fields: fields(
		annotate.FieldOrder, "0", "A.1", "met", "A.1.why", "an oak and an ash", "A.2", "not_met", "A.2.why", "it could be shorter")}}
	said := results(t, c, units, nil, events).OnRun("run-a")
	if len(said) != 1 || len(said[0].Verdicts) != 2 || said[0].Verdicts[0].Requirement != "two" || said[0].Verdicts[1].Outcome != adhere.NotMet {
		t.Errorf("%+v", said)
	}
}
