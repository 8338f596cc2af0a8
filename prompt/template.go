package prompt

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"adhere"
	"adhere/internal/lazyregexp"
)

// A tmpl is one parsed file.
type tmpl struct {
	file, source string
	version      int
	about        string
	vars         []variable
	reply        *template.Template // nil where the header names none
	sections     []section
}

type section struct {
	role adhere.Role
	line int // of its first line of text
	body *template.Template
}

// A variable is declared in the header: Name, Name? where a wording may leave
// it out, Name[] for a list of texts, Name# for a whole number.
type variable struct {
	name         string
	optional     bool
	list, number bool
}

// sample returns a value of the variable's kind.
func (v variable) sample() any {
	switch {
	case v.list:
		return []string{"one", "two"}
	case v.number:
		return 2
	default:
		return "text"
	}
}

func (v variable) accepts(value any) bool {
	switch value.(type) {
	case []string:
		return v.list
	case int:
		return v.number
	case string:
		return !v.list && !v.number
	default:
		return false
	}
}

func broken(file string, line int, format string, args ...any) error {
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%s:%d: ", file, line) + fmt.Sprintf(format, args...)}
}

// parseFile reads a template file. Whether its variables are right, try says.
func parseFile(file, source string) (*tmpl, error) {
	t := &tmpl{file: file, source: source}
	lines := strings.Split(strings.ReplaceAll(source, "\r\n", "\n"), "\n")
	start, err := t.header(lines)
	if err != nil {
		return nil, err
	}
	return t, t.cut(lines, start)
}

// header reads the lines before the first section and returns its index.
func (t *tmpl) header(lines []string) (int, error) {
	for i, line := range lines {
		if strings.HasPrefix(line, "--- ") {
			if t.version == 0 {
				return 0, broken(t.file, i+1, `the header lacks a line "version: 1"`)
			}
			return i, nil
		}
		key, value, ok := strings.Cut(line, ":")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if !ok {
			return 0, broken(t.file, i+1, `expected "name: value" or "--- user", found %q`, line)
		}
		if err := t.set(i+1, key, strings.TrimSpace(value)); err != nil {
			return 0, err
		}
	}
	return 0, broken(t.file, len(lines), `no message: expected a line "--- user"`)
}

func (t *tmpl) set(line int, key, value string) (err error) {
	switch key {
	case "version":
		t.version, err = strconv.Atoi(value)
		if err != nil || t.version < 1 {
			return broken(t.file, line, "version must be a whole number from 1, found %q", value)
		}
	case "about":
		t.about = value
	case "vars":
		for word := range strings.FieldsSeq(value) {
			t.vars = append(t.vars, declare(word))
		}
	case "reply":
		t.reply, err = t.compile(line, value)
	default:
		return broken(t.file, line, "unknown header %q: expected version, about, vars or reply", key)
	}
	return err
}

func declare(word string) variable {
	v := variable{name: strings.TrimRight(word, "?[]#")}
	marks := word[len(v.name):]
	v.optional = strings.Contains(marks, "?")
	v.list = strings.Contains(marks, "[]")
	v.number = strings.Contains(marks, "#")
	return v
}

// cut splits the lines from start into sections and compiles each.
func (t *tmpl) cut(lines []string, start int) error {
	for i := start; i < len(lines); {
		role := adhere.Role(strings.TrimSpace(strings.TrimPrefix(lines[i], "---")))
		if role != adhere.System && role != adhere.User && role != adhere.Assistant {
			return broken(t.file, i+1, "expected the role system, user or assistant, found %q", role)
		}
		end := i + 1
		for end < len(lines) && !strings.HasPrefix(lines[end], "--- ") {
			end++
		}
		text := strings.TrimSpace(strings.Join(lines[i+1:end], "\n"))
		if text == "" {
			return broken(t.file, i+1, "the message is empty")
		}
		line := i + 2
		for strings.TrimSpace(lines[line-1]) == "" {
			line++
		}
		body, err := t.compile(line, text)
		if err != nil {
			return err
		}
		t.sections = append(t.sections, section{role, line, body})
		i = end
	}
	return nil
}

// compile parses text that stands at the given line. The blank lines put
// before it make the template package count lines as the file does; the empty
// comment removes them from the output.
func (t *tmpl) compile(line int, text string) (*template.Template, error) {
	padded := strings.Repeat("\n", line-1) + "{{- /**/ -}}" + text
	tt, err := template.New(t.file).Option("missingkey=error").Funcs(template.FuncMap{"inc": func(i int) int { return i + 1 }, "fence": fence}).Parse(padded)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: strings.TrimPrefix(err.Error(), "template: ")}
	}
	return tt, nil
}

// control are the marks by which chat templates tell turns apart. A server
// that does not escape them reads them in a text as turns of its own.
var control = lazyregexp.New(`(?i)<[|｜][^<>\n]{1,40}[|｜]>|<[|｜]\w{1,40}>|<\w{1,40}[|｜]>|<(?:/?(?:s|bos|eos|sop|eop|start_of_turn|end_of_turn|start_of_image|sep|pad))>|<</?SYS>>|\[(?:gMASK|/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS))\]`)

// neutral spaces the control marks in a text apart, so that they are read as
// text: <|im_end|> becomes < |im_end| >.
func neutral(text string) string {
	return control.ReplaceAllStringFunc(text, func(mark string) string {
		return mark[:1] + " " + mark[1:len(mark)-1] + " " + mark[len(mark)-1:]
	})
}

// fence puts quotes around a text on lines of their own, one quote more than
// the text itself has in a row (three at least), so that it cannot end early,
// and takes the power from control marks in it.
func fence(text string) string {
	text = neutral(text)
	longest, run := 2, 0
	for _, r := range text {
		if r != '"' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	quotes := strings.Repeat(`"`, longest+1)
	return quotes + "\n" + text + "\n" + quotes
}

// try fills the template in once with sample values, so that what can fail
// fails before anything is asked.
func (t *tmpl) try() error {
	data := Data{}
	for _, v := range t.vars {
		data[v.name] = v.sample()
	}
	if err := t.checkNames(); err != nil {
		return err
	}
	if _, err := t.render(data); err != nil {
		return err
	}
	_, err := t.wanted(data)
	return err
}

func (t *tmpl) render(data Data) ([]adhere.Message, error) {
	if err := t.checkData(data); err != nil {
		return nil, err
	}
	messages := make([]adhere.Message, 0, len(t.sections))
	for _, s := range t.sections {
		text, err := t.fill(s.body, data)
		if err != nil {
			return nil, err
		}
		messages = append(messages, adhere.Message{Role: s.role, Text: text})
	}
	return messages, nil
}

func (t *tmpl) wanted(data Data) (string, error) {
	if t.reply == nil {
		return "", nil
	}
	if err := t.checkData(data); err != nil {
		return "", err
	}
	return t.fill(t.reply, data)
}

func (t *tmpl) fill(body *template.Template, data Data) (string, error) {
	var b strings.Builder
	if err := body.Execute(&b, map[string]any(data)); err != nil {
		return "", &adhere.Error{Code: adhere.Invalid, Message: strings.TrimPrefix(err.Error(), "template: ")}
	}
	return b.String(), nil
}

// checkData holds the values against the declared variables: a caller that
// gives too little or too much has confused two templates.
func (t *tmpl) checkData(data Data) error {
	for _, v := range t.vars {
		if value, ok := data[v.name]; !ok || !v.accepts(value) {
			return broken(t.file, 1, "the value of %s is missing or of the wrong kind (%T)", v.name, data[v.name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(data)) {
		if !slices.ContainsFunc(t.vars, func(v variable) bool { return v.name == name }) {
			return broken(t.file, 1, "there is no variable %s", name)
		}
	}
	return nil
}
