package extra

import (
	"errors"
	"hash/fnv"
	"slices"
	"strings"

	"adhere/verify"
	"adhere/verify/parity"
)

// noCopy looks for passages of so many words that both texts have.
func noCopy(a *verify.Args) (verify.Check, error) {
	text, n := a.Text("text"), a.Count("words")
	if n < 1 || n > 1000 {
		return nil, errors.New("words: expected a number from 1 to 1000")
	}
	theirs := parity.Words(parity.Fold(text))
	places := map[uint64][]int{} // where passages of a hash begin
	eachPassage(theirs, max(n, 1), func(at int, hash uint64) bool {
		const enough = 8 // the same passage again is nothing new
		if len(places[hash]) < enough {
			places[hash] = append(places[hash], at)
		}
		return true
	})
	wanted := "no " + verify.Amount(n, "word") + " in succession of the given text"
	return func(t *verify.Text) verify.Finding {
		ours, found := parity.Words(t.Folded()), -1
		eachPassage(ours, n, func(at int, hash uint64) bool {
			for _, from := range places[hash] {
				if slices.Equal(theirs[from:from+n], ours[at:at+n]) {
					found = at
				}
			}
			return found < 0
		})
		if found >= 0 {
			return verify.Found(false, "the passage "+verify.Quote(strings.Join(ours[found:found+n], " ")), wanted)
		}
		return verify.Found(true, "no such passage", wanted)
	}, nil
}

// eachPassage calls do for each n consecutive words with a hash of them,
// until it returns false. Each word is hashed once.
func eachPassage(words []string, n int, do func(at int, hash uint64) bool) {
	const base = 0x9e3779b97f4a7c15
	hashes := make([]uint64, len(words))
	sum, leading := uint64(0), uint64(1) // base to the power of n
	for range n {
		leading *= base
	}
	for i, w := range words {
		h := fnv.New64a()
		_, _ = h.Write([]byte(w)) // it never fails
		hashes[i] = h.Sum64()
		sum = sum*base + hashes[i]
		if i >= n {
			sum -= hashes[i-n] * leading
		}
		if i >= n-1 && !do(i-n+1, sum) {
			return
		}
	}
}
