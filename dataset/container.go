package dataset

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"adhere"
	"adhere/internal/plainjson"
	"adhere/internal/tabular"
)

// maxContainer is the largest file that is read as one piece, in bytes.
const maxContainer = 2 << 30

// parquetStart is how a Parquet file begins.
const parquetStart = "PAR1"

// An Opener returns what hands out the rows of a file, each of which has a JSON
// form, and io.EOF after the last.
type Opener func(file io.ReaderAt, size int64) (next func() (any, error), err error)

// packed are the openers of files that are no text, by their first four bytes.
var packed = map[string]Opener{
	parquetStart: without("Parquet", "parquet.Register of adhere/dataset/parquet"),
	"PK\x03\x04": without("archives", "inspect.Register of adhere/dataset/inspect"),
}

// without is the Opener where a program has none.
func without(what, call string) Opener {
	return func(io.ReaderAt, int64) (func() (any, error), error) {
		return nil, errors.New("this program reads no " + what + ": call " + call + ", or give the file as lines of JSON")
	}
}

// Register has files that begin with these four bytes read by open from now on.
// The packages below this one call it: a program that reads no such files is
// compiled without the library for them.
func Register(start string, open Opener) { packed[start] = open }

// A rowReader is the rows of a file as lines of JSON, which are made when they
// are read.
type rowReader struct {
	name  string
	above int                 // rows above the first
	next  func() (any, error) // nil is an empty row
	line  bytes.Buffer
}

// A badRow is the error of a row that cannot be read, unlike those after it.
type badRow struct{ error }

func (b badRow) Unwrap() error { return b.error }

func (r *rowReader) Read(p []byte) (int, error) {
	if r.line.Len() == 0 {
		row, err := r.next()
		switch {
		case err != nil:
		case row == nil:
			r.line.WriteByte('\n')
		default:
			if err = plainjson.NewEncoder(&r.line).Encode(row); err != nil {
				r.line.Reset()
				err = badRow{err}
			}
		}
		switch {
		case errors.As(err, &badRow{}):
			return 0, err
		case err != nil && !errors.Is(err, io.EOF):
			return 0, invalid(r.name + ": " + err.Error())
		case err != nil:
			return 0, io.EOF
		}
	}
	return r.line.Read(p)
}

// unpacked returns a file as lines of JSON objects, whatever holds them: lines
// as they are, a JSON list, YAML, a log of inspect (.eval or .json), CSV or TSV with
// a head, or Parquet. The order of objects is kept; a line's number is the
// place in it. All of these may be packed with gzip.
func unpacked(r io.Reader, name string) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	start, err := b.Peek(64)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(name, err)
	}
	ext := strings.ToLower(path.Ext(name))
	text := bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	braced, bracketed := bytes.HasPrefix(text, []byte("{")), bytes.HasPrefix(text, []byte("["))
	var convert func(all []byte) ([]byte, error)
	switch {
	case bytes.HasPrefix(start, []byte("version https://git-lfs.github.com/spec/")):
		return nil, invalid(name + " is a pointer of Git LFS, not the file itself: get that with git lfs pull")
	case ext == ".gz" && bytes.HasPrefix(start, []byte("\x1f\x8b")):
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, unreadable(name, err)
		}
		return unpacked(z, strings.TrimSuffix(name, ".gz"))
	case bytes.HasPrefix(start, []byte("\x1f\x8b")), bytes.HasPrefix(start, []byte("\x28\xb5\x2f\xfd")), bytes.HasPrefix(start, []byte("\xfd7zXZ")), bytes.HasPrefix(start, []byte("BZh")):
		return nil, invalid(name + " is compressed: unpack it, or name it .gz if gzip packed it")
	case bytes.HasPrefix(start, []byte("\xff\xfe")), bytes.HasPrefix(start, []byte("\xfe\xff")):
		return nil, invalid(name + " is in UTF-16, as Windows often writes: save it as UTF-8")
	case tabular.Workbook(name) != nil:
		return nil, tabular.Workbook(name)
	case len(start) >= 4 && packed[string(start[:4])] != nil:
		return packedRows(packed[string(start[:4])], r, b, name)
	case ext == ".csv", ext == ".tsv":
		return tableRows(b, name)
	case ext == ".yaml", ext == ".yml":
		convert = func(all []byte) ([]byte, error) {
			if all, err = fromYAML(all); err != nil {
				return nil, err
			}
			return fromLog(all)
		}
	case bracketed:
		convert = fromList
	case ext == ".json" && braced:
		convert = fromLog
	default:
		return b, nil
	}
	all, err := whole(b, name)
	if err != nil {
		return nil, err
	}
	lines, err := convert(all)
	if err != nil {
		return nil, invalid(name + ": " + err.Error())
	}
	if braced && bytes.IndexByte(lines, '\n') == len(lines)-1 {
		return oneObject{bytes.NewReader(lines)}, nil
	}
	if bracketed && bytes.HasPrefix(lines, []byte("{")) {
		return jsonList{bytes.NewReader(lines)}, nil
	}
	return bytes.NewReader(lines), nil
}

// jsonList has the records of a JSON list, one a line.
type jsonList struct{ io.Reader }

// oneObject is the line of a file that holds an object, and no list of them.
type oneObject struct{ io.Reader }

// whole reads a file as one piece.
func whole(r io.Reader, name string) ([]byte, error) {
	all, err := io.ReadAll(io.LimitReader(r, maxContainer+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	if len(all) > maxContainer {
		return nil, invalid(fmt.Sprintf("%s is larger than %d MB: give it as lines of JSON", name, maxContainer>>20))
	}
	return all, nil
}

// packedRows reads the rows of a file that is no text: from the file itself if it
// can be read at any place, otherwise from its content, which is rest.
func packedRows(open Opener, file, rest io.Reader, name string) (io.Reader, error) {
	at, size, err := seekable(file)
	if at == nil && err == nil {
		var all []byte
		all, err = whole(rest, name)
		at, size = bytes.NewReader(all), int64(len(all))
	}
	if err != nil {
		return nil, err
	}
	next, err := open(at, size)
	if err != nil {
		return nil, invalid(name + ": " + err.Error())
	}
	return &rowReader{name: name, next: next}, nil
}

// seekable returns a file that can be read at any place and its size in bytes,
// or nil.
func seekable(r io.Reader) (io.ReaderAt, int64, error) {
	f, ok := r.(interface {
		io.ReaderAt
		io.Seeker
	})
	if !ok {
		return nil, 0, nil
	}
	size, err := f.Seek(0, io.SeekEnd)
	return f, size, err
}

// tabled unpacks tables and YAML alone: lists of instructions in JSON are a format of their own.
func tabled(r io.Reader, name string) (io.Reader, error) {
	b := bufio.NewReader(r)
	start, err := b.Peek(4)
	if ext := strings.ToLower(path.Ext(name)); err == nil && (string(start) == parquetStart || strings.HasPrefix(string(start), "\x1f\x8b") || tabular.Workbook(name) != nil || slices.Contains([]string{".csv", ".tsv", ".yaml", ".yml"}, ext)) {
		return unpacked(b, name)
	}
	return b, nil
}

// fromList makes a line of each element of a JSON list.
func fromList(all []byte) ([]byte, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(all, []byte("\ufeff")), &list); err != nil {
		return nil, invalid("expected a list of JSON objects, " + jsonFault(all, err))
	}
	if len(list) == 0 {
		return all, nil
	}
	return compacted(list)
}

func compacted(list []json.RawMessage) ([]byte, error) {
	var out bytes.Buffer
	for _, one := range list {
		if err := json.Compact(&out, one); err != nil {
			return nil, err
		}
		out.WriteByte('\n')
	}
	return out.Bytes(), nil
}

// fromLog makes lines of the list in one large JSON object: the samples of
// inspect, the results of promptfoo, the test cases of DeepEval, the requests of
// HELM, the examples of HealthBench's program, the numbered predictions of
// OpenCompass, the rows of a table (columns and data) as pandas, Weights & Biases
// and MLflow write it, or (schema and data) pandas with orient="table". A file of another kind stays as it is.
func fromLog(all []byte) ([]byte, error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(all, []byte("\ufeff")))
	if !json.Valid(text) {
		return all, nil
	}
	for _, path := range [][]string{{"samples"}, {"results", "results"}, {"testRunData", "testCases"}, {"testCases"}, {"test_results"}, {"request_states"}, {"metadata", "example_level_metadata"}} {
		inside := json.RawMessage(text)
		for _, field := range path {
			inside = members(inside)[field]
		}
		if list := elements(inside); list != nil && (len(list) == 0 || kind(list[0]) == "an object") {
			return compacted(list)
		}
	}
	object := members(text)
	if list := elements(object["data"]); list != nil && object["schema"] != nil {
		return compacted(list)
	}
	if rows := predictions(object); len(rows) > 0 {
		return compacted(rows)
	}
	if columns, rows := elements(object["columns"]), elements(object["data"]); rows != nil && areTexts(columns) {
		return cells(columns, rows)
	}
	for _, column := range slices.Concat(answerNames(), promptNames()) {
		if members(object[column])["0"] != nil || members(object["0"])[column] != nil {
			return nil, errors.New(`expected rows, got columns or numbered rows, as pandas writes them: use to_json(orient="records")`)
		}
	}
	return compacted([]json.RawMessage{text}) // one object over many lines
}

// predictions returns those of OpenCompass, in the order of their numbers; nil
// if anything else is among them.
func predictions(all map[string]json.RawMessage) (rows []json.RawMessage) {
	for _, number := range numbered(all) {
		if members(all[number])["origin_prompt"] == nil {
			return nil
		}
		rows = append(rows, all[number])
	}
	return rows
}

// cells makes an object of each row of a table, with the columns as its fields.
func cells(columns, rows []json.RawMessage) ([]byte, error) {
	objects := make([]json.RawMessage, len(rows))
	for i, raw := range rows {
		row := elements(raw)
		if len(row) != len(columns) {
			return nil, fmt.Errorf("row %d has %s, expected %d as there are columns", i+1, count(len(row), "cell", "cells"), len(columns))
		}
		fields := make([][]byte, len(row))
		for j, cell := range row {
			fields[j] = slices.Concat(columns[j], []byte(":"), cell)
		}
		objects[i] = slices.Concat([]byte("{"), bytes.Join(fields, []byte(",")), []byte("}"))
	}
	return compacted(objects)
}

// tableRows reads the rows of a table with a head. Empty rows are nil. Empty cells
// are left out, but for that of the answer; cells that are JSON or Python lists or
// objects are read as such, but for those of columns of text.
func tableRows(in *bufio.Reader, name string) (io.Reader, error) {
	r, err := tabular.New(in, name)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: name + ": expected a head that names the columns", Err: err}
	}
	answers := answerColumns(r.Head)
	return &rowReader{name: name, above: 1, next: func() (any, error) {
		row, err := r.Next()
		if adhere.CodeOf(err) == adhere.Invalid {
			return nil, badRow{err}
		}
		if row == nil {
			return nil, err
		}
		o := map[string]any{}
		for i, cell := range row {
			if cell != "" {
				o[r.Head[i]] = cellValue(r.Head[i], cell)
			}
		}
		if len(answers) > 0 && !slices.ContainsFunc(answers, func(column string) bool { return o[column] != nil }) {
			o[answers[0]] = "" // an empty cell is an empty answer
		}
		return o, nil
	}}, nil
}

// answerColumns are the columns that hold the answers of a table.
func answerColumns(head []string) []string {
	for _, names := range [][]string{append(answerFields(), "actual_output"), answerNames()} {
		if found := slices.DeleteFunc(names, func(name string) bool { return !slices.Contains(head, name) }); len(found) > 0 {
			return found
		}
	}
	return nil
}

// cellValue reads a cell as what its column holds elsewhere. Texts stay texts
// where they look like JSON, which answers may be asked for.
func cellValue(column, cell string) any {
	if n, err := strconv.Atoi(strings.TrimSuffix(cell, ".0")); err == nil && (column == "attempt" || column == "level") {
		return n
	}
	if slices.Contains(slices.Concat(answerNames(), promptNames(), []string{"input", "text", "actual_output"}), column) || cell[0] != '[' && cell[0] != '{' {
		return cell
	}
	if json.Valid([]byte(cell)) {
		return json.RawMessage(cell)
	}
	if value, rest, err := new(python).value(cell); err == nil && strings.TrimSpace(rest) == "" {
		return value
	}
	return cell
}
