package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"adhere/model/modeltest"
)

// words draws so many made-up words, the same ones for the same seed.
func words(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		for range 1 + r.IntN(4) {
			b.WriteByte("bcdfghlmnprstvw"[r.IntN(15)])
			b.WriteByte("aeiou"[r.IntN(5)])
		}
		if r.IntN(200) == 0 {
			b.WriteByte(',')
		}
	}
	return b.String()
}

// varied answers with a text and so many words of the request's own.
func varied(answer string, n int) func(*modeltest.Asked) string {
	return func(a *modeltest.Asked) string {
		if n == 0 {
			return answer
		}
		hash := fnv.New64a()
		_, _ = hash.Write(a.Body) // never fails
		return answer + " " + words(hash.Sum64(), n)
	}
}

type object = map[string]any

// counts is a rule on how many there are of something.
func counts(what, is object) object {
	return object{"name": "algebra/check", "args": object{"reading": "plain", "check": object{"count": what, "is": is}}}
}

// writeItems writes instructions of 650 bytes with two rules and a requirement
// that needs a judge.
func writeItems(out io.Writer, n int) error {
	lines := json.NewEncoder(out)
	for i := range n {
		err := lines.Encode(object{
			"id":     strconv.Itoa(i),
			"prompt": fmt.Sprintf("Item %d: %s. Write about this without a comma, kindly.", i, words(uint64(i), 96)),
			"requirements": []object{
				{"id": "1", "text": "Is there no comma?", "rule": counts(object{"find": object{"text": ","}}, object{"exactly": 0})},
				{"id": "2", "text": "Are there at least ten words?", "rule": counts(object{"unit": "word"}, object{"least": 10})},
				{"id": "3", "text": "Is the answer kind to its reader?"},
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
