package judge

import (
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lazyregexp"
)

// parts is a decomposition as a reply gives it.
type parts struct {
	task, context string
	constraints   []string
}

// The patterns of headings and lists.
var (
	partHeadingRE  = lazyregexp.New(`(?i)^[\s*_>]*(?:#+\s*)?[\s*_]*(?:the |translated |provided |list of |\d[.)] )*(task|context|constraints?|requirements?|demands?|questions?|任务|背景|上下文|约束(?:条件)?|要求)[\s*_]*(?:[:：][\s*_]*|$)`)
	partNumberedRE = lazyregexp.New(`(?i)^\s*[*_(（]*(?:c|constraint )?([\d０-９]{1,3})[*_]*(?:[.):][*_]*\s+|[、．：）][*_]*\s*)(\S.*)$`)
	partBulletRE   = lazyregexp.New(`(?i)^\s*(?:[-*•–·]|\[[ x]\])\s+(?:\[[ x]\]\s*)?(\S.*)$`)
	partTitleRE    = lazyregexp.New(`(?i)^(?:\*\*|__)[^*_]{1,60}[:：](?:\*\*|__)\s*|^(?:\*\*|__)[^*_]{1,60}(?:\*\*|__)\s*[:：]\s*`)
	partNoneRE     = lazyregexp.New(`(?i)(?m)^\W*none\W*$|^\W*(?:none\b|n/a\b|no (?:\w+ )?(?:constraints|requirements|demands)\b|there (?:are|is) (?:no|none)\b|无|没有)`)
)

// headings gives the parts their names.
var headings = map[string]string{
	"task": "task", "任务": "task", "context": "context", "背景": "context", "上下文": "context",
	"constraint": "constraints", "constraints": "constraints", "requirement": "constraints", "requirements": "constraints", "demand": "constraints", "demands": "constraints", "question": "constraints", "questions": "constraints",
	"约束": "constraints", "约束条件": "constraints", "要求": "constraints",
}

// readParts takes the three headed parts, in order and each once, or JSON with
// these fields.
func readParts(reply string) (parts, error) {
	if p, ok, err := partsInJSON(reply, true); ok {
		return p, err
	}
	sections, err := cutParts(reply)
	if err != nil {
		return parts{}, err
	}
	for _, name := range []string{"task", "constraints"} {
		if strings.TrimSpace(sections[name]) == "" {
			return parts{}, unreadable("the part " + name + " is missing")
		}
	}
	list, err := listItems(sections["constraints"], true)
	return parts{
		task:        strings.TrimSpace(sections["task"]),
		context:     emptyIfNone(strings.TrimSpace(sections["context"])),
		constraints: list,
	}, err
}

// readConstraints takes a list of constraints, with or without its heading.
func readConstraints(reply string) (parts, error) {
	if p, ok, err := partsInJSON(reply, false); ok {
		return p, err
	}
	list, err := listedConstraints(reply)
	return parts{constraints: list}, err
}

// listedConstraints returns the items of a list that may have a heading.
func listedConstraints(reply string) ([]string, error) {
	sections, err := cutParts(reply)
	if err != nil {
		return nil, err
	}
	text, headed := sections["constraints"]
	if !headed {
		text = sections[""]
	}
	return listItems(text, headed)
}

// cutParts splits a reply at its headings. Headings count in their order only,
// so that a context which holds such a word stays whole.
func cutParts(reply string) (map[string]string, error) {
	order := map[string]int{"": 0, "task": 1, "context": 2, "constraints": 3}
	sections := map[string]string{}
	var current string
	for line := range strings.SplitSeq(unfence(reply), "\n") {
		if m := partHeadingRE.FindStringSubmatch(line); m != nil {
			name := headings[strings.ToLower(m[1])]
			if order[name] <= order[current] && current != "context" {
				return nil, unreadable("the part " + name + " is out of place or given twice")
			}
			if order[name] > order[current] {
				current = name
				sections[current] = line[len(m[0]):] + "\n"
				continue
			}
		}
		sections[current] += line + "\n"
	}
	return sections, nil
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

// listItems takes a list numbered from 1 or 0, a list of bullets, a line each under
// a heading, or words for there being none. A line without a mark continues the
// item before it, unless a blank line stands between: that is talk about the
// list, and ends it. What stands before the first item announces it.
func listItems(text string, headed bool) ([]string, error) {
	var items []string
	bullets, blank, first := false, false, 1
	for line := range strings.SplitSeq(text, "\n") {
		number, bullet := partNumberedRE.FindStringSubmatch(line), partBulletRE.FindStringSubmatch(line)
		switch {
		case strings.TrimSpace(line) == "":
			blank = true
			continue
		case number != nil && !bullets:
			n, _ := strconv.Atoi(strings.Map(fold, number[1]))
			if len(items) == 0 && n == 0 {
				first = 0
			}
			if n != first+len(items) {
				return nil, unreadable("the list is not numbered one by one")
			}
			items = append(items, number[2])
		case bullet != nil && (bullets || len(items) == 0):
			bullets = true
			items = append(items, bullet[1])
		case len(items) == 0:
			continue
		case blank:
			return cleanItems(items)
		default:
			items[len(items)-1] += " " + strings.TrimSpace(line)
		}
		blank = false
	}
	switch {
	case len(items) > 0:
		return cleanItems(items)
	case partNoneRE.MatchString(text):
		return nil, nil
	case headed:
		return plainLines(text)
	}
	return nil, unreadable("it holds no list, and not the word NONE")
}

// plainLines takes a sentence a line.
func plainLines(text string) ([]string, error) {
	var items []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasSuffix(line, ".") && !strings.HasSuffix(line, "。") {
			return nil, unreadable("it holds no list, and not the word NONE")
		}
		items = append(items, line)
	}
	return cleanItems(items)
}

// cleanItems takes bold titles off the items.
func cleanItems(items []string) ([]string, error) {
	for i, item := range items {
		item = strings.TrimSpace(item)
		if plain := strings.TrimSpace(item[len(partTitleRE.FindString(item)):]); plain != "" {
			item = plain
		}
		if strings.HasPrefix(item, "**") && strings.HasSuffix(item, "**") && strings.Count(item, "**") == 2 {
			item = strings.Trim(item, "*")
		}
		if items[i] = item; bare(item) == "" || strings.EqualFold(bare(item), "none") {
			return nil, unreadable("an item of the list is empty")
		}
	}
	return items, nil
}

func emptyIfNone(text string) string {
	switch strings.ToUpper(bare(text)) {
	case "NONE", "N/A", "EMPTY", "无":
		return ""
	}
	return text
}

// partsInJSON reads the same from an object in a reply, if it has one with a
// list of constraints. An empty list must be said to be one.
func partsInJSON(reply string, whole bool) (p parts, ok bool, err error) {
	n, at := constraintsIn(reply)
	if n == nil {
		return p, false, nil
	}
	if key := n.twice(); key != "" {
		return p, true, unreadable("it holds " + strconv.Quote(key) + " twice")
	}
	if p, err = n.parts(at); err == nil && whole && p.task == "" {
		err = unreadable("the task is missing")
	}
	return p, true, err
}

// constraintsIn returns the first object in a reply that has a list of
// constraints, and the place of that field; nil if none has.
func constraintsIn(reply string) (*node, int) {
	values, _ := jsonIn(reply)
	for i := range values {
		at := slices.IndexFunc(values[i].keys, func(key string) bool { return headings[key] == "constraints" })
		if at >= 0 && values[i].values[at].array {
			return &values[i], at
		}
	}
	return nil, 0
}

// demandKeys are the fields that hold the words of an entry.
var demandKeys = []string{"text", "constraint", "requirement", "demand"}

// parts reads an object whose field at that place is the list.
func (n *node) parts(at int) (parts, error) {
	p := parts{task: n.text([]string{"task", "任务"}), context: emptyIfNone(n.text([]string{"context", "背景"}))}
	for i := range n.values[at].values {
		v := &n.values[at].values[i]
		text, ok := v.scalar.(string)
		if !ok {
			text = v.text(demandKeys)
		}
		p.constraints = append(p.constraints, text)
	}
	none := slices.IndexFunc(n.keys, func(key string) bool { return key == "none" })
	if none >= 0 && (n.values[none].scalar == true) != (len(p.constraints) == 0) || none < 0 && len(p.constraints) == 0 {
		return parts{}, unreadable("the constraints and their being none disagree")
	}
	var err error
	p.constraints, err = cleanItems(p.constraints)
	return p, err
}
