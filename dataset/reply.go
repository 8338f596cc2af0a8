package dataset

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
)

// A Reply is one recorded reply of a judge and what names the instruction
// that it is about.
type Reply struct {
	ID      string // may lack the name of the data set
	Model   string // whose answer was judged
	Judge   string
	Attempt int
	Text    string
	Line    int // of the file
}

// Replies are the recorded judge replies of a file.
type Replies struct {
	Path     string
	List     []Reply // in the order of the file
	Warnings []string
}

// ReadReplies reads recorded judge replies: JSON lines with reply and id, or
// instead of an id the fields category, example_id and level by which
// FollowBench names an instruction.
func ReadReplies(ctx context.Context, path string, files Files) (*Replies, error) {
	r := &Replies{Path: path}
	err := eachObject(ctx, path, files, func(o *object, line int) {
		reply := Reply{
			ID:    cmp.Or(o.name("id"), o.name("instruction"), followBenchID(o)),
			Model: o.text("model"), Judge: o.text("judge"), Attempt: o.attempt(), Text: o.needText("reply"), Line: line,
		}
		if reply.ID == "" {
			o.fail("id", "missing, expected id, or category, example_id and level")
		}
		r.List = append(r.List, reply)
	}, &r.Warnings)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// PlaceReplies returns the replies by the attempt that was judged and the id of
// its instruction, each in the order of the file: a judge that asks several
// times needs them so. Replies about an instruction that the set does not have
// are named in a warning.
func PlaceReplies(s *Set, r *Replies) (by []map[string][]string, warnings []string, err error) {
	known, err := KnownIn(s.All())
	if err != nil {
		return nil, nil, err
	}
	var strays []string
	for _, reply := range r.List {
		in := known[reply.ID]
		if in == nil {
			strays = append(strays, fmt.Sprintf("line %d (%s)", reply.Line, reply.ID))
			continue
		}
		for len(by) <= reply.Attempt {
			by = append(by, map[string][]string{})
		}
		by[reply.Attempt][in.id] = append(by[reply.Attempt][in.id], reply.Text)
	}
	if len(strays) > 0 {
		warnings = append(warnings, count(len(strays), "judge reply", "judge replies")+" in "+filepath.Base(r.Path)+" about no instruction of the data set: "+some(strays))
	}
	return by, warnings, nil
}
