package judge

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// parts is a decomposition as a reply gives it.
type parts struct {
	task, context string
	constraints   []string
}

type partPatterns struct{ heading, numbered, bullet *regexp.Regexp }

var partCompiled = sync.OnceValue(func() partPatterns {
	return partPatterns{
		heading:  regexp.MustCompile(`(?i)^[\s*_#]*(?:translated |provided )?(task|context|constraints?)\s*[*_]*\s*[:：][\s*_]*`),
		numbered: regexp.MustCompile(`^\s*[*_]*(\d{1,3})[.)][*_]*\s+(\S.*)$`),
		bullet:   regexp.MustCompile(`^\s*[-*•]\s+(\S.*)$`),
	}
})

// readParts takes the three headed parts, in order and each once.
func readParts(reply string) (parts, error) {
	sections, before, err := cutParts(reply)
	if err != nil {
		return parts{}, err
	}
	if strings.TrimSpace(before) != "" {
		return parts{}, unreadable("something stands before the task")
	}
	for _, name := range []string{"task", "context", "constraints"} {
		if _, ok := sections[name]; !ok {
			return parts{}, unreadable("the part " + name + " is missing")
		}
	}
	if strings.TrimSpace(sections["task"]) == "" {
		return parts{}, unreadable("the task is empty")
	}
	list, err := readConstraintList(sections["constraints"])
	return parts{
		task:        strings.TrimSpace(sections["task"]),
		context:     emptyIfNone(strings.TrimSpace(sections["context"])),
		constraints: list,
	}, err
}

// readConstraints takes a list of constraints, with or without its heading.
func readConstraints(reply string) (parts, error) {
	sections, before, err := cutParts(reply)
	if err != nil {
		return parts{}, err
	}
	text, headed := sections["constraints"]
	switch {
	case !headed && len(sections) == 0:
		text = before
	case !headed || len(sections) > 1 || strings.TrimSpace(before) != "":
		return parts{}, unreadable("it holds more than the constraints")
	}
	list, err := readConstraintList(text)
	return parts{constraints: list}, err
}

// cutParts splits a reply at its headings. Headings count in their order only,
// so that a context which holds such a word stays whole.
func cutParts(reply string) (sections map[string]string, before string, err error) {
	order := map[string]int{"": 0, "task": 1, "context": 2, "constraints": 3}
	sections = map[string]string{}
	var current string
	for line := range strings.SplitSeq(unfence(reply), "\n") {
		if m := partCompiled().heading.FindStringSubmatch(line); m != nil {
			name := strings.ToLower(m[1])
			if name == "constraint" {
				name = "constraints"
			}
			if order[name] <= order[current] && current != "context" {
				return nil, "", unreadable("the part " + name + " is out of place or given twice")
			}
			if order[name] > order[current] {
				current = name
				sections[current] = line[len(m[0]):] + "\n"
				continue
			}
		}
		sections[current] += line + "\n"
	}
	before = sections[""]
	delete(sections, "")
	return sections, before, nil
}

// unfence removes a code fence around the whole reply.
func unfence(reply string) string {
	text := strings.TrimSpace(reply)
	first, rest, ok := strings.Cut(text, "\n")
	if ok && strings.HasPrefix(first, "```") && strings.HasSuffix(rest, "```") {
		return strings.TrimSuffix(rest, "```")
	}
	return text
}

// readConstraintList takes a list numbered from 1, a list of bullets, or the
// word NONE. A line without number continues the item before it, unless a
// blank line stands between: that is talk about the list.
func readConstraintList(text string) ([]string, error) {
	if strings.EqualFold(bare(text), "none") {
		return nil, nil
	}
	var items []string
	bullets, blank := false, false
	for line := range strings.SplitSeq(text, "\n") {
		p := partCompiled()
		number, bullet := p.numbered.FindStringSubmatch(line), p.bullet.FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			blank = true
			continue
		case number != nil && !bullets:
			if number[1] != strconv.Itoa(len(items)+1) {
				return nil, unreadable("the constraints are not numbered one by one")
			}
			items = append(items, strings.TrimSpace(number[2]))
		case bullet != nil && (bullets || len(items) == 0):
			bullets = true
			items = append(items, strings.TrimSpace(bullet[1]))
		case len(items) == 0 || blank:
			return nil, unreadable("the constraints are no list")
		default:
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
		blank = false
	}
	if len(items) == 0 {
		return nil, unreadable("the constraints are empty, without the word NONE")
	}
	return items, checkItems(items)
}

func checkItems(items []string) error {
	for _, item := range items {
		if bare(item) == "" || strings.EqualFold(bare(item), "none") {
			return unreadable("a constraint is empty")
		}
	}
	return nil
}

func emptyIfNone(text string) string {
	switch strings.ToUpper(bare(text)) {
	case "NONE", "N/A", "EMPTY":
		return ""
	}
	return text
}

// readPartsJSON reads the same as JSON. An empty list must be said to be one.
func readPartsJSON(reply string, whole bool) (parts, error) {
	var got struct {
		Task        *string  `json:"task"`
		Context     *string  `json:"context"`
		Constraints []string `json:"constraints"`
		None        bool     `json:"none"`
	}
	if err := object(reply, &got); err != nil {
		return parts{}, err
	}
	p := parts{constraints: got.Constraints}
	switch {
	case whole && (got.Task == nil || strings.TrimSpace(*got.Task) == ""):
		return parts{}, unreadable("the task is missing")
	case whole && got.Context == nil:
		return parts{}, unreadable("the context is missing")
	case got.None != (len(got.Constraints) == 0):
		return parts{}, unreadable("the constraints and their being none disagree")
	}
	if whole {
		p.task, p.context = strings.TrimSpace(*got.Task), strings.TrimSpace(*got.Context)
	}
	return p, checkItems(p.constraints)
}
