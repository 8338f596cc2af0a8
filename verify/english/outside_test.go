package english_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere/verify"
	"adhere/verify/english"
)

// An outsider is a group of wordings that mean the same, written without
// regard to what the reader knows, and the answers that tell right readings
// from wrong ones.
type outsider struct {
	decides    english.Extent
	say        []string
	pass, fail []string
	open       []string // left to a judge
}

func outsiders(t *testing.T) (groups []outsider) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "outside.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		answer := spelled(strings.ReplaceAll(strings.TrimPrefix(line, "+ "), `\n`, "\n"))
		last := len(groups) - 1
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "== "):
			groups = append(groups, outsider{decides: english.Extent(line[3:])})
		case strings.HasPrefix(line, "+ "):
			groups[last].pass = append(groups[last].pass, answer)
		case strings.HasPrefix(line, "? "):
			groups[last].open = append(groups[last].open, strings.ReplaceAll(line[2:], `\n`, "\n"))
		case strings.HasPrefix(line, "- "):
			answer = spelled(strings.ReplaceAll(line[2:], `\n`, "\n"))
			groups[last].fail = append(groups[last].fail, answer)
		default:
			groups[last].say = append(groups[last].say, line)
		}
	}
	return groups
}

// TestOutside holds the reader to wordings that nobody wrote for it. A wrong
// reading fails; what is not read though it could be is counted only.
func TestOutside(t *testing.T) {
	count := map[string]int{}
	for _, g := range outsiders(t) {
		for _, say := range g.say {
			count["wordings"]++
			verdict := g.judge(t, say)
			count[string(g.decides)+": "+verdict]++
		}
	}
	t.Log(count)
}

func (g *outsider) judge(t *testing.T, say string) string {
	t.Helper()
	got, ok := english.Read(say)
	switch {
	case !ok && g.decides == english.None:
		return "rightly none"
	case !ok:
		t.Logf("missed: %s", say)
		return "missed"
	case g.decides == english.None || g.decides == english.Part && got.Decides == english.Whole:
		t.Errorf("WRONG %q: read as %s %q, want %s", say, got.Decides, got.Check, g.decides)
		return "wrong"
	}
	check, err := compiled(got.Check)
	if err != nil {
		t.Fatal(err)
	}
	for _, answer := range g.pass {
		if f := check(verify.NewText(answer)); !f.Met {
			t.Errorf("WRONG %q: read as %s %q: %.60q must pass: %s", say, got.Decides, got.Check, answer, f)
			return "wrong"
		}
	}
	for _, answer := range g.open {
		if f := check(verify.NewText(answer)); !f.Undecided {
			t.Errorf("WRONG %q: read as %s %q: %.60q must be left open: %s", say, got.Decides, got.Check, answer, f)
			return "wrong"
		}
	}
	weak := 0
	for _, answer := range g.fail {
		if f := check(verify.NewText(answer)); f.Met {
			if got.Decides == english.Whole {
				t.Errorf("WRONG %q: read as %s %q: %.60q must fail: %s", say, got.Decides, got.Check, answer, f)
				return "wrong"
			}
			weak++
		}
	}
	if weak > 0 || got.Decides != g.decides {
		t.Logf("weak: %q: read as %s %q", say, got.Decides, got.Check)
		return "weak"
	}
	return "right"
}

// A quoted word of politeness, or one that joins, is a word like any other.
func TestQuotedFillers(t *testing.T) {
	for _, word := range []string{"please", "thanks", "and", "also", "hello"} {
		for _, demand := range []string{`Do not use the word "` + word + `".`, `Do not use "` + word + `".`, `Please include the word "` + word + `", thanks.`} {
			if r, ok := english.Read(demand); !ok || r.Decides != english.Whole {
				t.Errorf("%s: read %v", demand, r.Decides)
			}
		}
	}
}
