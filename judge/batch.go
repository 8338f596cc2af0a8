package judge

import (
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/lists"
	"adhere/prompt"
)

func batchTurns(in *adhere.Instruction, out *adhere.Response, asked []int, _ Parsing) ([]turn, error) {
	questions := texts(in, asked)
	return []turn{{
		decides: asked,
		open:    "batch",
		data:    prompt.Data{"Input": in.Input, "Answer": out.Text, "Questions": questions},
		form:    decisions(len(asked), reader(questions)),
		likely:  numbered(len(asked), "YES"),
	}}, nil
}

// texts returns requirements on one line each: a line of its own in one would read
// like another requirement of a numbered list, or like the reply.
func texts(in *adhere.Instruction, asked []int) []string {
	return lists.Map(asked, func(i int) string { return strings.Join(strings.Fields(in.Requirements[i].Text), " ") })
}

func numbered(n int, line string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strconv.Itoa(i+1) + ". " + line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
