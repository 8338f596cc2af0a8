package dataset

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"adhere"
)

// A Format is a shape of data files.
type Format string

// The formats.
const (
	Own           Format = "jsonl"          // our own: id, prompt or messages, requirements
	IFEval        Format = "ifeval"         // key, prompt, instruction_id_list, kwargs
	IFBench       Format = "ifbench"        // the same with checkers of its own
	InfoBench     Format = "infobench"      // id, instruction, input, decomposed_questions, question_label
	FollowBench   Format = "followbench"    // a folder of six JSON lists, one per category; or one of them
	FollowBenchZH Format = "followbench-zh" // the same in Chinese
	RealInstruct  Format = "realinstruct"   // id, instruction, task, constraints
	ComplexBench  Format = "complexbench"   // a list of main_id, instruction, scoring_questions
	SysBench      Format = "sysbench"       // a list of system_id, messages, prompt_infos
	MIFEval       Format = "mifeval"        // IFEval's with the language in each id; or a folder of a file a language
	MultiIF       Format = "multiif"        // key, language, turn_1_prompt, turn_1_instruction_id_list, turn_1_kwargs and so on
)

// JudgesEmpty reports whether the benchmark's own evaluator judges recorded
// answers without text, so that numbers are the published ones only if we do.
func (f Format) JudgesEmpty() bool {
	return slices.Contains([]Format{IFEval, IFBench, MIFEval, MultiIF}, f)
}

type format struct {
	name Format
	read func(*pass) error
}

func formats() []format {
	return []format{
		{Own, readOwn},
		{IFEval, readIFEval},
		{IFBench, readIFBench},
		{InfoBench, readInfoBench},
		{FollowBench, readFollowBench},
		{FollowBenchZH, readFollowBenchZH},
		{RealInstruct, readRealInstruct},
		{ComplexBench, readComplexBench},
		{SysBench, readSysBench},
		{MIFEval, readMIFEval},
		{MultiIF, readMultiIF},
	}
}

// Detect finds out the format of a file by its first line, and that of a
// folder by its files.
func Detect(ctx context.Context, path string, files Files) (Format, error) {
	files = filesOr(files)
	dir, err := files.IsDir(path)
	if err != nil {
		return "", unreadable(path, err)
	}
	if dir {
		if f, err := files.Open(filepath.Join(path, mIFEvalFiles()[0])); err == nil {
			return MIFEval, f.Close()
		}
		path = filepath.Join(path, categoryFile("content"))
	}
	f, err := files.Open(path)
	if dir && errors.Is(err, fs.ErrNotExist) {
		return "", adhere.Errorf(adhere.NotFound, "%s is a folder without %s", filepath.Base(filepath.Dir(path)), filepath.Base(path)).
			WithHint("name a file, or the folder that holds the category files")
	}
	if err != nil {
		return "", unreadable(path, err)
	}
	defer f.Close()
	r, err := tabled(f, filepath.Base(path))
	if err != nil {
		return "", err
	}
	l := newLines(ctx, r, filepath.Base(path))
	line, err := l.next()
	switch {
	case errors.Is(err, io.EOF):
		return "", invalid(filepath.Base(path) + " is empty")
	case err != nil:
		return "", err
	case line[0] == '[':
		return detectList(ctx, path, files)
	}
	o, err := l.object(line)
	if err != nil {
		return "", err
	}
	return detectObject(o)
}

func detectObject(o *object) (Format, error) {
	switch {
	case o.has("instruction_id_list"):
		return detectByChecker(o), nil
	case o.has("turn_1_instruction_id_list"):
		return MultiIF, nil
	case o.has("decomposed_questions"):
		return InfoBench, nil
	case o.has("scoring_questions"):
		return ComplexBench, nil
	case o.has("prompt_infos"):
		return SysBench, nil
	case o.has("constraints") && o.has("instruction"):
		return RealInstruct, nil
	case slices.ContainsFunc(append(promptFields(), "prompt", "messages", "requirements"), o.has):
		return Own, nil
	}
	if o.refuseMisspelt(append(promptFields(), "prompt", "messages")); *o.err != nil {
		return "", *o.err
	}
	return "", adhere.Errorf(adhere.Invalid, "%s: the fields are those of no known format", o.place).
		WithHint("an instruction has id, prompt and requirements; see docs/formats.md")
}

// detectByChecker tells the benchmarks of one shape apart: by their checkers, and
// by the language before them.
func detectByChecker(o *object) Format {
	known := func(id string) bool { _, ok := demands()[id]; return ok }
	for _, id := range o.texts("instruction_id_list") {
		id = strings.TrimPrefix(id, "en:")
		if _, ok := inLanguage(id); ok {
			return MIFEval
		}
		if !known(id) {
			return IFBench
		}
	}
	return IFEval
}

// detectList tells a JSON list by the fields of its first object. A list of
// leveled instructions is read, to tell the language by its letters.
func detectList(ctx context.Context, path string, files Files) (Format, error) {
	p := &pass{ctx: ctx, files: files}
	var han bool
	var told Format
	err := p.open(path, func(r io.Reader) error {
		var read bytes.Buffer
		if first := firstOf(io.TeeReader(r, &read)); first != nil && first["example_id"] == nil {
			var err error
			told, err = detectObject(&object{place: filepath.Base(path) + " record 1", raw: first, err: new(error)})
			return err
		}
		records, err := readRecords(io.MultiReader(&read, r), filepath.Base(path))
		first := slices.IndexFunc(records, func(r leveled) bool { return r.instruction != "" })
		if err == nil && first >= 0 {
			han = strings.ContainsFunc(records[first].instruction, func(r rune) bool { return unicode.Is(unicode.Han, r) })
		}
		return err
	})
	switch {
	case told != "":
		return told, err
	case han:
		return FollowBenchZH, err
	}
	return FollowBench, err
}

// firstOf returns the fields of the first object of a JSON list, or nil.
func firstOf(r io.Reader) map[string]json.RawMessage {
	b := bufio.NewReader(r)
	if mark, _ := b.Peek(3); string(mark) == "\ufeff" {
		_, _ = b.Discard(3) // they are there
	}
	d := json.NewDecoder(b)
	var first map[string]json.RawMessage
	if _, err := d.Token(); err != nil || d.Decode(&first) != nil {
		return nil
	}
	return first
}

// FromFS returns the files of fsys, for example embedded ones.
func FromFS(fsys fs.FS) Files { return embedded{fsys} }

type embedded struct{ fsys fs.FS }

func (e embedded) Open(path string) (io.ReadCloser, error) { return e.fsys.Open(slashed(path)) }

func (e embedded) IsDir(path string) (bool, error) {
	info, err := fs.Stat(e.fsys, slashed(path))
	return err == nil && info.IsDir(), err
}

func slashed(p string) string { return path.Clean(strings.TrimPrefix(filepath.ToSlash(p), "./")) }
