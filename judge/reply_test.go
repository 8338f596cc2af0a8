package judge_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/internal/benchdata"
	"adhere/judge"
)

// A labelledReply is a judge's reply with what a person reads in it: a
// decision, a list of them, a score or a winner, or "undecided".
type labelledReply struct {
	Kind, Style, Half, Reply string
	N                        int
	Asked                    []string // the wording of the requirements, where it matters
	Want                     any
}

// strategyOf says which strategy reads a kind of reply.
var strategyOf = map[string]string{
	"word": "single", "constraint": "constraint", "followed": "constraint-reason", "batch": "batch", "levels": "level-path", "at_once": "constraints-at-once",
}

// TestLabelledReplies holds the readers against replies in the styles of
// current models: none is read wrongly, nothing ambiguous is decided, and at least
// the named share of the clear ones is read, in percent. Most sets were read to
// between 77 and 99 % at first sight; rules were mended against them, and then rules
// that few replies need were taken out again. The forms are short forms, scores and
// choices that no prompt asks for. Replies of the tenth and eleventh set name their
// items, answer negative questions, limit their decision, or stand in tables with
// columns of marks; the eleventh is of a reader who did not write the rules. The
// twelfth to fourteenth were written to the prompts before the rules were looked at,
// the fifteenth as traps: most of its replies decide nothing. The sixteenth to
// eighteenth were written to the prompts as well.
func TestLabelledReplies(t *testing.T) {
	digests := map[string]string{}
	floors := map[string]float64{
		"replies": 97, "replies-second": 97, "replies-third": 97, "replies-fourth": 97, "replies-fifth": 95, "replies-sixth": 95, "replies-seventh": 95,
		"replies-eighth": 97, "replies-ninth": 97, "replies-forms": 92, "replies-tenth": 80, "replies-eleventh": 93, "replies-twelfth": 96, "replies-thirteenth": 88,
		"replies-fourteenth": 84, "replies-fifteenth": 81, "replies-sixteenth": 98,
		"replies-seventeenth": 95, "replies-eighteenth": 98,
	}
	for set, floor := range floors {
		t.Run(set, func(t *testing.T) {
			digests[set] = holdLabels(t, labelledReplies(t, filepath.Join("testdata", set+".jsonl")), floor)
		})
	}
	if len(digests) == len(floors) { // -run may have chosen some
		holdVersion(t, digests)
	}
}

// holdVersion wants the version of judges raised where one of the replies is read
// otherwise than when it was last raised.
func holdVersion(t *testing.T, digests map[string]string) {
	_, version, _ := strings.Cut(mustJudge(t, "single", judge.Options{Model: says("")}).Name(), "@")
	version, _, _ = strings.Cut(version, "+")
	lines := []string{version + "\n"}
	for _, set := range slices.Sorted(maps.Keys(digests)) {
		lines = append(lines, set+" "+digests[set]+"\n")
	}
	before, err := os.ReadFile(filepath.Join("testdata", "readings.golden"))
	if err != nil {
		t.Fatal(err)
	}
	old, _, _ := strings.Cut(string(before), "\n")
	for line := range strings.Lines(string(before)) {
		set, rest, _ := strings.Cut(line, " ")
		replies, readings, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if now, of, _ := strings.Cut(digests[set], " "); old == version && now == replies && of != readings {
			t.Fatalf("%s is read otherwise, and the version is still %s: raise it, then run go test -update", set, version)
		}
	}
	golden(t, "readings", strings.Join(lines, ""))
}

// TestUnseenReplies counts, without showing any, how the halves of five sets are
// read that no rule was written against: of 114, 183, 90, 201 and 62 clear replies 109,
// 165, 71, 188 and 56 at once, of 24, 32, 43, 53 and 15 ambiguous ones 4 of the third and 2
// of the fourth are decided.
func TestUnseenReplies(t *testing.T) {
	for set, floor := range map[string]struct{ read, open, wrong int }{"twelfth": {109, 24, 0}, "thirteenth": {165, 32, 0}, "fourteenth": {71, 39, 4}, "seventeenth": {188, 51, 2}, "eighteenth": {56, 15, 0}} {
		count := map[string]int{}
		for _, r := range labelledReplies(t, "testdata/replies-"+set+"-unseen.jsonl") {
			want, got := wantOf(r.Want), understood(t, r)
			ambiguous := strings.Contains(want, "undecided") || want == "none"
			undecided := strings.Trim(got, "broken,us") == "" || got == "none"
			switch {
			case ambiguous && (undecided || agrees(got, want)):
				count["left open"]++
			case !ambiguous && got == want:
				count["read"]++
			case !ambiguous && undecided:
				count["asked again"]++
			default:
				count["wrong"]++
			}
		}
		if count["wrong"] > floor.wrong || count["read"] < floor.read || count["left open"] < floor.open {
			t.Errorf("%s: %v", set, count)
		}
	}
}

// holdLabels wants at least a share of the clear replies read, in percent. It returns
// a digest of the replies, and one of what they are read as.
func holdLabels(t *testing.T, replies []labelledReply, floor float64) string {
	t.Helper()
	clear, read := 0, 0
	texts, readings := fnv.New64a(), fnv.New64a()
	for i, r := range replies {
		want := wantOf(r.Want)
		got := understood(t, r)
		fmt.Fprintf(texts, "%s %d %q %q\n", r.Kind, r.N, r.Asked, r.Reply)
		fmt.Fprintln(readings, got)
		undecided := strings.Trim(got, "broken,us") == "" || got == "none"
		switch {
		case strings.Contains(want, "undecided") || want == "none":
			if !undecided && !agrees(got, want) {
				t.Errorf("line %d (%s): %q is ambiguous and is read as %s", i+1, r.Style, r.Reply, got)
			}
			continue
		case got == want:
			read++
		case !undecided:
			t.Errorf("line %d (%s): %q is read as %s, want %s", i+1, r.Style, r.Reply, got, want)
		default:
			t.Logf("line %d (%s): %q is not read, want %s", i+1, r.Style, r.Reply, want)
		}
		clear++
	}
	if share := float64(read) / float64(clear); 100*share < floor {
		t.Errorf("%d of %d clear replies are read (%.1f %%), want %v %%", read, clear, 100*share, floor)
	}
	t.Logf("%d of %d clear replies are read", read, clear)
	return fmt.Sprintf("%x %x", texts.Sum64(), readings.Sum64())
}

// agrees reports whether a list of which some items are undecided is read as its
// label says.
func agrees(got, want string) bool {
	said, wanted := strings.Split(got, ","), strings.Split(want, ",")
	return len(said) > 1 && slices.EqualFunc(said, wanted, func(g, w string) bool {
		return g == w || w == "undecided" && (g == "broken" || g == "unsure")
	})
}

func labelledReplies(t *testing.T, path string) []labelledReply {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []labelledReply
	for line := range strings.Lines(string(b)) {
		var r labelledReply
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// wantOf writes a label as understood does.
func wantOf(label any) string {
	list, ok := label.([]any)
	if !ok {
		return fmt.Sprint(label)
	}
	words := make([]string, len(list))
	for i, w := range list {
		words[i] = fmt.Sprint(w)
	}
	return strings.Join(words, ",")
}

// understood reads a reply with the reader of its kind.
func understood(t *testing.T, r labelledReply) string {
	t.Helper()
	switch r.Kind {
	case "winner":
		return map[adhere.Winner]string{adhere.First: "A", adhere.Second: "B", adhere.Tie: "tie", adhere.NoWinner: "none"}[judge.ReadWinner(r.Reply)]
	case "score5":
		g, err := judge.NewGrader(judge.Options{Model: says(r.Reply), Reasks: -1})
		if err != nil {
			t.Fatal(err)
		}
		grade, err := g.Grade(t.Context(), &adhere.Task{Instruction: many(1)}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if grade.Outcome != adhere.Met {
			return string(grade.Outcome)
		}
		return fmt.Sprint(grade.Score)
	case "score10":
		j := mustJudge(t, "score-cut", judge.Options{Model: says(r.Reply), Reasks: -1})
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: many(1)}, rhyme())
		if err != nil {
			t.Fatal(err)
		}
		if !verdicts[0].Outcome.Decided() {
			return string(verdicts[0].Outcome)
		}
		return strings.TrimPrefix(verdicts[0].Evidence, "score ")
	}
	if r.Asked != nil {
		return outcomes(readOf(t, strategyOf[r.Kind], asking(r.Asked...), r.Reply))
	}
	return read(t, strategyOf[r.Kind], judge.Strict, max(r.N, 1), r.Reply)
}

// TestTranscripts reads replies that a real language model wrote to requests
// of ours as a person read them.
func TestTranscripts(t *testing.T) {
	type request struct{ N, Reply string }
	replies := map[string]string{}
	for _, r := range readLines[request](t, filepath.Join(benchdata.Dir(t, "transcripts"), "requests.jsonl")) {
		replies[r.N] = r.Reply
	}
	type label struct {
		N, Kind string
		Names   []string // to choose from
		Want    any
	}
	for _, l := range readLines[label](t, "testdata/transcripts.jsonl") {
		reply, want := replies[l.N], wantOf(l.Want)
		list, _ := l.Want.([]any)
		var got string
		switch l.Kind {
		case "decompose", "list":
			d := decomposer(t, judge.Options{Model: says(reply), Reasks: -1})
			ask := d.Decompose
			if l.Kind == "list" {
				ask = d.Constraints
			}
			parts, err := ask(t.Context(), "x")
			if got = fmt.Sprint(len(parts.Requirements)); err != nil {
				got = err.Error()
			}
		case "check":
			got = proposed(t, reply)
		case "name":
			var err error
			if got, err = judge.ReadName(reply, l.Names); err != nil {
				got = err.Error()
			}
		default:
			got = understood(t, labelledReply{Kind: l.Kind, Reply: reply, N: len(list)})
		}
		if got != want {
			t.Errorf("%s (%s): %q is read as %s, want %s", l.N, l.Kind, reply, got, want)
		}
	}
}

// proposed says whether a reply is read as a check, as none, or not at all.
func proposed(t *testing.T, reply string) string {
	t.Helper()
	got := "unread"
	p, err := judge.NewCompiler(judge.Options{Model: says(reply), Reasks: -1}, judge.Language{Read: func(json.RawMessage) (*adhere.Rule, string, error) {
		got = "check"
		return nil, "", errors.New("seen")
	}})
	if err != nil {
		t.Fatal(err)
	}
	found, err := p.Compile(t.Context(), "x", "")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(found.Why, "no check says this") {
		return "none"
	}
	return got
}
