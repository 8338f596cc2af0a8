package dataset

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// maxContainer is the largest file that is read as one piece, in bytes.
const maxContainer = 2 << 30

// parquetStart is how a Parquet file begins.
const parquetStart = "PAR1"

// fromParquet makes a line of each row of a Parquet file.
var fromParquet = func([]byte) ([]byte, error) {
	return nil, errors.New("this program reads no Parquet: call parquet.Register of adhere/dataset/parquet, or give the file as lines of JSON")
}

// RegisterParquet has Parquet files read by lines, which makes a line of JSON
// of each row. Package adhere/dataset/parquet calls it: a program that reads no
// such files is compiled without the library for them.
func RegisterParquet(lines func(file []byte) ([]byte, error)) { fromParquet = lines }

// unpacked returns a file as lines of JSON objects, whatever holds them: lines
// as they are, a JSON list, YAML, a log of inspect (.eval or .json), CSV or TSV with
// a head, or Parquet. The order of objects is kept; a line's number is the
// place in it.
func unpacked(r io.Reader, name string) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 64<<10)
	start, err := b.Peek(64)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, unreadable(name, err)
	}
	ext := strings.ToLower(path.Ext(name))
	text := bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	var convert func(all []byte) ([]byte, error)
	switch {
	case bytes.HasPrefix(start, []byte(parquetStart)):
		convert = fromParquet
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		convert = fromArchive
	case ext == ".csv", ext == ".tsv":
		convert = func(all []byte) ([]byte, error) { return fromTable(all, ext == ".tsv") }
	case ext == ".yaml", ext == ".yml":
		convert = fromYAML
	case bytes.HasPrefix(text, []byte("[")):
		convert = fromList
	case ext == ".json" && bytes.HasPrefix(text, []byte("{")):
		convert = fromLog
	default:
		return b, nil
	}
	all, err := io.ReadAll(io.LimitReader(b, maxContainer+1))
	if err != nil {
		return nil, unreadable(name, err)
	}
	if len(all) > maxContainer {
		return nil, invalid(fmt.Sprintf("%s is larger than %d MB: give it as lines of JSON", name, maxContainer>>20))
	}
	lines, err := convert(all)
	if err != nil {
		return nil, invalid(name + ": " + err.Error())
	}
	return bytes.NewReader(lines), nil
}

// tabled unpacks tables and YAML alone: lists of instructions in JSON are a format of their own.
func tabled(r io.Reader, name string) (io.Reader, error) {
	b := bufio.NewReader(r)
	start, err := b.Peek(4)
	if ext := strings.ToLower(path.Ext(name)); err == nil && (string(start) == parquetStart || slices.Contains([]string{".csv", ".tsv", ".yaml", ".yml"}, ext)) {
		return unpacked(b, name)
	}
	return b, nil
}

// appendLine adds a value as one line.
func appendLine(to *bytes.Buffer, value any) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	return enc.Encode(value)
}

// fromList makes a line of each element of a JSON list.
func fromList(all []byte) ([]byte, error) {
	var list []json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(all, []byte("\ufeff")), &list); err != nil {
		return nil, fmt.Errorf("expected a list of JSON objects: %w", err)
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

// fromLog makes lines of the samples of one large JSON object; a file of
// another kind stays as it is.
func fromLog(all []byte) ([]byte, error) {
	var log struct {
		Samples []json.RawMessage `json:"samples"`
	}
	if json.Unmarshal(bytes.TrimPrefix(all, []byte("\ufeff")), &log) != nil || log.Samples == nil {
		var one json.RawMessage
		if json.Unmarshal(all, &one) == nil { // one object over many lines
			return compacted([]json.RawMessage{one})
		}
		return all, nil
	}
	return compacted(log.Samples)
}

// fromArchive makes lines of the samples in a log that is an archive.
func fromArchive(all []byte) ([]byte, error) {
	z, err := zip.NewReader(bytes.NewReader(all), int64(len(all)))
	if err != nil {
		return nil, fmt.Errorf("expected an archive of samples: %w", err)
	}
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor())
	files := slices.DeleteFunc(slices.Clone(z.File), func(f *zip.File) bool {
		return !strings.HasPrefix(f.Name, "samples/") || !strings.HasSuffix(f.Name, ".json")
	})
	if len(files) == 0 {
		return nil, errors.New("the archive holds no samples/*.json, as logs of inspect do")
	}
	slices.SortFunc(files, func(a, b *zip.File) int { return cmp.Compare(a.Name, b.Name) })
	var list []json.RawMessage
	left := int64(maxContainer)
	for _, f := range files {
		r, err := f.Open()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		one, err := io.ReadAll(io.LimitReader(r, left))
		r.Close()
		if left -= int64(len(one)); err != nil || left <= 0 || !json.Valid(one) {
			return nil, fmt.Errorf("%s is no JSON document, or too large (%w)", f.Name, cmp.Or(err, io.ErrUnexpectedEOF))
		}
		list = append(list, one)
	}
	return compacted(list)
}

// fromTable makes a line of each row of a table with a head. Empty cells are
// left out; cells that are JSON lists or objects are read as such, but for those of
// columns of text. Rows of
// instructions without an id are numbered.
func fromTable(all []byte, tabs bool) ([]byte, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(all, []byte("\ufeff"))))
	if tabs {
		r.Comma, r.LazyQuotes = '\t', true
	}
	head, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("expected a head that names the columns: %w", err)
	}
	for i := range head {
		head[i] = strings.TrimSpace(head[i])
	}
	numbered := slices.Contains(head, "requirements") && !slices.Contains(head, "id")
	var out bytes.Buffer
	for n := 1; ; n++ {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		o := map[string]any{}
		if numbered {
			o["id"] = strconv.Itoa(n)
		}
		for i, cell := range row {
			if cell != "" {
				o[head[i]] = cellValue(head[i], cell)
			}
		}
		if err := appendLine(&out, o); err != nil {
			return nil, err
		}
	}
}

// cellValue reads a cell as what its column holds elsewhere.
func cellValue(column, cell string) any {
	if n, err := strconv.Atoi(cell); err == nil && (column == "attempt" || column == "level") {
		return n
	}
	if !slices.Contains(textColumns(), column) && (cell[0] == '[' || cell[0] == '{') && json.Valid([]byte(cell)) {
		return json.RawMessage(cell)
	}
	return cell
}

// textColumns hold text, also where it looks like JSON: answers in JSON are asked
// for.
func textColumns() []string { return append(answerFields(), "prompt", "instruction", "input", "text") }
