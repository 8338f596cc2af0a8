package sets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/eval"
	"adhere/internal/userfile"
)

// Load reads a file of instructions.
func Load(ctx context.Context, path string) (*dataset.Set, []*adhere.Instruction, error) {
	set, err := dataset.Read(ctx, filepath.Base(path), path, dataset.Options{})
	var list []*adhere.Instruction
	if err == nil {
		list, err = set.Load()
	}
	if adhere.CodeOf(err) == adhere.Invalid && adhere.HintOf(err) == "" {
		hint := "docs/formats.md says what can be read"
		if strings.Contains(err.Error(), ": id: missing") {
			hint = "adhere build requests makes instructions of bare prompts; docs/formats.md says what else can be read"
		}
		err = &adhere.Error{Code: adhere.Invalid, Message: err.Error(), Hint: hint}
	}
	return set, list, err
}

// Source names a user's file in the card of what was made of it.
func Source(path string) build.Material {
	return build.Material{Name: filepath.Base(path), SHA256: hash(path), Licence: "not known"}
}

// hash is the SHA-256 of a file, "" where it cannot be read.
func hash(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Base reads requests to add demands to, and says where they come from; without
// a file they are the program's own.
func Base(path string) ([]*build.Base, build.Material, error) {
	if path == "" {
		return build.BaseRequests(), build.Material{Name: "requests of the program's own", Licence: "the program's"}, nil
	}
	file, err := userfile.Named("--base", path).Open()
	if err != nil {
		return nil, build.Material{}, err
	}
	defer file.Close()
	list, err := build.ReadBase(file, filepath.Base(path), strings.EqualFold(filepath.Ext(path), ".jsonl"))
	return list, build.Material{Name: filepath.Base(path), SHA256: hash(path), Licence: "the user's"}, err
}

// Answers reads recorded answers to the instructions of a set.
func Answers(ctx context.Context, path string, set *dataset.Set) (build.Answered, error) {
	if path == "" {
		return nil, nil
	}
	records, err := eval.Recorded(ctx, set, nil, path)
	if err != nil {
		return nil, err
	}
	out := build.Answered{}
	for i := range records {
		if r := &records[i]; r.Response != nil {
			out[r.Instruction.ID] = append(out[r.Instruction.ID], r.Response)
		}
	}
	return out, nil
}

// Requests reads how the conversations of all files begin, and what is to be
// said of them. An ID that came before gets a number.
func Requests(ctx context.Context, args []string) (all []*build.Request, sources []build.Material, warnings []string, err error) {
	taken := map[string]bool{}
	for _, path := range args {
		more, err := dataset.ReadConversations(ctx, path, nil, func(c dataset.Conversation) {
			id := c.ID
			for n := 2; taken[id]; n++ {
				id = fmt.Sprintf("%s-%d", c.ID, n)
			}
			taken[id] = true
			all = append(all, &build.Request{ID: id, Place: c.Place, Turns: beginning(c.Turns), Later: c.Later, Flagged: c.Flagged, Err: c.Err})
		})
		if err != nil {
			return nil, nil, nil, err
		}
		warnings = append(warnings, more...)
		sources = append(sources, Source(path))
	}
	return all, sources, warnings, nil
}

// beginning returns the turns up to the first of the person or the model, so
// that long conversations are not kept.
func beginning(turns []adhere.Message) []adhere.Message {
	n := slices.IndexFunc(turns, func(m adhere.Message) bool { return m.Role != adhere.System })
	return slices.Clone(turns[:n+1])
}

// Labels reads a file of labels, one a line.
func Labels(path string) ([]build.Label, error) {
	text, err := userfile.Named("--labels", path).Text()
	if err != nil {
		return nil, err
	}
	list, err := build.ReadLabels(text)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: path, Err: err, Hint: adhere.HintOf(err)}
	}
	return list, nil
}
