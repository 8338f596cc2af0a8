package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"adhere"
)

// answerWarnings sums up what came with the answers and is no failure:
// reasoning that was set apart, settings that the provider ignored, answers
// that were cut off. The commonest come first.
func answerWarnings(records []adhere.Record) []string {
	counts := map[string]int{}
	for i := range records {
		resp := records[i].Response
		if resp == nil {
			continue
		}
		for _, w := range resp.Warnings {
			counts[w]++
		}
		switch resp.Finish {
		case adhere.FinishLength:
			counts["cut off at the token limit; judged as it is"]++
		case adhere.FinishFiltered:
			counts["withheld or cut by the provider's filter; judged as it is"]++
		case adhere.FinishTool:
			counts["a tool call in place of text; judged as it is"]++
		case adhere.FinishStop, adhere.FinishBroken: // as it should be; no response
		}
	}
	common := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	const most = 5
	var lines []string
	for _, w := range common[:min(len(common), most)] {
		lines = append(lines, fmt.Sprintf("%d of %d answers: %s", counts[w], len(records), w))
	}
	if more := len(common) - most; more > 0 {
		lines = append(lines, fmt.Sprintf("%d further kinds of warnings are in the items", more))
	}
	return lines
}
