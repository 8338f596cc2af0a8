package eval_test

import (
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	"adhere"
	"adhere/eval"
	"adhere/model"
	"adhere/refine"
	"adhere/verify"
)

// Recorded answers to instructions of one's own are judged by their rules.
func Example() {
	noComma := adhere.Requirement{ID: "no comma", Rule: &adhere.Rule{Name: "ifeval/punctuation:no_comma"}}
	spec := eval.Spec{
		Name:         "greetings",
		Instructions: []adhere.Instruction{{ID: "hello", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me without commas."}}, Requirements: []adhere.Requirement{noComma}}},
		Answers:      []eval.Answer{{ID: "hello", Text: "<think>one, two</think>Hi there."}},
	}
	e, err := eval.New(context.Background(), spec, eval.Parts{})
	if err != nil {
		panic(err)
	}
	result, err := e.Run(context.Background(), eval.NewMemory())
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Metrics[0].Metric, result.Metrics[0].Met, "of", result.Metrics[0].N)
	// Output: instruction_acc 1 of 1
}

// short is a judge of one's own: it holds answers to twenty characters.
type short struct{}

func (short) Name() string { return "rule/short@1" }

func (short) Judge(_ context.Context, t *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	verdicts := make([]adhere.Verdict, len(t.Instruction.Requirements))
	for i, r := range t.Instruction.Requirements {
		verdicts[i] = adhere.Verdict{Requirement: r.ID, Judge: "rule/short@1", Outcome: adhere.OutcomeOf(len(out.Text) <= 20)}
	}
	return verdicts, nil
}

// A judge of one's own takes the place of the benchmark's.
func Example_ownJudge() {
	spec := eval.Spec{
		Instructions: []adhere.Instruction{{ID: "hello", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me briefly."}}, Requirements: []adhere.Requirement{{ID: "short", Text: "At most twenty characters."}}}},
		Answers:      []eval.Answer{{ID: "hello", Text: "Good morning to you and all of yours."}},
	}
	e, err := eval.New(context.Background(), spec, eval.Parts{Judges: []adhere.Judge{short{}}})
	if err != nil {
		panic(err)
	}
	result, err := e.Run(context.Background(), eval.NewMemory())
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Judges[0], result.Metrics[0].Met, "of", result.Metrics[0].N)

	// Output: rule/short@1 0 of 1
}

// A checker of one's own makes a check of a rule's arguments. A verify.Judge
// decides by such checkers; suites.All would add the built-in ones.
func Example_ownChecker() {
	characters := verify.Checker{Name: "characters", Doc: "at most max characters", Compile: verify.WithArgs(func(a *verify.Args) (verify.Check, error) {
		most := a.Count("max")
		return func(t *verify.Text) verify.Finding {
			n := utf8.RuneCountInString(t.String())
			return verify.Found(n <= most, verify.Amount(n, "character"), fmt.Sprint("at most ", most))
		}, nil
	})}
	catalog := verify.NewCatalog(verify.Suite{Name: "mine", Version: 1, Checkers: []verify.Checker{characters}})
	spec := eval.Spec{
		Instructions: []adhere.Instruction{{ID: "hello", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me briefly."}}, Requirements: []adhere.Requirement{{ID: "short", Rule: adhere.NewRule("mine/characters", map[string]int{"max": 20})}}}},
		Answers:      []eval.Answer{{ID: "hello", Text: "Good morning to you and all of yours."}},
	}
	e, err := eval.New(context.Background(), spec, eval.Parts{Judges: []adhere.Judge{verify.NewJudge("rule/mine", 1, catalog, verify.Strict)}})
	if err != nil {
		panic(err)
	}
	store := eval.NewMemory()
	result, err := e.Run(context.Background(), store)
	if err != nil {
		panic(err)
	}
	for record, err := range store.Records(context.Background(), result.Run) {
		fmt.Println(record.Verdicts[0].Outcome, record.Verdicts[0].Reason, err)
	}
	// Output: not_met 37 characters, expected at most 20 <nil>
}

// parrot answers with what it was told last, and says it once more when it is
// asked to correct itself.
type parrot struct{}

func (parrot) Name() string { return "example/parrot" }

func (parrot) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	text := "Good morning to you and all of yours."
	if len(req.Messages) > 1 || len(req.Messages[0].Text) > 200 {
		text = "Good morning."
	}
	return &adhere.Response{Model: "example/parrot", Text: text, Finish: adhere.FinishStop}, nil
}

// One answer is refined until a judge finds that its requirements are met.
func Example_refine() {
	r, err := refine.New("decrim", refine.Options{Model: parrot{}, Critic: short{}})
	if err != nil {
		panic(err)
	}
	in := &adhere.Instruction{ID: "hello", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me."}}, Requirements: []adhere.Requirement{{ID: "short", Text: "At most twenty characters."}}}
	answer, err := r.Answer(context.Background(), &adhere.Task{Instruction: in})
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Response.Text, answer.Trace.Stopped)
	// Output: Good morning. satisfied
}

// told passes on the verdicts of another judge as they are given.
type told struct {
	judge adhere.Judge
	each  func(*adhere.Task, adhere.Verdict) // called by several goroutines at once
}

func (j told) Name() string { return j.judge.Name() }

func (j told) Judge(ctx context.Context, t *adhere.Task, out *adhere.Response) ([]adhere.Verdict, error) {
	verdicts, err := j.judge.Judge(ctx, t, out)
	for _, v := range verdicts {
		j.each(t, v)
	}
	return verdicts, err
}

// A judge of one's own around each of the evaluation's sees the verdicts before
// the run has ended; the plan and the result stay the same.
func Example_eachVerdict() {
	spec := eval.Spec{
		Instructions: []adhere.Instruction{{ID: "hello", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me."}}, Requirements: []adhere.Requirement{{ID: "no comma", Rule: &adhere.Rule{Name: "ifeval/punctuation:no_comma"}}}}},
		Answers:      []eval.Answer{{ID: "hello", Text: "Hi, there."}},
	}
	e, err := eval.New(context.Background(), spec, eval.Parts{})
	if err != nil {
		panic(err)
	}
	for i, j := range e.Judges {
		e.Judges[i] = told{j, func(t *adhere.Task, v adhere.Verdict) { fmt.Println(t.Instruction.ID, v.Requirement, v.Outcome) }}
	}
	result, err := e.Run(context.Background(), eval.NewMemory())
	if err != nil {
		panic(err)
	}
	fmt.Println(result.Judges[0], result.Metrics[0].Met, "of", result.Metrics[0].N)
	// Output:
	// hello no comma not_met
	// rule/strict@1 0 of 1
}

// typist hands its reply over word by word, as streaming providers do.
type typist struct{ parrot }

func (typist) Stream(_ context.Context, _ *adhere.Request, each func(adhere.Chunk) error) (*adhere.Response, error) {
	var text string
	for _, word := range []string{"Good ", "morning, ", "dear ", "friend."} {
		text += word
		if err := each(adhere.Chunk{Text: word}); err != nil {
			return nil, err
		}
	}
	return &adhere.Response{Model: "example/parrot", Text: text, Finish: adhere.FinishStop}, nil
}

// An answer is checked while it is written, and stopped where no more words can
// mend it: a comma stays. Demands that more words can still meet ("at least fifty
// words") wait for the whole answer.
func Example_whileWritten() {
	check, err := eval.Catalog().Compile(&adhere.Rule{Name: "ifeval/punctuation:no_comma"})
	if err != nil {
		panic(err)
	}
	broken := errors.New("broken")
	var text string
	_, err = model.Stream(context.Background(), typist{}, &adhere.Request{Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me without commas."}}}, func(c adhere.Chunk) error {
		text += c.Text
		if finding := check(verify.NewText(text)); !finding.Met {
			return fmt.Errorf("%w after %q: %s", broken, text, finding)
		}
		return nil
	})
	fmt.Println(err, errors.Is(err, broken))
	// Output: broken after "Good morning, ": 1 comma, expected none true
}
