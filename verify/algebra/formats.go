package algebra

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"adhere/verify"
	"adhere/verify/parity"
)

// A formatNode decides a data format. Its function returns what is wrong.
type formatNode struct {
	read func(s string) error
	good string
}

func (e JSON) node(*maker) node {
	schema, _ := compileSchema(e.Schema) // it is valid
	return formatNode{func(s string) error { return e.read(s, schema) }, "valid JSON"}
}

func (e XML) node(*maker) node  { return formatNode{e.read, "valid XML"} }
func (e YAML) node(*maker) node { return formatNode{e.read, "valid YAML"} }
func (e CSV) node(*maker) node  { return formatNode{e.read, "valid CSV"} }

func (n formatNode) met(c *scope) bool { return n.read(unfence(c.s)) == nil }

func (n formatNode) measured(c *scope) string {
	if err := n.read(unfence(c.s)); err != nil {
		return err.Error()
	}
	return n.good
}

// unfence returns a text without white space and without the code fence
// around the whole of it.
func unfence(s string) string {
	s = parity.TrimSpace(s)
	run := leading(s, '`')
	if run < 3 {
		return s
	}
	_, body, lines := strings.Cut(s, "\n")
	inner, closed := strings.CutSuffix(body, s[:run])
	if !lines || !closed || strings.Contains(inner, "\n"+s[:run]) {
		return s
	}
	return parity.TrimSpace(inner)
}

// read reads JSON as its type, keys and schema want it.
func (e JSON) read(s string, schema *schema) error {
	if !json.Valid([]byte(s)) {
		return jsonFault(s)
	}
	if err := e.fits(s); err != nil {
		return err
	}
	if schema == nil {
		return nil
	}
	return schema.check(s)
}

// jsonFault says where a text is no JSON.
func jsonFault(s string) error {
	var v json.RawMessage
	if at, ok := errors.AsType[*json.SyntaxError](json.Unmarshal([]byte(s), &v)); ok {
		return fmt.Errorf("no valid JSON: byte %d: %w", at.Offset, at)
	}
	return errors.New("no valid JSON")
}

// fits says what is wrong with the type or the keys of valid JSON.
func (e JSON) fits(s string) error {
	kind := map[byte]string{'{': "object", '[': "array"}[s[0]]
	if e.Type != "" && kind != e.Type {
		return fmt.Errorf("JSON, but no %s", e.Type)
	}
	if len(e.Keys) == 0 {
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s), &fields); err != nil {
		return errors.New("JSON, but no object")
	}
	for _, k := range e.Keys {
		if _, ok := fields[k]; !ok {
			return fmt.Errorf("JSON without the key %q", k)
		}
	}
	if !e.Only {
		return nil
	}
	var more []string
	for k := range fields {
		if !slices.Contains(e.Keys, k) {
			more = append(more, k)
		}
	}
	if len(more) > 0 {
		return fmt.Errorf("JSON with the key %q as well", slices.Min(more))
	}
	return nil
}

// deepestXML is how deeply elements may lie in each other, as deeply as values
// of JSON: the decoder is not linear in the depth of nesting.
const deepestXML = 10_000

func (e XML) read(s string) error {
	d := xml.NewDecoder(strings.NewReader(s))
	depth, roots := 0, 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("no valid XML: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if depth == 0 && e.Root != "" && t.Name.Local != e.Root {
				return fmt.Errorf("XML with the root %q", t.Name.Local)
			}
			if depth == 0 {
				roots++
			}
			if depth++; depth > deepestXML {
				return errors.New("XML that is nested too deeply")
			}
		case xml.EndElement:
			depth--
		case xml.CharData:
			if depth == 0 && !parity.Blank(string(t)) {
				return errors.New("text outside the XML element")
			}
		}
	}
	if roots != 1 {
		return fmt.Errorf("no valid XML: %s at the top", verify.Amount(roots, "element"))
	}
	return nil
}

// maxYAML is the length in bytes of the longest text that is read as YAML:
// its reader is not linear in the depth of nesting.
const maxYAML = 1 << 20

func (e YAML) read(s string) error {
	if len(s) > maxYAML {
		return errors.New("too long to be read as YAML")
	}
	var doc yaml.Node
	d := yaml.NewDecoder(strings.NewReader(s))
	if err := d.Decode(&doc); err != nil {
		return errors.New("no valid YAML")
	}
	if err := d.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return errors.New("more than one YAML document")
	}
	return wantKeys(&doc, e.Keys)
}

func wantKeys(doc *yaml.Node, keys []string) error {
	if len(doc.Content) != 1 {
		return errors.New("no YAML")
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode && (top.Kind != yaml.SequenceNode || len(keys) > 0) {
		return errors.New("YAML, but no mapping")
	}
	for _, k := range keys {
		found := false
		for i := 0; i < len(top.Content); i += 2 {
			found = found || top.Content[i].Value == k
		}
		if !found {
			return fmt.Errorf("YAML without the key %q", k)
		}
	}
	return nil
}

// comma returns the delimiter.
func (e CSV) comma() string {
	return cmp.Or(e.Delimiter, ",")
}

func (e CSV) read(s string) error {
	r := csv.NewReader(strings.NewReader(s))
	r.Comma, _ = utf8.DecodeRuneInString(e.comma())
	r.ReuseRecord = true
	rows, columns := 0, 0
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("no valid CSV: %w", err)
		}
		if rows == 0 && len(e.Header) > 0 && !slices.Equal(row, e.Header) {
			return fmt.Errorf("CSV with the header %s", quoteStart(strings.Join(row, e.comma())))
		}
		rows, columns = rows+1, len(row)
	}
	switch {
	case rows == 0:
		return errors.New("no rows")
	case e.Columns > 0 && columns != e.Columns:
		return fmt.Errorf("CSV with %s", verify.Amount(columns, "column"))
	case e.Rows > 0 && rows != e.Rows:
		return fmt.Errorf("CSV with %s", verify.Amount(rows, "row"))
	}
	return nil
}
