// Package runfile keeps runs in files, so that they can be carried from one
// machine to another: plan, items, records, usage and, where they are wanted,
// the calls. A file is one or more zstd frames, a run in each, of JSON objects,
// one a line:
//
//	{"adhere_run":2,"run":{…},"shard":{"index":1,"of":3},"note":{"tags":["…"],"text":"…"}}
//	{"call":{"key":"…","model":"…","request":{…},"response":{…},"created":"…"}}
//	{"item":{"position":0,"instruction":{…},"record":{…},"usage":{…}}}
//	{"end":{"items":1,"calls":1}}
//
// Any program that knows zstd and JSON lines reads it; fields that it does not
// know are left out. The last line shows a file that was cut off.
package runfile

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/klauspost/compress/zstd"

	"adhere"
	"adhere/internal/plainjson"
)

// format is the version of the files that are written. It is raised when
// earlier programs would read a file wrongly. In version 1 calls stood after the
// items; files of it without calls are read.
const format = 2

// A Header says whose items follow.
type Header struct {
	Run   adhere.Run
	Shard *Shard // the part of the run that was carried out; nil is all of it
	Note  *Note  // nil where nothing was noted beside the run
}

// A Note is what people noted beside a run.
type Note struct {
	Tags     []string `json:"tags,omitempty"`
	Text     string   `json:"text,omitempty"`
	Archived bool     `json:"archived,omitempty"`
}

// A Shard is one of several equal parts of a run, counted from 1.
type Shard struct {
	Index int `json:"index"`
	Of    int `json:"of"`
}

// String formats the shard as flags have it, "1/3".
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Of) }

// An Entry is an item of a run with what came of it.
type Entry struct {
	Position    int                     `json:"position"` // in the run, from 0
	Attempt     int                     `json:"attempt,omitempty"`
	Chain       int                     `json:"chain,omitempty"` // see adhere.Item
	Instruction *adhere.Instruction     `json:"instruction"`
	Record      *adhere.Record          `json:"record,omitempty"` // nil where the item is pending; without its instruction
	Failed      bool                    `json:"failed,omitempty"`
	Usage       map[string]adhere.Usage `json:"usage,omitempty"` // by role
}

// A Call is a stored call, by the key that records name.
type Call struct {
	Key      string           `json:"key"`
	Model    string           `json:"model"`
	Request  *adhere.Request  `json:"request"`
	Response *adhere.Response `json:"response"`
	Created  time.Time        `json:"created"`
}

// A line is one object of a file.
type line struct {
	Format int         `json:"adhere_run,omitempty"`
	Run    *adhere.Run `json:"run,omitempty"`
	Shard  *Shard      `json:"shard,omitempty"`
	Note   *Note       `json:"note,omitempty"`
	Item   *Entry      `json:"item,omitempty"`
	Call   *Call       `json:"call,omitempty"`
	End    *totals     `json:"end,omitempty"`
}

// totals are how many lines there are of each kind.
type totals struct {
	Items int `json:"items"`
	Calls int `json:"calls"`
}

// Write writes a run. A file of several runs is made by writing one after
// another. calls may be nil.
func Write(w io.Writer, h Header, entries iter.Seq2[Entry, error], calls iter.Seq2[Call, error]) error {
	packed, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(true))
	if err != nil {
		return err
	}
	buffer := bufio.NewWriter(packed)
	if err := writeLines(plainjson.NewEncoder(buffer), h, entries, calls); err != nil {
		return err
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	return packed.Close()
}

func writeLines(enc *json.Encoder, h Header, entries iter.Seq2[Entry, error], calls iter.Seq2[Call, error]) error {
	if err := enc.Encode(line{Format: format, Run: &h.Run, Shard: h.Shard, Note: h.Note}); err != nil {
		return err
	}
	var end totals
	if calls != nil {
		for c, err := range calls {
			if err == nil {
				err = enc.Encode(line{Call: &c})
			}
			if err != nil {
				return err
			}
			end.Calls++
		}
	}
	for e, err := range entries {
		if err == nil {
			err = enc.Encode(line{Item: e.bare()})
		}
		if err != nil {
			return err
		}
		end.Items++
	}
	return enc.Encode(line{End: &end})
}

// bare returns the entry with nothing in it twice.
func (e *Entry) bare() *Entry {
	own := *e
	if e.Record != nil {
		rec := *e.Record
		rec.Instruction, rec.Attempt = nil, 0
		own.Record = &rec
	}
	return &own
}
