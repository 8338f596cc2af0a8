package bench_test

import (
	"path/filepath"
	"strings"
	"testing"

	"adhere"
	"adhere/dataset"
	"adhere/internal/benchdata"
	"adhere/verify"
	"adhere/verify/suites"
)

// An answer of our own meets each rule of each source at every level that can
// be met. Levels 4 and 5 of format 22 cannot: a paragraph's number is a
// sentence of one word to the official script, which wants more than twenty.
func TestRulesCanBeMet(t *testing.T) {
	catalog := suites.Catalog()
	for language, own := range ownAnswers() {
		set, err := dataset.Read(t.Context(), "followbench", filepath.Join(benchdata.Dir(t, "followbench"), language), dataset.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ruled := 0
		for in, err := range set.All() {
			if err != nil {
				t.Fatal(err)
			}
			if in.Requirements[0].Rule == nil {
				continue
			}
			ruled++
			impossible := strings.Contains(in.ID, "/format/22/") && in.Level > 3
			for _, r := range in.Requirements {
				check, err := catalog.Compile(r.Rule)
				if err != nil {
					t.Fatalf("%s: %v", in.ID, err)
				}
				f := check(verify.NewText(ownAnswer(in, own)))
				if !f.Met && !impossible {
					t.Errorf("%s, requirement %s: %s", in.ID, r.ID, f)
				}
			}
		}
		if want := map[string]int{"en": 350, "zh": 330}[language]; ruled != want {
			t.Errorf("%s: rules decide %d instructions, want %d", language, ruled, want)
		}
	}
}

// ownAnswer returns our own answer, or what the target says.
func ownAnswer(in *adhere.Instruction, own map[string]string) string {
	tail := in.ID[strings.IndexByte(in.ID, '/')+1 : strings.LastIndexByte(in.ID, '/')]
	if answer := own[tail]; answer != "" {
		return answer
	}
	switch {
	case in.Tags["category"] == "example":
		form := strings.NewReplacer("{instruction}\n", "", "{{", "{", "}}", "}").Replace(in.Reference)
		return strings.ReplaceAll(form, "{answer}", "an answer")
	case own[in.Tags["source"]] != "":
		return own[in.Tags["source"]]
	case in.Tags["source"] == "CONLL2003":
		return strings.Split(in.Reference, "'")[1]
	}
	return in.Reference
}

func ownAnswers() map[string]map[string]string {
	paragraphs := func(word string) string {
		long := strings.TrimSpace(strings.Repeat(word+" ", 22))
		return long + "\n\n" + long + "\n\n" + long
	}
	var points []string
	for _, n := range []string{"1 Growth", "2 Jobs", "3 Care", "4 Peace", "5 Hope"} {
		points = append(points, "**"+n+": we all gain from the new ideas that come each year.")
	}
	return map[string]map[string]string{
		"en": {
			"cnn_dailymail": "Potter turns of age. The actor is calm. His films have earned much",
			"xsum":          "The rescue operation is restoring flooded towns",
			"samsum":        "Kim will do her stuff tomorrow.",
			"gigaword":      "two die in blast aboard southern coach today",
			"arxiv":         "We show that activations store facts",
			"format/22":     paragraphs("care"),
			"format/30":     strings.Join(points, "\n"),
		},
		"zh": {
			"cnn_dailymail": "波特成年。演员很好。电影上映了",
			"xsum":          "救援操作正在进行",
			"samsum":        "金明天做琐碎的事,",
			"gigaword":      "客车爆炸致两人在",
			"arxiv":         "我们研究激活",
			"format/22":     paragraphs("照料木门"),
		},
	}
}
