package langid_test

import (
	"strings"
	"testing"

	"adhere/verify/langid"
)

func TestDetect(t *testing.T) {
	for text, want := range map[string]string{
		"The rain kept falling on the roof of the old station.":            "en",
		"Der Regen fiel weiter auf das Dach des alten Bahnhofs.":           "de",
		"La lluvia seguía cayendo sobre el tejado de la estación.":         "es",
		"Дождь всё шёл и шёл над крышей старого вокзала.":                  "ru",
		"बारिश पुराने स्टेशन की छत पर गिरती रही।":                          "hi",
		"雨は古い駅の屋根に降り続けた。":                                                  "ja",
		"雨一直下在老火车站的屋顶上，我们没有出门。":                                            "zh-cn",
		"비가 오래된 역의 지붕 위로 계속 내렸다.":                                          "ko",
		"استمر المطر في الهطول على سطح المحطة القديمة.":                    "ar",
		"باران همچنان بر بام ایستگاه قدیمی می\u200cبارید و ما خانه ماندیم": "fa",
		"Mu\u031ba vẫn rơi trên mái nhà ga cu\u0303 suốt đêm.":             "vi",
		"THE RAIN KEPT FALLING ON THE ROOF OF THE OLD STATION":             "en",
	} {
		if got, ok := langid.Detect(text); !ok || got.Language != want {
			t.Errorf("Detect(%q) = %v %v, want %s", text, got, ok, want)
		}
	}
}

func TestDetectIgnores(t *testing.T) {
	const text = "Der Regen fiel weiter auf das Dach."
	want, _ := langid.Detect(text + "   ")
	noise := text + "  https://example.org/the/rain/in/english the.rain.kept@falling.example.org "
	if got, _ := langid.Detect(noise); got != want {
		t.Errorf("with addresses %v, without %v: addresses say nothing about the language", got, want)
	}
	if got, _ := langid.Detect(strings.Repeat("Ж. ", 30) + "это русский текст about rain"); got.Language == "en" {
		t.Errorf("a few Latin words in another script make %v", got)
	}
}

func TestDetectNothing(t *testing.T) {
	for _, text := range []string{"", "  \n", "123 456!", "😀😀", "https://example.org"} {
		if got, ok := langid.Detect(text); ok {
			t.Errorf("Detect(%q) = %v, want nothing", text, got)
		}
	}
}

// Probabilities as langdetect 1.0.9 gives them with seed 0.
func TestDetectAsPublished(t *testing.T) {
	for text, want := range map[string]langid.Guess{
		"rain":              {Language: "lt", Probability: 0.9999946015363913},
		"Regen im Mai":      {Language: "de", Probability: 0.9999968886596101},
		"otto e mezzo":      {Language: "it", Probability: 0.9999984524135661},
		"ja":                {Language: "fi", Probability: 0.999995513638821},
		"No, gracias amigo": {Language: "es", Probability: 0.8571394233098056},
		"om natten":         {Language: "sv", Probability: 0.999992589735331},
		"e a o":             {Language: "pt", Probability: 0.9999947824249242},
		"casa":              {Language: "es", Probability: 0.9999938784411025},
	} {
		got, _ := langid.Detect(text)
		if diff := got.Probability - want.Probability; got.Language != want.Language || diff > 1e-9 || diff < -1e-9 {
			t.Errorf("Detect(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestDetectLooksAtAPrefix(t *testing.T) {
	text := strings.Repeat("Der Regen fiel weiter auf das Dach. ", 300)
	want, _ := langid.Detect(text)
	if got, _ := langid.Detect(text + strings.Repeat("The rain kept falling. ", 1<<19)); got != want {
		t.Errorf("what follows the first 10,000 characters changes %v to %v", want, got)
	}
}

func TestKnown(t *testing.T) {
	if !langid.Known("sw") || langid.Known("zh") || langid.Known("") {
		t.Error("Known must tell the codes of the profiles from others")
	}
}

func FuzzLangid(f *testing.F) {
	for _, seed := range []string{"", "rain", "a@b.c http://x.y", "e\u0301\u0323", "\xff\xc0漢字 Ω𐐀", "ABC Def"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, ok := langid.Detect(text)
		if again, same := langid.Detect(text); again != first || same != ok {
			t.Fatalf("%v, then %v", first, again)
		}
		if code, known := langid.Language(text); code != first.Language || known != ok {
			t.Fatalf("Language says %q, %v; Detect says %v, %v", code, known, first, ok)
		}
		if first.Language != "" && !langid.Known(first.Language) || first.Probability < 0 || first.Probability > 1.0000001 {
			t.Fatalf("impossible guess %v", first)
		}
	})
}

func BenchmarkLanguage(b *testing.B) {
	text := strings.Repeat("The rain kept falling on the roof of the old station. ", 30)
	langid.Language(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		langid.Language(text)
	}
}

func BenchmarkDetect(b *testing.B) {
	text := strings.Repeat("The rain kept falling on the roof of the old station. ", 30)
	langid.Detect(text)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		langid.Detect(text)
	}
}
