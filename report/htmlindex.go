package report

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"adhere"
)

// An indexGroup lists the shown items behind the numbers of one group.
type indexGroup struct {
	ID, Title string
	Kinds     []indexKind
	group     map[string]string
}

type indexKind struct {
	Outcome, Sign, Word string
	Items               []htmlCell
}

// link returns where the items behind a summary are listed, and remembers
// that the list is wanted.
func (s *selection) link(sum adhere.Summary) string {
	name := groupName(sum.Group)
	if g := s.groups[name]; g != nil {
		return "#" + g.ID
	}
	digest := sha256.Sum256([]byte(name))
	g := &indexGroup{
		ID: "of-" + hex.EncodeToString(digest[:6]), Title: firstOf(name, "all items"), group: sum.Group,
		Kinds: []indexKind{
			{Outcome: string(adhere.NotMet), Sign: sign(adhere.NotMet), Word: "not met"},
			{Outcome: string(adhere.Unsure), Sign: sign(adhere.Unsure), Word: "undecided"},
			{Outcome: string(adhere.Met), Sign: sign(adhere.Met), Word: "met"},
			{Outcome: string(adhere.Skipped), Sign: sign(adhere.Skipped), Word: "no verdict"},
		},
	}
	s.groups[name] = g
	s.order = append(s.order, g)
	return "#" + g.ID
}

// index enters an item in every group it belongs to, under the worst outcome
// of its requirements there.
func (s *selection) index(rec *adhere.Record, id string) {
	for _, g := range s.order {
		if worst, ok := g.worst(rec); ok {
			kind := &g.Kinds[worst]
			kind.Items = append(kind.Items, htmlCell{Text: itemName(rec), Href: id})
		}
	}
}

// worst returns the kind of an item in the group: 0 not met, 1 undecided,
// 2 met, 3 without any verdict; false if it doesn't belong there.
func (g *indexGroup) worst(rec *adhere.Record) (int, bool) {
	worst, member := 3, false
	for i, req := range rec.Instruction.Requirements {
		if !belongs(g.group, rec.Instruction, &req) {
			continue
		}
		member = true
		switch outcome(rec, i).Outcome {
		case adhere.NotMet:
			return 0, true
		case adhere.Unsure, adhere.Broken:
			worst = min(worst, 1)
		case adhere.Met:
			worst = min(worst, 2)
		default:
		}
	}
	return worst, member || len(g.group) == 0
}

// belongs reports whether a requirement is in a group, by the keys that
// package metric groups by: label, rule, level, else a tag.
func belongs(group map[string]string, in *adhere.Instruction, req *adhere.Requirement) bool {
	for key, want := range group {
		var ok bool
		switch key {
		case "label":
			ok = slices.Contains(req.Labels, want)
		case "rule":
			ok = req.Rule != nil && req.Rule.Name == want
		case "level":
			ok = strconv.Itoa(in.Level) == want
		default:
			ok = in.Tags[key] == want
		}
		if !ok {
			return false
		}
	}
	return true
}
