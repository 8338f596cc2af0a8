package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/store"
	"adhere/model/modeltest"
)

// A builtSet is made of lines by a command that asks a model, whose replies have
// the faults that models have.
type builtSet struct {
	command string   // with its flags
	lines   []string // of the file that it reads, if it reads one
	answers []string // recorded answers, for --responses
	replies []reply  // to prompts that hold all parts, which are divided by |
	kept    []string // that stand in the set
	faults  []string // that stand with the lines that were dropped
}

// builtSets drop a constraint, add two, contradict, refuse and repeat, as far as
// their replies allow it.
func builtSets() []builtSet {
	const split, wrote, evolve, compare = "Rewrite an instruction in three parts", "Write the rubric", "sets exactly one more", "Compare the two"
	const word = "Write 6 other wordings"
	sixLines := func(text string) string {
		return "1. " + text + "\n2. A\n3. B\n4. C\n5. D\n6. E"
	}
	parts := func(list ...string) string {
		return "Task: Write.\nContext:\nConstraints:\n1. " + strings.Join(list, "\n2. ")
	}
	growths := []string{"Call it a poem of the sea.", "Let a gull speak in it.", "Set it in a cold winter.", "Give the miller a name.", "Let it end at dawn."}
	built := []builtSet{{
		command: "requests",
		lines:   []string{`{"id":"good","prompt":"Describe a mill by a river in at most 50 words."}`, `{"id":"refused","prompt":"Tell how one refuses to grind corn in at most 40 words."}`, `{"id":"chatty","prompt":"Tell how one chatters about corn in at most 40 words."}`, `{"id":"echoed","prompt":"Tell how one repeats the old tale of corn in at most 40 words."}`, `{"id":"none","prompt":"Tell the one of the dog that counts in at most 40 words."}`},
		replies: []reply{
			{"one refuses", "I'm sorry, but I can't help with that."},
			{"one chatters", "It depends."},
			{"one repeats", "Tell how one repeats the old tale of corn."},
			{"set constraints|dog that counts", "No"},
			{"set constraints", "Yes"},
			{"", "No"},
		},
		kept: []string{"good"}, faults: []string{"refused: refused", "chatty: no readable reply", "echoed: no readable reply", "none: no constraint"},
	}, {
		command: "decompose --tries 1",
		lines:   []string{`{"id":"good","prompt":"Mention the miller, all is good. Use at most 50 words."}`, `{"id":"drops","prompt":"Mention the miller, it drops one. Use at most 50 words."}`, `{"id":"two","prompt":"Tell of two in one. Use at most 50 words. Do not use any commas."}`, `{"id":"against","prompt":"Tell of one against itself: use at most 50 words, and use at least 90 words."}`, `{"id":"refuses","prompt":"Tell how one refuses to mention the miller."}`, `{"id":"repeats","prompt":"Tell how one repeats the miller. Use at most 50 words."}`, `{"id":"invents","prompt":"Tell how one invents the miller of the mill."}`},
		replies: []reply{
			{split + "|all is good", parts("Mention the miller.", "Use at most 50 words.")},
			{split + "|drops one", parts("Mention the miller.")},
			{split + "|two in one", parts("Use at most 50 words and do not use any commas.")},
			{split + "|against itself", parts("Use at most 50 words.", "Use at least 90 words.")},
			{split + "|one refuses", "I'm sorry, but I can't help with that."},
			{split + "|one repeats", parts("Use at most 50 words.", "Do not use more than 50 words.")},
			{split + "|one invents", parts("Mention the miller.", "Use at most 70 words.")},
			{"Examine them.", "1: fine\n2: fine\nmissing: nothing"},
			{"Say of each to which of the categories", "1: Include Something\n2: Number of Words in response"},
		},
		kept: []string{"good"}, faults: []string{"drops: missing", "two: not atomic", "against: contradiction", "refuses: refused", "repeats: redundant", "invents: invented"},
	}, {
		command: "rubrics --tries 1",
		lines:   []string{`{"id":"good","prompt":"Mention the miller, all is good. Use at most 50 words."}`, `{"id":"drops","prompt":"Mention the miller, it drops one. Use at most 50 words."}`, `{"id":"two","prompt":"Tell of two in one. Use at most 50 words. Do not use any commas."}`, `{"id":"against","prompt":"Tell of one against itself, and of a mill."}`, `{"id":"refuses","prompt":"Tell how one refuses to mention the miller."}`, `{"id":"repeats","prompt":"Tell how one repeats the miller. Use at most 50 words."}`},
		answers: []string{`{"id":"good","model":"a","response":"Meg the miller."}`, `{"id":"good","model":"b","response":"There is a mayor."}`},
		replies: []reply{
			{wrote + "|all is good", "1. [5] Mentions the miller.\n2. [3] Has at most 50 words."},
			{wrote + "|drops one", "1. [5] Mentions the miller.\n2. [2] Names the mill."},
			{wrote + "|two in one", "1. [5] Has at most 50 words and does not use any commas."},
			{wrote + "|against itself", "1. [5] Has at most 50 words.\n2. [5] Has at least 90 words."},
			{wrote + "|one refuses", "I'm sorry, but I can't help with that."},
			{wrote + "|one repeats", "1. [5] Has at most 50 words.\n2. [2] Has no more than 50 words."},
			{"Examine the criteria.", "1: fine\n2: fine\nmissing: nothing"},
			{"Meg the miller", "1. YES"},
			{"a mayor", "1. NO"},
		},
		kept: []string{"good", "Mentions the miller."}, faults: []string{"drops: missing", "two: not atomic", "against: contradiction", "refuses: refused", "repeats: redundant"},
	}, {
		command: "levels --categories content --tries 1",
		lines:   []string{`{"id":"good","prompt":"Tell of a mill, all is good."}`, `{"id":"drops","prompt":"Name 5 bridges, it drops one."}`, `{"id":"two","prompt":"Tell of two in one, a poem."}`, `{"id":"against","prompt":"Tell of one against itself. Use at most 50 words."}`, `{"id":"refuses","prompt":"Tell how one refuses to grow."}`, `{"id":"repeats","prompt":"Tell how one repeats the miller."}`},
		replies: []reply{
			{evolve + "|drops one", "Name bridges of the north, it drops one."},
			{evolve + "|two in one", "Tell of two in one, a poem. Use at most 50 words. Do not use any commas."},
			{evolve + "|against itself", "Tell of one against itself. Use at most 50 words. Use at least 90 words."},
			{evolve + "|one refuses", "I'm sorry, but I can't help with that request."},
			{evolve + "|one repeats", "Tell how one repeats the miller."},
		},
		kept: []string{"good", growths[4]}, faults: []string{"drops: drops", "two: adds two", "against: contradiction", "refuses: refused", "repeats: repeats"},
	}, {
		command: "questions --dropped",
		lines:   []string{`{"id":"p1","title":"Mills","text":"All is good with tide mills.","documents":["a","b","c","d"]}`, `{"id":"p2","title":"No","text":"This one refuses.","documents":["a","b","c","d"]}`},
		replies: []reply{
			{"it deals with|All is good", "1. How do tide mills store water?\n2. How do tide mills store water?\n3. What does this paper say about silt?\n4. Why do bees find food?\n5. Who is the miller of the mill?"},
			{"it deals with", "I'm sorry, but I can't help with that."},
			{"bees find", "No"},
			{"the miller of", "All is good."},
			{"Does the paragraph", "Yes"},
		},
		kept: []string{"How do tide mills store water?"}, faults: []string{`"anchor":"this paper"`, `"answerable":"no"`, `"answerable":"unread"`},
	}, {
		command: "verifiable --count 60 --demands 1 --kinds no_comma,quotation,headings,digits,title,semicolons,colons,hashtags,emoji",
		replies: []reply{
			{word + "|any commas", sixLines("Avoid any commas.")},
			{word + "|headings", sixLines("Use Markdown headings.")},
			{word + "|any digits", sixLines("Do not use any digits and do not use any commas.")},
			{word + "|answer in double", sixLines("Do not use any quotation marks.")},
			{word + "|title", sixLines("Add a title, wrapped in double angular brackets, such as <<title>>.")},
			{word + "|exactly 4 semicolons", "I'm sorry, but I can't help with that."},
			{word, "It depends."},
		},
		kept:   []string{`"text":"Avoid any commas."`},
		faults: []string{`"drops","evidence":"4"`, `"evidence":"Do not use any digits and do not use any commas."`, `"evidence":"Do not use any quotation marks."`, `"repeats","evidence":"Add a title`, `semicolons.","why":"refused`, `colons.","why":"no readable reply`},
	}}
	levels := &built[3].replies
	for n := len(growths) - 1; n >= 0; n-- { // the longest first
		grown := "Tell of a mill, all is good. " + strings.Join(growths[:n+1], " ")
		before := evolve + "|all is good"
		if n > 0 {
			before += "|" + growths[n-1]
		}
		*levels = append(*levels, reply{before, grown})
	}
	*levels = append(*levels, reply{compare, "added: Something of the sea.\ndropped: nothing\ncontradiction: none\nanswerable: yes\ncategory: yes"})
	return built
}

// TestBuildKilled kills each command that builds a set while it waits for a
// reply and those before are kept, after every few calls, and has it carry on.
// Each call is answered once; the set is that of a build that was not killed: what is faulty stands with
// those that were dropped, with its reason, and nothing of it is in the set.
func TestBuildKilled(t *testing.T) {
	t.Parallel()
	for _, set := range builtSets() {
		name, flags, _ := strings.Cut(set.command, " ")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			x := &builder{t: t, set: set, dir: t.TempDir(), answered: map[string]int{}, lot: rand.New(rand.NewPCG(4, 4))}
			url, stop, err := (&modeltest.Stub{Reply: x.reply}).Listen(context.Background())
			check(t, err)
			t.Cleanup(stop)
			x.args = append([]string{"build", name, "--model", "openai-api/local/m", "--base-url", url, "--max-connections", "1", "--reasks", "0"}, strings.Fields(flags)...)
			if len(set.lines) > 0 {
				x.args = append(x.args, x.file("lines.jsonl", set.lines))
			}
			if len(set.answers) > 0 {
				x.args = append(x.args, "--responses", x.file("answers.jsonl", set.answers))
			}
			kills := 0
			for x.left = 1; !x.run("killed"); x.left = x.lot.IntN(4) {
				kills++
			}
			for body, n := range x.answered {
				if n != 1 {
					t.Errorf("answered %d times: %s", n, body)
				}
			}
			t.Logf("%d kills among %d calls", kills, len(x.answered))
			x.answered, x.left = map[string]int{}, -1
			if kills < 3 || !x.run("whole") {
				t.Fatalf("%d kills", kills)
			}
			x.hold()
		})
	}
}

// A builder carries out a command.
type builder struct {
	t        *testing.T
	set      builtSet
	args     []string
	dir      string
	lot      *rand.Rand
	mu       sync.Mutex
	process  *os.Process
	left     int            // calls until the process is killed; below 0 it is not
	answered map[string]int // calls that got their reply, by body
}

func (x *builder) file(name string, lines []string) string {
	path := filepath.Join(x.dir, name)
	check(x.t, os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600))
	return path
}

// run runs the command in a database and to an output of that name, and reports
// whether it came to its end.
func (x *builder) run(name string) bool {
	x.t.Helper()
	out := []string{"--out", filepath.Join(x.dir, name)}
	if x.args[1] == "questions" {
		check(x.t, os.MkdirAll(filepath.Join(x.dir, name), 0o700))
		out = []string{"-o", filepath.Join(x.dir, name, "questions.jsonl")}
	}
	cmd := exec.Command("adhere", slices.Concat(x.args, out, []string{"--db", filepath.Join(x.dir, name+".db")})...)
	var said bytes.Buffer
	cmd.Stderr = &said
	x.mu.Lock() // the first call waits until the process is known
	err := cmd.Start()
	x.process = cmd.Process
	x.mu.Unlock()
	check(x.t, err)
	err = cmd.Wait()
	if err != nil && cmd.ProcessState.ExitCode() != -1 {
		x.t.Fatalf("%v\n%s", err, said.String())
	}
	return err == nil
}

// reply kills the process that asks, or answers it.
func (x *builder) reply(a *modeltest.Asked) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.left == 0 {
		x.awaitKept()
		if err := x.process.Kill(); err != nil {
			x.t.Error(err)
		}
		return "too late"
	}
	x.left--
	x.answered[string(a.Body)]++
	for _, r := range x.set.replies {
		if !slices.ContainsFunc(strings.Split(r.part, "|"), func(part string) bool { return !strings.Contains(a.Prompt(), part) }) {
			return r.text
		}
	}
	x.t.Errorf("nothing is scripted for %q", a.Prompt())
	return ""
}

// awaitKept waits until all replies that were given are kept.
func (x *builder) awaitKept() {
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(time.Millisecond) {
		db, err := store.OpenToRead(context.Background(), filepath.Join(x.dir, "killed.db"))
		if err != nil {
			x.t.Error(err)
			return
		}
		stats, err := db.CallStats(context.Background())
		if err = errors.Join(err, db.Close()); err != nil {
			x.t.Error(err)
			return
		}
		if len(x.answered) == 0 || len(stats) == 1 && stats[0].Count == len(x.answered) {
			return
		}
	}
	x.t.Errorf("%d replies are not kept", len(x.answered))
}

// hold compares what the two runs wrote, and looks for what should be in it.
func (x *builder) hold() {
	files, err := os.ReadDir(filepath.Join(x.dir, "whole"))
	check(x.t, err)
	var kept, dropped string
	for _, f := range files {
		whole, err := os.ReadFile(filepath.Join(x.dir, "whole", f.Name()))
		check(x.t, err)
		killed, err := os.ReadFile(filepath.Join(x.dir, "killed", f.Name()))
		check(x.t, err)
		if diff := cmp.Diff(string(whole), string(killed)); diff != "" {
			x.t.Errorf("%s: %s", f.Name(), diff)
		}
		switch f.Name() {
		case "rejected.jsonl", "wordings.jsonl":
			dropped += string(whole)
		case "questions.jsonl":
			for line := range strings.Lines(string(whole)) {
				if strings.Contains(line, `"kept":true`) {
					kept += line
				} else {
					dropped += line
				}
			}
		case x.args[1] + ".jsonl", "decomposed.jsonl", "train.jsonl":
			kept = string(whole)
		}
	}
	for _, want := range x.set.kept {
		if !strings.Contains(kept, want) {
			x.t.Errorf("no %q in the set:\n%s", want, kept)
		}
	}
	for _, fault := range x.set.faults {
		id, why, ok := strings.Cut(fault, ": ")
		if !ok { // a field
			id, why = "", fault
		} else {
			why = fmt.Sprintf(`"why":"%s`, why)
		}
		found := false
		for line := range strings.Lines(dropped) {
			found = found || strings.Contains(line, why) && strings.Contains(line, id)
		}
		if !found || id != "" && strings.Contains(kept, `"`+id+`"`) {
			x.t.Errorf("%s is not among what was dropped, or in the set:\n%s", fault, dropped)
		}
	}
}
