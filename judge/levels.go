package judge

import (
	"fmt"
	"strings"

	"adhere"
	"adhere/prompt"
)

// pathTurns asks for the whole level: its constraints are known only from the
// path, so that none can be left out.
func pathTurns(in *adhere.Instruction, out *adhere.Response, _ []int, r Parsing) ([]turn, error) {
	n := len(in.Requirements)
	if len(in.Path) != n+1 {
		return nil, adhere.Errorf(adhere.Invalid, "an instruction with %d requirements needs its path of %d levels, has %d", n, n+1, len(in.Path)).
			WithHint("give path, or use a judge that needs none, such as level-final")
	}
	t := levelTurn(in, r)
	t.open = "level-path"
	t.data = prompt.Data{"Kind": kind(in), "Path": in.Path, "Answer": out.Text, "Level": n}
	return []turn{t}, nil
}

func finalTurns(in *adhere.Instruction, out *adhere.Response, _ []int, r Parsing) ([]turn, error) {
	n := len(in.Requirements)
	t := levelTurn(in, r)
	t.open = "level-final"
	t.data = prompt.Data{"Kind": kind(in), "Instruction": Wording(in.Messages), "Answer": out.Text, "Level": n}
	return []turn{t}, nil
}

func levelTurn(in *adhere.Instruction, r Parsing) turn {
	n := len(in.Requirements)
	decides := make([]int, n)
	for i := range decides {
		decides[i] = i
	}
	yes := strings.TrimSuffix(strings.Repeat("'YES', ", n), ", ")
	likely := "1)\n" + strings.Repeat("- The constraint is met.\n", 2*n) + "3) [" + yes + "]"
	return turn{decides: decides, form: decisions(n, listReader(texts(in, decides), r)), likely: likely}
}

// kind names the constraints' category in the prompt, as the paper's template
// does; mixed ones have no common name.
func kind(in *adhere.Instruction) string {
	switch category := in.Tags["category"]; category {
	case "mixed":
		return ""
	case "situation":
		return "situation (a circumstance or background to take into account)"
	default:
		return category
	}
}

// Wording returns what the model under test was asked: the last message, and
// where there are several, all of them with their roles.
func Wording(messages []adhere.Message) string {
	if len(messages) < 2 {
		return (&adhere.Instruction{Messages: messages}).Prompt()
	}
	var b strings.Builder
	for i, m := range messages {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "[%s]\n%s", m.Role, m.Text)
	}
	return b.String()
}
