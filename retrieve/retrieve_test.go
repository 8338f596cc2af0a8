package retrieve_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/retrieve"
)

func passages(texts ...string) []retrieve.Passage {
	var ps []retrieve.Passage
	for i, text := range texts {
		ps = append(ps, retrieve.Passage{ID: fmt.Sprintf("p%d", i), Text: text})
	}
	return ps
}

func ids(ps []retrieve.Passage) string {
	var all []string
	for _, p := range ps {
		all = append(all, p.ID)
	}
	return strings.Join(all, " ")
}

func TestBM25(t *testing.T) {
	garden := passages(
		"Tomatoes want warmth and much water.",
		"A compost heap turns leaves into soil; compost needs air.",
		"The cat sleeps in the sun, and the sun warms the cat.",
		"Leaves of mint",
		"番茄需要水",
		"Many words about water, water pipes, watering cans, cisterns, rain, wells, ditches, ponds and rivers, none of which is a plant.",
	)
	for _, c := range []struct{ query, want string }{
		{"compost", "p1"},
		{"leaf", ""},       // no stemmer knows this one
		{"TOMATOES", "p0"}, // whatever the case
		{"pipe", "p5"},     // found by its plural
		{"leaves", "p3 p1"},
		{"番茄", "p4"},
		{"the", "p2"},
		{"nothing here", ""},
		{"", ""},
		{"… ?!", ""},
	} {
		got, err := retrieve.NewBM25(garden).Retrieve(t.Context(), c.query, retrieve.Best)
		if err != nil || ids(got) != c.want {
			t.Errorf("%q finds %q, %v, want %q", c.query, ids(got), err, c.want)
		}
	}
}

// TestQuestionWords: words that say nothing of what is asked for find nothing beside words
// that do, however rare they are in the passages.
func TestQuestionWords(t *testing.T) {
	papers := passages(
		"What do you want, and why do you want it? How about when, where and how much?",
		"Performance falls as constraints are added.",
		"Constraints of five kinds are added one by one.",
	)
	got, err := retrieve.NewBM25(papers).Retrieve(t.Context(), "What do they say about how performance falls?", retrieve.Best)
	if err != nil || ids(got) != "p1" {
		t.Errorf("found %q, %v", ids(got), err)
	}
}

// TestBM25Score holds the formula on a case worked out by hand.
func TestBM25Score(t *testing.T) {
	got, _ := retrieve.NewBM25(passages("oak elm oak", "elm ash")).Retrieve(t.Context(), "oak", 1)
	want := math.Log(1+(2-1+0.5)/(1+0.5)) * 2 * 2.2 / (2 + 1.2*(0.25+0.75*3/2.5))
	if len(got) != 1 || math.Abs(got[0].Score-want) > 1e-6 {
		t.Errorf("got %v, want the score %v", got, want)
	}
}

// TestBestAreExact holds the best against all, ordered whole.
func TestBestAreExact(t *testing.T) {
	var texts []string
	for i := range 500 {
		texts = append(texts, strings.Repeat("bee ", i*7%13)+strings.Repeat("ant ", i%17)+"moth")
	}
	x := retrieve.NewBM25(passages(texts...))
	all, _ := x.Retrieve(t.Context(), "bee ant bee", 1000)
	if len(all) < 400 || !slices.IsSortedFunc(all, func(a, b retrieve.Passage) int {
		if a.Score != b.Score {
			if a.Score > b.Score {
				return -1
			}
			return 1
		}
		return strings.Compare(a.ID, b.ID)
	}) {
		t.Fatalf("%d passages, not in order", len(all))
	}
	for _, k := range []int{0, 1, 2, 5, 40} {
		some, _ := x.Retrieve(t.Context(), "bee ant bee", k)
		if ids(some) != ids(all[:k]) {
			t.Errorf("the best %d are %s, want %s", k, ids(some), ids(all[:k]))
		}
	}
}

// fixed is an embedder that knows its texts.
type fixed map[string][]float32

func (f fixed) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var all [][]float32
	for _, text := range texts {
		v, ok := f[text]
		if !ok {
			return nil, &adhere.Error{Code: adhere.Unavailable, Message: "no vector for " + text}
		}
		all = append(all, v)
	}
	return all, nil
}

func TestDense(t *testing.T) {
	ps := passages("east", "north", "north east", "west")
	vectors := [][]float32{{2, 0}, {0, 9}, {1, 1}, {-1, 0}}
	e := fixed{"to the right": {0.5, 0.1}, "nowhere": {0, 0}, "space": {1, 2, 3}}
	x, err := retrieve.NewDense(ps, vectors, e)
	if err != nil {
		t.Fatal(err)
	}
	got, err := x.Retrieve(t.Context(), "to the right", 4)
	if err != nil || ids(got) != "p0 p2 p1 p3" {
		t.Errorf("found %s, %v", ids(got), err)
	}
	if len(got) > 3 && (math.Abs(got[0].Score-0.98058) > 1e-4 || math.Abs(got[3].Score+0.98058) > 1e-4) {
		t.Errorf("the scores are no cosines: %v", got)
	}
	for query, want := range map[string]adhere.Code{"nowhere": adhere.Invalid, "space": adhere.Invalid, "unknown": adhere.Unavailable} {
		if _, err := x.Retrieve(t.Context(), query, 1); adhere.CodeOf(err) != want {
			t.Errorf("%s: %v", query, err)
		}
	}
	if _, err := retrieve.NewDense(ps, vectors, nil); adhere.CodeOf(err) != adhere.Invalid {
		t.Errorf("no embedder: %v", err)
	}
	for _, bad := range [][][]float32{{{1, 2}}, {{1}, {1, 2}, {1}, {1}}, {{1}, {0}, {1}, {1}}, {{1}, {float32(math.NaN())}, {1}, {1}}} {
		if _, err := retrieve.NewDense(ps, bad, e); adhere.CodeOf(err) != adhere.Invalid {
			t.Errorf("%v was taken: %v", bad, err)
		}
	}
}

func TestFused(t *testing.T) {
	ps := passages("red apple", "green apple", "red brick", "blue sky")
	dense, err := retrieve.NewDense(ps, [][]float32{{1, 0.2}, {0.1, 1}, {0, 1}, {1, 0}}, fixed{"apple": {1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	both := retrieve.Fused{retrieve.NewBM25(ps), dense}
	got, err := both.Retrieve(t.Context(), "apple", 3)
	// p0: first by words (equal scores, by ID), second by vectors; p1: second
	// and third; p3: first by vectors alone.
	if err != nil || ids(got) != "p0 p1 p3" {
		t.Fatalf("found %s, %v", ids(got), err)
	}
	if want := 1/61.0 + 1/62.0; math.Abs(got[0].Score-want) > 1e-12 {
		t.Errorf("the score is %v, want %v", got[0].Score, want)
	}
	broken := retrieve.Fused{retrieve.NewBM25(ps), failing{}}
	if _, err := broken.Retrieve(t.Context(), "apple", 3); !errors.Is(err, errDown) {
		t.Errorf("a failure was swallowed: %v", err)
	}
}

var errDown = errors.New("down")

type failing struct{}

func (failing) Retrieve(context.Context, string, int) ([]retrieve.Passage, error) {
	return nil, errDown
}
