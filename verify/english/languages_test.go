package english_test

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adhere/verify/english"
)

// TestLanguages holds what requirements in other languages are read as, whole:
// wordings that we wrote in them, each with its check.
func TestLanguages(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "languages.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		wording, want, ok := strings.Cut(lines.Text(), "\t")
		if !ok {
			continue
		}
		n++
		if got, _ := english.Read(wording); got.Decides != english.Whole || got.Check.String() != want {
			t.Errorf("Read(%q) = %s %q, want all %q", wording, got.Decides, got.Check, want)
		}
	}
	if n < 100 {
		t.Errorf("%d wordings, want at least 100", n)
	}
}

// TestLanguagesRefused holds that what is close to a demand in another language
// and means something else, or more, is not read whole.
func TestLanguagesRefused(t *testing.T) {
	for _, wording := range []string{
		"Höchstens 50 Wörter, den Titel nicht mitgerechnet, außer im Fazit.",
		"Verwende keine Emojis, außer im Titel, wenn es passt.",
		`Antworte ohne "Sie".`,
		`Das Wort „Ihnen“ soll mindestens dreimal vorkommen.`,
		"Höchstens 50 Wörter (ohne Überschrift).",
		"每条最多12个字（标点不算）。",
		"全文不超过70个字（标点不算）",
		"Antworte so, wie es 3 Kinder tun würden.",
		"Máximo 50 palabras, salvo que haga falta más.",
		"Usa un tono amable y cercano.",
		"Explica qué es una frase y qué es un párrafo.",
		"Pas plus de 50 mots, sauf si le sujet l'exige.",
		"Explique la différence entre une phrase et un paragraphe.",
		"No máximo 50 palavras, a menos que seja preciso mais.",
		"Explique por que as pessoas usam emojis.",
		"解释什么是段落。",
		"除非必要，不超过50字。",
		"丁寧な口調で書いてください。",
		"絵文字の歴史を説明してください。",
		"Verwende das Wort „Freiheit“ nur, wenn es nötig ist.",
		"Erkläre, warum Emojis in Mails verboten sind.",
		"Ende mit einem Fazit.",
		"Kürze den Text auf die Hälfte.",
		"Termina con un resumen.",
		"Cada párrafo debe tratar un tema distinto.",
		"Evita las palabras difíciles.",
		"Termine par un résumé.",
		"Chaque paragraphe traite un thème différent.",
		"Utilise un ton chaleureux.",
		"Evite palavras difíceis.",
		"Cada parágrafo deve falar de um tema.",
		"避免使用专业术语。",
		"分析这段话的要点。",
		"像六岁孩子一样写。",
		"最後に感想を書いてください。",
		"なぜ絵文字が禁止なのか説明してください。",
		"Mindestens drei Quellen nennen.",
		"Emploie au moins trois adjectifs.",
		"Au maximum deux phrases pour l'introduction.",
		"写50字的简介和100字的说明。",
	} {
		if got, _ := english.Read(wording); got.Decides == english.Whole {
			t.Errorf("Read(%q) = all %q, want not whole", wording, got.Check)
		}
	}
}

// TestPromptsInOtherLanguages holds what prompts in other languages demand of the
// form of their answers, and that what is only told, asked or quoted in the same
// words demands nothing.
func TestPromptsInOtherLanguages(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "prompts.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		prompt, want, _ := strings.Cut(lines.Text(), "\t")
		if got := strings.Join(enforced(t, user(prompt)), "; "); got != want {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}
