package dataset_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/dataset"
)

// inMemory is a file system of one file.
func inMemory(name, text string) dataset.Files {
	return dataset.FromFS(fstest.MapFS{name: {Data: []byte(text)}})
}

func load(t *testing.T, set *dataset.Set) []*adhere.Instruction {
	t.Helper()
	list, err := set.Load()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// readText reads a data set of one file, data.jsonl.
func readText(t *testing.T, text string) *dataset.Set {
	t.Helper()
	set, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{Version: "1", Files: inMemory("data.jsonl", text)})
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestOwnFormat(t *testing.T) {
	set := readText(t, "\ufeff"+`{"id":"a","prompt":"Greet me.","input":"Ann","requirements":[`+
		`{"id":"short","text":"Is it short?","labels":["Number","Format"],"rule":{"name":"s/words","args":{"n":0}},"weight":2},`+
		`{"text":"Is it kind?"},{"text":"Use 5 words.","scope":{"reach":"part","of":"title"}}],"doubtful":[{"id":"d","text":"Rhyme.","doubt":"perhaps"}],"group":"g","level":2,"path":["Hi.","Hi there."],"reference":"Hello","tags":{"subset":"x"},"note":{"kept":1}}`+"\r\n"+
		"\r\n \t\n"+
		`{"id":7,"messages":[{"role":"system","content":"Be terse."},{"role":"user","content":""}]}`+"\n"+
		`{"id":8,"messages":[{"role":"user","content":[{"type":"text","text":"Greet "},{"type":"input_text","text":"me."}]}]}`)
	want := []*adhere.Instruction{
		{
			ID: "a", Dataset: "set@1", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me.\n\nAnn"}}, Input: "Ann",
			Requirements: []adhere.Requirement{
				{ID: "short", Text: "Is it short?", Labels: []string{"Number", "Format"}, Rule: &adhere.Rule{Name: "s/words", Args: []byte(`{"n":0}`)}, Weight: 2},
				{ID: "2", Text: "Is it kind?", Weight: 1},
				{ID: "3", Text: "the title: Use 5 words.", Scope: adhere.Scope{Reach: adhere.NamedPart, Of: "title"}, Weight: 1},
			},
			Doubtful: []adhere.Demand{{Requirement: adhere.Requirement{ID: "d", Text: "Rhyme."}, Doubt: "perhaps"}},
			Group:    "g", Level: 2, Path: []string{"Hi.", "Hi there."}, Reference: "Hello", Tags: map[string]string{"subset": "x"},
		},
		{ID: "7", Dataset: "set@1", Messages: []adhere.Message{{Role: adhere.System, Text: "Be terse."}, {Role: adhere.User}}},
		{ID: "8", Dataset: "set@1", Messages: []adhere.Message{{Role: adhere.User, Text: "Greet me."}}},
	}
	if diff := cmp.Diff(want, load(t, set)); diff != "" {
		t.Error(diff)
	}
	if set.Len() != 3 || set.Format != dataset.Own || !strings.HasPrefix(set.ID(), "set@1 sha256:") {
		t.Errorf("Len %d, Format %s, ID %s", set.Len(), set.Format, set.ID())
	}
}

// TestRubrics reads weighted criteria under the names that rubrics have them.
func TestRubrics(t *testing.T) {
	set := readText(t, `{"prompt_id":"h","prompt":[{"role":"user","content":"What helps?"}],"rubrics":[{"criterion":"Names rest.","points":7,"tags":["axis:accuracy"]},{"criterion":"Names leeches.","points":-3}]}`+"\n"+
		`{"id":"r","prompt":"Explain.","rubric":[{"name":"short","requirement":"Is short.","weight":0.5}]}`)
	want := []*adhere.Instruction{
		{ID: "h", Dataset: "set@1", Messages: []adhere.Message{{Role: adhere.User, Text: "What helps?"}}, Requirements: []adhere.Requirement{
			{ID: "1", Text: "Names rest.", Labels: []string{"axis:accuracy"}, Weight: 7}, {ID: "2", Text: "Names leeches.", Weight: -3},
		}},
		{ID: "r", Dataset: "set@1", Messages: []adhere.Message{{Role: adhere.User, Text: "Explain."}}, Requirements: []adhere.Requirement{{ID: "short", Text: "Is short.", Weight: 0.5}}},
	}
	if diff := cmp.Diff(want, load(t, set)); diff != "" {
		t.Error(diff)
	}
}

// The input and the system message are sent, once, however they are given.
func TestInputAndSystem(t *testing.T) {
	system, asked := adhere.Message{Role: adhere.System, Text: "Be brief."}, adhere.Message{Role: adhere.User, Text: "Shorten it.\n\nA long text."}
	for line, want := range map[string][]adhere.Message{
		`{"prompt":"Shorten it.","input":"A long text."}`:                                                                                     {asked},
		`{"instruction":"Shorten it.","input":"A long text."}`:                                                                                {asked},
		`{"prompt":"Shorten it.\n\nA long text.","input":"A long text."}`:                                                                     {asked},
		`{"messages":[{"role":"user","content":"Shorten it."}],"input":"A long text."}`:                                                       {asked},
		`{"prompt":"Is 15 odd?","input":"5"}`:                                                                                                 {{Role: adhere.User, Text: "Is 15 odd?\n\n5"}},
		`{"prompt":"Put the word below into French.","input":"word"}`:                                                                         {{Role: adhere.User, Text: "Put the word below into French.\n\nword"}},
		`{"prompt":"Shorten: A long text.","input":"A long text.\n"}`:                                                                         {{Role: adhere.User, Text: "Shorten: A long text."}},
		`{"prompt":"A long text.\nShorten it.","input":"A long text."}`:                                                                       {{Role: adhere.User, Text: "A long text.\nShorten it."}},
		`{"turns":["Shorten it.","Shorter."],"input":"A long text."}`:                                                                         {asked, {Role: adhere.Assistant}, {Role: adhere.User, Text: "Shorter."}},
		`{"prompt":"Shorten it.","input":"A long text.","system":"Be brief."}`:                                                                {system, asked},
		`{"prompt":"Shorten it.\n\nA long text.","system_prompt":"Be brief.","system":""}`:                                                    {system, asked},
		`{"prompt":"Shorten it.\n\nA long text.","system_message":"Be brief.","system":null}`:                                                 {system, asked},
		`{"system":"Be brief.","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Shorten it.\n\nA long text."}]}`: {system, asked},
	} {
		list, err := readText(t, strings.Replace(line, "{", `{"id":"a",`, 1)).Load()
		if err != nil {
			t.Fatal(line, err)
		}
		if diff := cmp.Diff(want, list[0].Messages); diff != "" {
			t.Errorf("%s: %s", line, diff)
		}
	}
	set := readText(t, `{"id":"a","prompt":"Shorten it.","input":"A long text."}`+"\n"+`{"id":"b","prompt":"Shorten it."}`)
	m, err := dataset.Match(set, readResponses(t, `{"prompt":"Shorten it.","input":"A long text.","response":"A text."}`))
	if err != nil || len(m.For("a")) != 1 || len(m.For("b")) > 0 {
		t.Errorf("by prompt and input: error %v, answers %v", err, m.For("a"))
	}
}

func TestBadLinesAreNamed(t *testing.T) {
	const good = `{"id":"a","prompt":"p","requirements":[{"text":"t"}]}` + "\n"
	line := func(requirement string) string { return `{"id":"b","prompt":"p","requirements":[` + requirement + `]}` }
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":            {good + "{oops}", `data.jsonl line 2: expected a JSON object, invalid character 'o'`},
		"cut short":          {good + `{"id":"b","pro`, `data.jsonl line 2: expected a JSON object, unexpected end of JSON input`},
		"a list":             {good + `["b"]`, `data.jsonl line 2: expected a JSON object, got a list`},
		"null":               {good + `null`, `data.jsonl line 2: expected a JSON object, got null`},
		"a text after it":    {good + `{"id":"b","prompt":"p"} and more`, `data.jsonl line 2: expected a JSON object, but something follows its end (byte 25)`},
		"a NUL byte":         {good + "{\"id\":\"b\",\"prompt\":\"p\x00\"}", `data.jsonl line 2: expected a JSON object, invalid character '\x00' in string literal`},
		"not UTF-8":          {good + "{\"id\":\"b\",\"prompt\":\"p\xff\"}", `data.jsonl line 2: the line is not valid UTF-8`},
		"blank lines count":  {"\n\n" + good + "\n{}", `data.jsonl line 5: id: missing`},
		"empty id":           {`{"id":"","prompt":"p"}`, `data.jsonl line 1: id: expected a string that is not empty`},
		"no id":              {`{"prompt":"p"}`, `data.jsonl line 1: id: missing, expected a string or a whole number`},
		"an id twice":        {good + "\n" + good, `data.jsonl line 3: id "a" is taken already, by data.jsonl line 1`},
		"no prompt":          {`{"id":"a","requirements":[]}`, `data.jsonl line 1: prompt: missing, expected a string`},
		"an empty prompt":    {`{"id":"a","prompt":""}`, `data.jsonl line 1: prompt: expected a string that is not empty`},
		"prompt a number":    {`{"id":"a","prompt":3}`, `data.jsonl line 1: prompt: expected a string, got a number`},
		"two prompts":        {`{"id":"a","prompt":"p","messages":[{"role":"user","content":"p"}]}`, `data.jsonl line 1: messages: expected either prompt or messages, got both`},
		"a picture":          {`{"id":"a","messages":[{"role":"user","content":[{"type":"text","text":"p"},{"type":"image_url","image_url":{"url":"https://a.example/b.png"}}]}]}`, `data.jsonl line 1: messages[0].content[1].type: expected text, got "image_url": messages hold text only`},
		"a part of no text":  {`{"id":"a","messages":[{"role":"user","content":[{"type":"text"}]}]}`, `data.jsonl line 1: messages[0].content[0].text: missing, expected a string`},
		"an unknown role":    {`{"id":"a","messages":[{"role":"robot","content":"p"}]}`, `data.jsonl line 1: messages[0].role: expected system, user or assistant, got "robot"`},
		"none to answer":     {`{"id":"a","messages":[{"role":"assistant"},{"role":"user","content":"p"}],"input":"x"}`, `data.jsonl line 1: messages[0].content: expected a text: one that is left for the model to answer follows a message of the user's`},
		"no user at the end": {`{"id":"a","messages":[{"role":"assistant","content":"p"}]}`, `data.jsonl line 1: messages: expected the last message to be the user's`},
		"a slip":             {`{"id":"a","prompt":"p","requirments":[]}`, `data.jsonl line 1: requirments: unknown field, did you mean "requirements"?`},
		"a slip in a prompt": {`{"id":"a","promt":"p"}`, `data.jsonl line 1: promt: unknown field, did you mean "prompt"?`},
		"letters exchanged":  {line(`{"text":"t","wieght":3}`), `data.jsonl line 1: requirements[0].wieght: unknown field, did you mean "weight"?`},
		"at the end":         {line(`{"text":"t","weigth":3}`), `data.jsonl line 1: requirements[0].weigth: unknown field, did you mean "weight"?`},
		"in the middle":      {line(`{"text":"t","lables":["x"]}`), `data.jsonl line 1: requirements[0].lables: unknown field, did you mean "labels"?`},
		"and one missing":    {`{"id":"a","prompt":"p","reqiurments":[]}`, `data.jsonl line 1: reqiurments: unknown field, did you mean "requirements"?`},
		"two systems":        {`{"id":"a","system":"Be kind.","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"p"}]}`, `data.jsonl line 1: system: expected the same text as the system message in messages, or only one of them`},
		"two system fields":  {`{"id":"a","prompt":"p","system":"Be kind.","system_prompt":"Be brief."}`, `data.jsonl line 1: system_prompt: expected one system message, and system has another`},
		"a slip inside":      {line(`{"text":"t","label":["x"]}`), `data.jsonl line 1: requirements[0].label: unknown field, did you mean "labels"?`},
		"a slip in a rule":   {line(`{"rule":{"nam":"x"}}`), `data.jsonl line 1: requirements[0].rule.nam: unknown field, did you mean "name"?`},
		"labels no list":     {line(`{"text":"t","labels":"x"}`), `data.jsonl line 1: requirements[0].labels: expected a list, got a string`},
		"a label no string":  {line(`{"text":"t"},{"text":"t","labels":["x",1]}`), `data.jsonl line 1: requirements[1].labels[1]: expected a string, got a number`},
		"a reach unknown":    {line(`{"text":"t","scope":{"reach":"title"}}`), `data.jsonl line 1: requirements[0].scope.reach: expected answer, each, part or after, got "title"`},
		"no part named":      {line(`{"text":"t","scope":{"reach":"part"}}`), `data.jsonl line 1: requirements[0].scope.of: expected the unit or part in words, and none where the reach is answer`},
		"a part of all":      {line(`{"text":"t","scope":{"reach":"answer","of":"title"}}`), `data.jsonl line 1: requirements[0].scope.of: expected the unit or part in words, and none where the reach is answer`},
		"a slip in a scope":  {line(`{"text":"t","scope":{"reahc":"part"}}`), `data.jsonl line 1: requirements[0].scope.reahc: unknown field, did you mean "reach"?`},
		"doubts no list":     {`{"id":"a","prompt":"p","doubtful":"x"}`, `data.jsonl line 1: doubtful: expected a list of demands, got a string`},
		"nothing to judge":   {line(`{"id":"x"}`), `data.jsonl line 1: requirements[0].text: expected a text for a judge, or a rule`},
		"nothing to see":     {line(`{"text":"\u200b \ufeff"}`), `data.jsonl line 1: requirements[0].text: expected a text for a judge, or a rule`},
		"one id twice":       {line(`{"id":"2","text":"t"},{"text":"t"}`), `data.jsonl line 1: requirements[1].id: "2" is taken already by another requirement`},
		"a number as demand": {line(`5`), `data.jsonl line 1: requirements[0]: expected an object, got a number`},
		"null as demand":     {line(`null`), `data.jsonl line 1: requirements[0]: expected an object, got null`},
		"a weight of 0":      {line(`{"text":"t","weight":0}`), `data.jsonl line 1: requirements[0].weight: expected a number other than 0`},
		"a weight too large": {line(`{"text":"t","weight":-1e308}`), `data.jsonl line 1: requirements[0].weight: expected a number other than 0, up to 1e9`},
		"points of 0":        {`{"id":"b","prompt":"p","rubric":[{"criterion":"t","points":0}]}`, `data.jsonl line 1: rubric[0].points: expected a number other than 0`},
		"args no object":     {line(`{"rule":{"name":"x","args":[1]}}`), `data.jsonl line 1: requirements[0].rule.args: expected an object, got a list`},
		"a negative level":   {`{"id":"a","prompt":"p","level":-1}`, `data.jsonl line 1: level: expected a whole number from 0, got -1`},
		"a tag no string":    {`{"id":"a","prompt":"p","tags":{"x":1}}`, `data.jsonl line 1: tags: expected an object of strings, got an object`},
		"nothing at all":     {"\n \n", `data.jsonl is empty`},
		"another shape":      {`{"answer":"why?"}`, `data.jsonl line 1: the fields are those of no known format`},

		"fewer kwargs":    {`{"key":1,"prompt":"p","instruction_id_list":["punctuation:no_comma"],"kwargs":[]}`, `data.jsonl line 1: kwargs: expected 1 entries, one per instruction id, got 0`},
		"no ids":          {`{"key":1,"prompt":"p","instruction_id_list":[],"kwargs":[]}`, `data.jsonl line 1: instruction_id_list: expected at least one instruction id`},
		"kwargs no objct": {`{"key":1,"prompt":"p","instruction_id_list":["punctuation:no_comma"],"kwargs":[3]}`, `data.jsonl line 1: kwargs[0]: expected an object, got a number`},
		"labels missing":  {`{"id":1,"instruction":"p","decomposed_questions":["a","b"],"question_label":[["x"]]}`, `data.jsonl line 1: question_label: expected 2 entries, one per question, got 1`},
		"label no list":   {`{"id":1,"instruction":"p","decomposed_questions":["a"],"question_label":["x"]}`, `data.jsonl line 1: question_label[0]: expected a list of strings, got a string`},
		"no questions":    {`{"id":1,"instruction":"p","decomposed_questions":[]}`, `data.jsonl line 1: decomposed_questions: expected at least one question`},
		"turn not a text": {`{"key":1,"turn_1_prompt":{"content":3},"turn_1_instruction_id_list":["punctuation:no_comma"],"turn_1_kwargs":[{}]}`, `data.jsonl line 1: turn_1_prompt.content: expected a string, got a number`},
		"turn's kwargs":   {`{"key":1,"turn_1_prompt":"{\"content\":\"p\"}","turn_1_instruction_id_list":"[\"punctuation:no_comma\"]","turn_1_kwargs":"[\"x\"]"}`, `data.jsonl line 1: turn_1_kwargs[0]: expected an object, got a string`},
		"no constraints":  {`{"id":1,"instruction":"p","constraints":[]}`, `data.jsonl line 1: constraints: expected at least one constraint`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{Files: inMemory("data.jsonl", c.text)})
			if err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("error %v\nwant  %s…", err, c.want)
			}
			if code := adhere.CodeOf(err); code != adhere.Invalid {
				t.Errorf("code %s, want invalid", code)
			}
		})
	}
}

// Rules are checked when they are read; the error leads to the field.
func TestRulesAreChecked(t *testing.T) {
	check := func(r *adhere.Rule) error {
		switch r.Name {
		case "s/known":
			return nil
		case "s/picky":
			return &adhere.Error{Code: adhere.Invalid, Message: "checker s/picky", Err: errors.New("num_words: expected a whole number, got \"ten\"")}
		case "s/grumpy":
			return &adhere.Error{Code: adhere.Invalid, Message: "checker s/grumpy", Err: errors.New("expected an object")}
		default:
			return &adhere.Error{Code: adhere.Invalid, Message: `unknown checker "` + r.Name + `"`, Hint: "did you mean s/known?"}
		}
	}
	own := func(name string) string {
		return `{"id":"a","prompt":"p","requirements":[{"rule":{"name":"s/known"}},{"rule":{"name":"` + name + `"}}]}`
	}
	for _, c := range []struct{ text, want string }{
		{own("s/picky"), `data.jsonl line 1: requirements[1].rule.args.num_words: expected a whole number, got "ten" (checker s/picky)`},
		{own("s/grumpy"), `data.jsonl line 1: requirements[1].rule.args: expected an object (checker s/grumpy)`},
		{own("s/nown"), `data.jsonl line 1: requirements[1].rule.name: unknown checker "s/nown"`},
		{`{"key":1,"prompt":"p","instruction_id_list":["a:b"],"kwargs":[{}]}`, `data.jsonl line 1: instruction_id_list[0]: unknown checker "ifbench/a:b"`},
	} {
		_, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{CheckRule: check, Files: inMemory("data.jsonl", c.text)})
		if err == nil || err.Error() != c.want {
			t.Errorf("error %v\nwant  %s", err, c.want)
		}
		if strings.Contains(c.want, "s/nown") && adhere.HintOf(err) != "did you mean s/known?" {
			t.Errorf("the hint %q of the checker is lost", adhere.HintOf(err))
		}
	}
	if _, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{CheckRule: check, Files: inMemory("data.jsonl", own("s/known"))}); err != nil {
		t.Error(err)
	}
}

func TestMissingFile(t *testing.T) {
	_, err := dataset.Read(t.Context(), "set", filepath.Join(t.TempDir(), "none.jsonl"), dataset.Options{})
	if adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(err.Error(), "none.jsonl: no such file or directory") {
		t.Errorf("error %v, want not_found that names the file", err)
	}
	_, err = dataset.Read(t.Context(), "set", t.TempDir(), dataset.Options{})
	if adhere.CodeOf(err) != adhere.NotFound || !strings.Contains(err.Error(), "content_constraints.json") {
		t.Errorf("error %v, want not_found that names what the folder lacks", err)
	}
}

func TestUnknownFormat(t *testing.T) {
	_, err := dataset.Read(t.Context(), "set", "d", dataset.Options{Format: "csv", Files: inMemory("d", "x")})
	if err == nil || !strings.Contains(err.Error(), `unknown format "csv"`) {
		t.Errorf("error %v", err)
	}
}

func TestAFileThatChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data.jsonl")
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	many := func(prompt string) string { // too many to be kept in memory
		var b strings.Builder
		for i := range 3000 {
			fmt.Fprintf(&b, `{"id":"%d","prompt":"%s"}`+"\n", i, prompt)
		}
		return b.String()
	}
	write(many("p"))
	set, err := dataset.Read(t.Context(), "set", path, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	load(t, set)
	write(many("q"))
	if _, err := set.Load(); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("error %v, want conflict", err)
	}
	for range set.All() {
		break // a reader that has seen enough is no error
	}
}

func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := dataset.Read(ctx, "set", "data.jsonl", dataset.Options{Format: dataset.Own, Files: inMemory("data.jsonl", `{"id":"a","prompt":"p"}`)})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want cancelled", err)
	}
}

// endless is a file whose second line has no end.
type endless struct{}

func (endless) Open(string) (io.ReadCloser, error) {
	return io.NopCloser(io.MultiReader(strings.NewReader(`{"id":"a","prompt":"p"}`+"\n"), endless{})), nil
}

func (endless) IsDir(string) (bool, error) { return false, nil }

func (endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

func TestLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 1<<20)
	set := readText(t, `{"id":"a","prompt":"`+long+`"}`+"\n"+`{"id":"b","prompt":"p"}`)
	if list := load(t, set); len(list) != 2 || len(list[0].Prompt()) != len(long) {
		t.Error("a line of 1 MB is not read whole")
	}
	_, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{Format: dataset.Own, Files: endless{}})
	if err == nil || err.Error() != "data.jsonl line 2: the line is longer than 64 MB" {
		t.Errorf("error %.100v", err)
	}
}

// A version is the caller's, that of the pinned source, or the hash's start.
func TestVersion(t *testing.T) {
	set, err := dataset.Read(t.Context(), "set", "d", dataset.Options{Files: inMemory("d", `{"id":"a","prompt":"p"}`)})
	if err != nil {
		t.Fatal(err)
	}
	if set.Version != set.SHA256[:12] || len(set.SHA256) != 64 {
		t.Errorf("version %q of hash %q", set.Version, set.SHA256)
	}
}

// A large file is streamed: what is held in memory is ids, not instructions.
func TestLargeFilesAreStreamed(t *testing.T) {
	const n, prompt = 4_000, 2_000
	filler := strings.Repeat("word ", prompt/5)
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `{"id":"item-%d","prompt":"%s","requirements":[{"text":"t"}]}`+"\n", i, filler)
	}
	files := inMemory("data.jsonl", b.String())
	before := heap()
	set, err := dataset.Read(t.Context(), "set", "data.jsonl", dataset.Options{Files: files})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, err := range set.All() {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen == n/2 {
			if grown := heap() - before; grown > n*200 {
				t.Errorf("reading %d instructions of %d bytes holds %d bytes", n, prompt, grown)
			}
		}
	}
	if seen != n || set.Len() != n {
		t.Errorf("%d instructions, Len %d, want %d", seen, set.Len(), n)
	}
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	for i := range 1_000 {
		fmt.Fprintf(&text, `{"id":"item-%d","prompt":"%s","requirements":[{"text":"Is it so?","labels":["Content"]}]}`+"\n", i, strings.Repeat("word ", 100))
	}
	files := inMemory("data.jsonl", text.String())
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := dataset.Read(b.Context(), "set", "data.jsonl", dataset.Options{Files: files}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestInstructionsWithoutRequirements(t *testing.T) {
	text := `{"id":"a","prompt":"p"}` + "\n" + `{"id":"b","prompt":"p","requirements":[{"text":"t"}]}` + "\n" +
		`{"id":"c","prompt":"p","requirements":[]}` + "\n" + `{"id":"d","prompt":"p","group":"g"}`
	s, err := dataset.Read(t.Context(), "d", "data.jsonl", dataset.Options{Files: inMemory("data.jsonl", text)})
	want := []string{"2 instructions have no requirements, and so nothing to be judged by: a, c"}
	if err != nil || !slices.Equal(s.Warnings, want) {
		t.Errorf("error %v, warnings %q, want %q", err, s.Warnings, want)
	}
}

// TestRequirementsByHand holds that requirements may be texts in a list or, in
// a cell of a table, one a line.
func TestRequirementsByHand(t *testing.T) {
	for name, text := range map[string]string{
		"list.jsonl": `{"id":"1","prompt":"p","requirements":["no commas",{"text":"be kind"}]}`,
		"text.jsonl": `{"id":"1","prompt":"p","requirements":"no commas\n\n be kind"}`,
		"rows.csv":   "prompt,requirements\np,\"no commas\nbe kind\"\n",
		"id.csv":     "id,prompt,requirements\n1,p,\"no commas\nbe kind\"\n",
		"1.csv":      "prompt,requirements\np,\"1. no commas\n\n2)\tbe kind\"\n",
		"dash.csv":   "prompt;requirements\r\np;\"- no commas\r\n- be kind\"\r\n",
		"dot.jsonl":  `{"id":"1","prompt":"p","requirements":"• no commas\n•\u00a0be kind"}`,
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		set, err := dataset.Read(t.Context(), path, path, dataset.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all, err := set.Load()
		if err != nil || len(all) != 1 || all[0].ID != "1" || len(all[0].Requirements) != 2 {
			t.Errorf("%s: %+v, %v", name, all, err)
			continue
		}
		if r := all[0].Requirements; r[0].Text != "no commas" || r[1].Text != "be kind" || r[0].ID == r[1].ID {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestIDsOfATable holds that all rows of a table have an id, or none has.
func TestIDsOfATable(t *testing.T) {
	for text, want := range map[string]string{
		"prompt\np\nq\n":                 "",
		"id;prompt\na;p\n;\nb;q\n;":      "",                            // spreadsheets write empty rows
		"id;prompt\na;\"p\np\"\n;\n;q\n": "rows.csv row 4: id: missing", // and count them
		"id,prompt\na,p\xfc\n":           "rows.csv row 2: cell 2 is not valid UTF-8",
		"id,prompt\na,p\nb,q\n":          "",
		"id,prompt\na,p\n,q\n":           "row 3: id: ",
		"id,prompt\n,p\nb,q\n":           "row 3: id: the first row has none",
	} {
		set, err := dataset.Read(t.Context(), "set", "rows.csv", dataset.Options{Files: inMemory("rows.csv", text)})
		if err == nil {
			_, err = set.Load()
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// Numbers are names too, however long: hashes and ids of other programs.
func TestLongNumbersAreNames(t *testing.T) {
	in := `{"id":12345678901234567890,"prompt":"p","requirements":[{"id":98765432109876543210,"text":"t"}]}` + "\n" + `{"id":-7,"prompt":"q"}`
	path := filepath.Join(t.TempDir(), "data.jsonl")
	if err := os.WriteFile(path, []byte(in), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := dataset.Read(t.Context(), path, path, dataset.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := set.Load()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := all[0], all[1]; a.ID != "12345678901234567890" || a.Requirements[0].ID != "98765432109876543210" || b.ID != "-7" {
		t.Errorf("%s, %s, %s", a.ID, a.Requirements[0].ID, b.ID)
	}
	if err := os.WriteFile(path, []byte(`{"id":1.5,"prompt":"p"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.Read(t.Context(), path, path, dataset.Options{}); err == nil || !strings.Contains(err.Error(), "expected a string or a whole number") {
		t.Error(err)
	}
}
