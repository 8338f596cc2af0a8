package papers_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/internal/writing/papers"
)

// TestRelatedWork reads paragraphs of related work, with what they cite, out of
// the sources that documents come from.
func TestRelatedWork(t *testing.T) {
	for name, c := range map[string]struct {
		data string
		want []papers.Related
	}{
		"s2orc.json": {
			`{"paper_id":"1","title":"T","pdf_parse":{"body_text":[{"section":"Introduction","text":"We mill.","cite_spans":[{"ref_id":"B0"}]},
			{"section":"2 Related Work","text":"Mills store water (Moss, 2001).","cite_spans":[{"start":19,"end":30,"text":"(Moss, 2001)","ref_id":"B1"},{"ref_id":"B1"},{"ref_id":"B9"},{"ref_id":null}]}],
			"bib_entries":{"B0":{"title":"Of bees"},"B1":{"title":"Of tide mills"}}}}`,
			[]papers.Related{{Text: "Mills store water (Moss, 2001).", Cites: []string{"Of tide mills", "B9"}}},
		},
		"older.json": {
			`{"paper_id":"1","title":"T","body_text":[{"section":"Background","text":"Mills.","cite_spans":[{"ref_id":"B1"}]}],"bib_entries":{"B1":{"title":"Of tide mills"}}}`,
			[]papers.Related{{Text: "Mills.", Cites: []string{"Of tide mills"}}},
		},
		"numbers.md": {
			"# T\n\n## Related work\n\nMills store water [1, 3] and power [2-3], as others say [7].\n\n## Results\n\nNone [1].\n\n## References\n\n[1] A. Moss. Of tide mills. 2001.\n\n[2] B. Fern. Of ponds. 2002. [3] C. Oak. Of gates. 2003.\n",
			[]papers.Related{{Text: "Mills store water [1, 3] and power [2-3], as others say [7].", Cites: []string{"A. Moss. Of tide mills. 2001.", "C. Oak. Of gates. 2003.", "B. Fern. Of ponds. 2002.", "[7]"}}},
		},
		"names.html": {
			"<title>T</title><h2>Previous research</h2><p>Mills store water (Moss and Fern, 2001; Oak et al., 2003). Elm (1999) differs.</p><h2>References</h2><p>Moss, A. and Fern, B. 2001. Of tide mills.</p><p>Oak, C. 2003. Of gates.</p>",
			[]papers.Related{{Text: "Mills store water (Moss and Fern, 2001; Oak et al., 2003). Elm (1999) differs.", Cites: []string{"Moss, A. and Fern, B. 2001. Of tide mills.", "Oak, C. 2003. Of gates.", "Elm (1999"}}},
		},
		"none.txt": {"T\n\nMills store water [1].", nil},
	} {
		docs, err := papers.Read(name, []byte(c.data))
		if err != nil || len(docs) != 1 {
			t.Fatal(name, docs, err)
		}
		if diff := cmp.Diff(c.want, papers.RelatedWork(&docs[0])); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestSameTitle(t *testing.T) {
	for _, c := range []struct {
		reference, title string
		want             bool
	}{
		{"Moss, A. 2001. Of Tide-Mills: a history. Press.", "Of tide mills, a History", true},
		{"Of tide mills", "Of tide mills", true},
		{"Moss, A. 2001. Of bees and mills.", "Mills", false},
		{"mills", "Mills", true},
		{"B9", "", false},
	} {
		if got := papers.SameTitle(c.reference, c.title); got != c.want {
			t.Errorf("%q, %q: %v", c.reference, c.title, got)
		}
	}
}
