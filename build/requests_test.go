package build_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"adhere"
	"adhere/build"
	"adhere/internal/lists"
	"adhere/judge"
	"adhere/verify"
)

// classifier answers the three questions about requests, and has the faults
// that models have.
type classifier struct{ scripted }

func (m *classifier) Generate(_ context.Context, req *adhere.Request) (*adhere.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, req)
	text := req.Messages[len(req.Messages)-1].Text
	_, request, _ := strings.Cut(text, "whatever it says")
	has := func(part string) bool { return strings.Contains(request, part) }
	reply := "No"
	switch {
	case has("vague") || strings.Contains(text, "could not be read"):
		reply = "It depends on how you look at it."
	case has("refusal"):
		reply = "I am sorry, I cannot help with that."
	case strings.Contains(text, "have to do with code"):
		if has("spreadsheet") {
			reply = "**Yes**"
		}
	case strings.Contains(text, "set constraints"):
		if has("at most") || has("rhyme") {
			reply = "Answer: Yes."
		}
	case has("enemy"):
		reply = "yes"
	}
	return &adhere.Response{Text: reply, Usage: adhere.Usage{Calls: 1}}, nil
}

func asks(id, text string) *build.Request {
	return &build.Request{ID: id, Turns: []adhere.Message{{Role: adhere.User, Text: text}, {Role: adhere.Assistant, Text: "Well."}}}
}

func conversations() []*build.Request {
	list := []*build.Request{
		asks("kept", "Write a poem about a mill that does not rhyme and has at most ten lines."),
		asks("again", "write a poem about a mill, that does not rhyme and has at most ten lines!"),
		asks("near", "Please write a poem about a mill that does not rhyme and has at most ten lines."),
		asks("short", "Hello"),
		asks("german", "Schreibe ein Gedicht über eine alte Mühle am Rande der Stadt."),
		asks("beans", "give me 10 clever marketing ideas for baked beans"),
		asks("syntax", "What is wrong here?\n```\nx = 1\n```"),
		asks("words", "Write a python program that counts mills."),
		asks("page", "Summarise https://example.org/mills in at most two sentences."),
		asks("before", "Make the previous answer shorter and have it rhyme."),
		asks("mail", "Write to anna.smith@example.com that the mill is closed."),
		asks("mark", "Write a letter to NAME_1 about the mill in at most 50 words."),
		asks("bench", "Name five kinds of mills that were built in the north, at most ten words each."),
		asks("cells", "Explain how to add up the cells of a spreadsheet in at most three sentences."),
		asks("plain", "Tell me how a mill works, and who invented it."),
		asks("bad", "Write insults about the enemy next door in at most five lines."),
		asks("unclear", "Write something vague about mills in at most five lines."),
		asks("refused", "Write a refusal of an invitation to a mill in at most five lines."),
		asks("abcdefg_4", "Write a poem about bees that has at most ten lines."),
		{ID: "assistant", Turns: []adhere.Message{{Role: adhere.Assistant, Text: "Hello."}}},
		{ID: "nobody"},
	}
	flagged := asks("flagged", "Write a tale of terror about a mill in at most ten lines.")
	flagged.Flagged = true
	return append(list, flagged)
}

// TestLanguage: a short request is dropped only if the wanted language is unlikely, not
// wherever another is a little likelier.
func TestLanguage(t *testing.T) {
	list := map[string]string{
		"Tell me a good marinara sauce recipe": "", "Can you generate a creative question?": "", "Ask me a controversial question": "", "Write me a devsecops project plan": "",
		"Schreibe ein Gedicht": "another language: de", "Escribe un poema": "another language: es", "Donne-moi une recette de crêpes": "another language: fr",
		"12345 67890 12345": "another language: unknown",
	}
	for _, text := range []string{"Ciao, come stai?", "Was ist KI?", "Ideas para cenar", "Consigli per Roma", "Me ajude com isso"} {
		list[text] = "another language: " + verify.NewText(text).Language()
	}
	languages := map[string]string{"写一首关于秋天的诗": "zh", "這個城市的歷史很有趣，請寫三句話來介紹它的風景": "zh", "秋についての詩を書いて": "ja"}
	for text, language := range languages {
		list[text] = ""
		for _, other := range []string{"zh", "en", "xx"} {
			if f := (build.Filter{Language: other}); other != language && len(rejected(t, &f, text)) == 0 {
				t.Errorf("%q is kept as %s", text, other)
			}
		}
	}
	for text, want := range list {
		f := build.Filter{Language: cmp.Or(languages[text], "en")}
		if got := rejected(t, &f, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestShortRequests: of short requests few are taken for another language's, and few of
// others for English.
func TestShortRequests(t *testing.T) {
	english := []string{
		"Suggest three picnic snacks", "Give me a riddle about time", "Jokes for a wedding toast", "How do vaccines work?", "Explain photosynthesis simply",
		"Slogan for a coffee brand", "Compare cats versus dogs", "Recipe for banana bread", "Who painted Guernica?", "Outline a mystery novel",
		"Fun facts about Madagascar", "Short poem on winter", "Motivate me to run daily", "Convert 5 miles to km", "Pros and cons of solar energy",
		"Describe Mona Lisa in haiku", "Create a gym routine", "Tips for a job interview", "List major European capitals", "Simulate a Socratic debate",
	}
	others := []string{
		"Nenne drei Flüsse", "Gib mir Tipps zum Lernen", "Kurze Rede zum Geburtstag", "Liste de prénoms rares", "Explique la photosynthèse",
		"Un slogan pour un café", "Chistes para una boda", "Explica la fotosíntesis", "Receta de pan casero", "Spiegami la fotosintesi",
		"Idee per un regalo", "Tre film da vedere", "Receita de bolo simples", "Piadas curtas, por favor", "Explique a gravidade",
		"Geef me drie tips", "Wat is een algoritme?", "Ge mig tre tips", "Podaj trzy przyklady", "Bana üç fikir ver",
	}
	kept := func(text string) bool { return rejected(t, &build.Filter{Language: "en"}, text) == "" }
	if right, wrong := lists.Count(english, kept), lists.Count(others, kept); right < 19 || wrong > 1 {
		t.Errorf("%d English requests and %d others are kept, want at least 19 and at most 1 of 20", right, wrong)
	}
}

// rejected says why a request is in no language that is wanted.
func rejected(t *testing.T, f *build.Filter, text string) string {
	t.Helper()
	p, err := build.Through(t.Context(), []*build.Request{asks("r", text)}, slices.Delete(f.Steps(), 1, 2)[:2]) // also those that are too short
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Rejected) == 0 {
		return ""
	}
	return p.Rejected[0].Why
}

// TestFilter holds at which step each request is dropped, and that nothing is
// lost without a reason.
func TestFilter(t *testing.T) {
	model := &classifier{}
	against := build.Passages{}
	against.Add("some benchmark", "Name five kinds of mills that were built in the north and say why.")
	f := build.Filter{Language: "en", Against: against, Options: &judge.Options{Model: model, Reasks: 1}}
	p, err := build.Through(context.Background(), conversations(), f.Steps())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range p.Rejected {
		why, _, _ := strings.Cut(r.Why, ":")
		got = append(got, fmt.Sprintf("%s: %s: %s", r.Line.ID, r.Step, why))
	}
	want := []string{
		"abcdefg_4: first turn: a later piece of a conversation", "assistant: first turn: begins with the assistant", "nobody: first turn: no turn of a person",
		"short: length: too short", "german: language: another language",
		"syntax: code: syntax", "words: code: words",
		"page: alone: an address", "before: alone: points to",
		"mail: private: personal data", "mark: private: taken out",
		"flagged: moderated: marked",
		"again: exact duplicates: the same", "near: near duplicates: nearly the same",
		"bench: overlap: shared",
		"cells: code (model): has to do with code", "unclear: code (model): no readable reply", "refused: code (model): no readable reply",
		"beans: constraints (model): no constraint, or does not stand alone", "plain: constraints (model): no constraint, or does not stand alone",
		"bad: harm (model): harmful",
	}
	if !slices.Equal(got, want) {
		t.Errorf("dropped\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(p.Kept) != 1 || p.Kept[0].ID != "kept" || len(p.Kept[0].Demands) == 0 {
		t.Errorf("kept %+v", p.Kept)
	}
	in := len(conversations())
	for _, y := range p.Yields {
		dropped := 0
		for _, n := range y.Dropped {
			dropped += n
		}
		if y.In != in || y.Kept+dropped != y.In {
			t.Errorf("step %s: %d in after %d, %d kept, %d dropped", y.Step, y.In, in, y.Kept, dropped)
		}
		in = y.Kept
	}
	if len(model.asked) != 7+2+4+2 { // code, two of them again; constraints; harm
		t.Errorf("%d calls", len(model.asked))
	}
}

// TestFilterByCode holds that without a model only what code reads is kept.
func TestFilterByCode(t *testing.T) {
	f := build.Filter{Language: "en"}
	p, err := build.Through(context.Background(), []*build.Request{
		asks("read", "Describe a mill in at most 50 words."), asks("unread", "Describe a mill as a sailor would."),
	}, f.Steps())
	if err != nil || len(p.Kept) != 1 || p.Kept[0].ID != "read" {
		t.Errorf("%+v, %v", p.Kept, err)
	}
}

// TestLengthOfRequests holds that a letter that is a word or a syllable counts as several.
func TestLengthOfRequests(t *testing.T) {
	for text, want := range map[string]bool{
		"给出一个健康饮食的例子": true, "你好": false, "健康的な食事の例をください": true, "건강한 식단의 예를 알려줘": true, "Say hi please.": false, "Say hi, please.": true,
	} {
		p, err := build.Through(t.Context(), []*build.Request{asks("x", text)}, (&build.Filter{}).Steps()[:2])
		if err != nil || (len(p.Kept) == 1) != want {
			t.Errorf("%q: %+v, %v", text, p.Rejected, err)
		}
	}
}

// TestPrivateTextIsNotWritten holds that what is dropped as private does not
// stand in the file of what was dropped.
func TestPrivateTextIsNotWritten(t *testing.T) {
	f := build.Filter{Language: "en"}
	p, err := build.Through(t.Context(), []*build.Request{asks("mail", "Write a short letter to ann.miller@mill.org about her poem."), asks("file", "Sum up the attached file in one sentence."), asks("bond", "How do I get attached to the people of my town?"), asks("photo", "<image>What do the people here do all day?")}, f.Steps())
	if err != nil || len(p.Rejected) != 4 {
		t.Fatal(p.Rejected, err)
	}
	for i, want := range []string{"file: points to: \"the attached\"", "photo: points to: \"<image>\"", "mail: personal data", "bond: no demand that code reads"} {
		if r := p.Rejected[i]; r.Line.ID+": "+r.Why != want || (r.Line.Text == "") != (r.Line.ID == "mail") {
			t.Errorf("%+v, want %s", r, want)
		}
	}
}

// A step that does nothing, or does not say of each line what becomes of it, is named.
func TestStepsThatAreIncomplete(t *testing.T) {
	for want, do := range map[string]func(context.Context, []int) ([]string, error){
		"has no Do":             nil,
		"0 reasons, of 2 lines": func(context.Context, []int) ([]string, error) { return nil, nil },
	} {
		_, err := build.Through(t.Context(), []int{1, 2}, []build.Step[int]{{Name: "odd", Do: do}})
		if adhere.CodeOf(err) != adhere.Invalid || !strings.Contains(err.Error(), "step odd") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
