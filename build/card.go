package build

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"adhere/internal/lists"
	"adhere/judge"
	"adhere/prompt"
)

// A Card says of a built set where it comes from and what it is worth.
type Card struct {
	Name    string
	About   string      // one paragraph
	Licence string      // as hubs name it, "other" if not known
	Facts   [][2]string // name and value: seed, versions, models, prompts, people
	Sources []Material
	Yields  []StepYield
	Tables  []Table
	Limits  []string    // what is known to be wrong or missing
	Files   [][2]string // name and SHA-256
	Main    string      // of the files, the one that is loaded where none is named
}

// A Material is what a set was made from.
type Material struct {
	Name, SHA256, Licence string
}

// A Table is a section of a card.
type Table struct {
	Title string
	Heads []string
	Rows  [][]string
}

var hashOfNothing = fmt.Sprintf("%x", sha256.Sum256(nil))

// newCard begins the card of a set that steps made, some of them by asking a
// model; Options are nil where none was asked.
func newCard(name string, yields []StepYield, o *judge.Options, steps Table) *Card {
	c := &Card{Name: name, Licence: "other", Yields: yields, Tables: []Table{steps}}
	asked := "none"
	if o != nil {
		asked = o.Model.Name()
		c.Facts = append(c.Facts, [2]string{"prompts", cmp.Or(o.Pack, prompt.Default()).Hash()})
	}
	c.Facts = append(c.Facts, [2]string{"models", asked}, [2]string{"people", "none yet"})
	return c
}

// stepTable says what each step does.
func stepTable[T any](steps []Step[T]) Table {
	t := Table{Title: "Steps", Heads: []string{"step", "what it does"}}
	for _, s := range steps {
		t.Rows = append(t.Rows, []string{s.Name, s.Doc})
	}
	return t
}

// tellBefore points to the card of the set that this one was made of, a file of
// that name beside it; "" where there is none.
func (c *Card) tellBefore(name string) {
	if name == "" {
		c.Limits = append(c.Limits, "No card stood beside the set, so how it was made is not told here.")
		return
	}
	c.About += " How it was made, and by which models, stands in " + name + "."
}

// WriteMarkdown writes the card with the front matter that hubs read.
func (c *Card) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nlicense: %s\nconfigs:\n", c.Licence)
	for _, f := range c.Files {
		if ext := filepath.Ext(f[0]); ext == ".yaml" || ext == ".md" || f[1] == hashOfNothing { // which hubs do not load
			continue
		}
		fmt.Fprintf(&b, "- config_name: %s\n  data_files: %s\n", strings.TrimSuffix(f[0], filepath.Ext(f[0])), f[0])
		if f[0] == c.Main {
			b.WriteString("  default: true\n")
		}
	}
	fmt.Fprintf(&b, "---\n# %s\n\n%s\n", c.Name, c.About)
	c.section(&b, Table{"Facts", []string{"what", "value"}, pairs(c.Facts)})
	sources := lists.Map(c.Sources, func(s Material) []string { return []string{s.Name, s.Licence, s.SHA256} })
	c.section(&b, Table{"Sources", []string{"source", "licence", "SHA-256"}, sources})
	c.section(&b, YieldTable(c.Yields))
	for _, t := range c.Tables {
		c.section(&b, t)
	}
	c.section(&b, Table{"Files", []string{"file", "SHA-256"}, pairs(c.Files)})
	if len(c.Limits) > 0 {
		b.WriteString("\n## Known limits\n\n")
		for _, l := range c.Limits {
			fmt.Fprintf(&b, "- %s\n", cell(l))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func pairs(list [][2]string) [][]string {
	return lists.Map(list, func(p [2]string) []string { return p[:] })
}

func (*Card) section(b *strings.Builder, t Table) {
	if len(t.Rows) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## %s\n\n| %s |\n|%s\n", t.Title, strings.Join(t.Heads, " | "), strings.Repeat(" --- |", len(t.Heads)))
	for _, row := range t.Rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(lists.Map(row, cell), " | "))
	}
}

// cell keeps a text in one line of a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
}

// YieldTable shows what each step left, and why it dropped the rest.
func YieldTable(yields []StepYield) Table {
	t := Table{Title: "Yield", Heads: []string{"step", "in", "kept", "share", "dropped"}}
	for _, y := range yields {
		t.Rows = append(t.Rows, []string{y.Step, strconv.Itoa(y.In), strconv.Itoa(y.Kept), percent(y.Kept, y.In), countsOf(y.Dropped)})
	}
	return t
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}

// countsOf lists counts, the largest first.
func countsOf(counts map[string]int) string {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}
