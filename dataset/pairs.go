package dataset

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"adhere"
)

// A Pair is two answers to one instruction, of which it is known which is
// better. LLMBar publishes such pairs to measure judges that compare.
type Pair struct {
	Set    string // the file's name without its ending, "Natural"
	Index  int    // in the file, from 0
	Input  string
	First  string // output_1
	Second string // output_2
	Gold   adhere.Winner
}

// ReadPairs reads a JSON list of pairs: objects with input, output_1,
// output_2 and label, 1 or 2.
func ReadPairs(ctx context.Context, path string, files Files) ([]Pair, error) {
	raws, err := readList(ctx, path, files)
	if err != nil {
		return nil, err
	}
	name := filepath.Base(path)
	pairs := make([]Pair, len(raws))
	for i, raw := range raws {
		o, err := parseObject(fmt.Sprintf("%s record %d", name, i+1), raw)
		if err != nil {
			return nil, err
		}
		pairs[i] = Pair{
			Set: strings.TrimSuffix(name, filepath.Ext(name)), Index: i,
			Input: o.needText("input"), First: o.needText("output_1"), Second: o.needText("output_2"), Gold: o.side("label"),
		}
		if *o.err != nil {
			return nil, *o.err
		}
	}
	return pairs, nil
}

// readList reads a file that is one JSON list with something in it.
func readList(ctx context.Context, path string, files Files) ([]json.RawMessage, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := filesOr(files).Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer f.Close()
	return parseList(f, filepath.Base(path))
}

// parseList reads a JSON list with something in it. Errors call it name.
func parseList(r io.Reader, name string) ([]json.RawMessage, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxLine+1))
	switch {
	case err != nil:
		return nil, unreadable(name, err)
	case len(text) > maxLine:
		return nil, invalid(fmt.Sprintf("%s is longer than %d MB", name, maxLine>>20))
	case !utf8.Valid(text):
		return nil, invalid(name + ": the file is not valid UTF-8")
	}
	text = bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\ufeff")))
	var raws []json.RawMessage
	if err := json.Unmarshal(text, &raws); err != nil || len(raws) == 0 {
		return nil, invalid(name + ": expected a list of at least one JSON object, " + jsonFault(text, err))
	}
	return raws, nil
}

// side returns which of two answers the field names: 1 or 2, as a number or
// a string.
func (o *object) side(field string) adhere.Winner {
	switch s := o.name(field); s {
	case "1":
		return adhere.First
	case "2":
		return adhere.Second
	default:
		o.fail(field, fmt.Sprintf("expected 1 or 2, got %q", s))
		return adhere.NoWinner
	}
}

// A PairReply is one recorded reply of a judge that compared a Pair.
type PairReply struct {
	Set             string // with Index, names the Pair
	Index           int
	Judge, Protocol string
	Exchanged       bool // the second answer was shown first
	Reply           string

	// Winner is whom the file says the reply names, by answer and not by the
	// place where it was shown: NoWinner where it says none, empty where the
	// file does not say.
	Winner adhere.Winner
	Line   int // of the file
}

// PairReplies are the recorded replies of a file.
type PairReplies struct {
	Path     string
	List     []PairReply // in the order of the file
	Warnings []string
}

// ReadPairReplies reads recorded replies about pairs: JSON lines with set,
// index, judge, order ("12" as given, "21" exchanged) and reply, and where
// they are known protocol and winner, 1, 2 or null.
func ReadPairReplies(ctx context.Context, path string, files Files) (*PairReplies, error) {
	r := &PairReplies{Path: path}
	err := eachObject(ctx, path, files, func(o *object, line int) {
		reply := PairReply{
			Set: o.needWords("set"), Index: o.count("index"), Judge: o.needWords("judge"), Protocol: o.text("protocol"),
			Reply: o.needText("reply"), Line: line,
		}
		if !o.has("index") {
			o.wanted("index", "a whole number from 0")
		}
		switch order := o.name("order"); order {
		case "12":
		case "21":
			reply.Exchanged = true
		default:
			o.fail("order", fmt.Sprintf("expected \"12\" or \"21\", got %q", order))
		}
		if o.has("winner") {
			reply.Winner = o.side("winner")
		} else if _, null := o.raw["winner"]; null {
			reply.Winner = adhere.NoWinner
		}
		r.List = append(r.List, reply)
	}, &r.Warnings)
	if err != nil {
		return nil, err
	}
	return r, nil
}
