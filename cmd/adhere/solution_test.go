package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"adhere"
	"adhere/verify"
)

// A solution collects demands of IFEval's 25 kinds and makes a text that meets
// them, as far as they do not contradict each other.
type solution struct {
	language                          string
	upper, lower, quoted, json, two   bool
	prefix, end, postscript, splitter string
	title, yesNo                      bool
	keywords, forbidden               []string
	times                             map[string]int // keyword: at least
	rare                              []string       // keywords and letters to keep out
	letters                           map[string]int
	words, sentences                  int // at least
	capitals, bullets, marked, blanks int
	sections, starred, spaced, nth    int
	opening                           string
}

func newSolution() *solution {
	return &solution{language: "en", times: map[string]int{}, letters: map[string]int{}}
}

// ruleArgs are all arguments that IFEval's rules have.
type ruleArgs struct {
	Relation, LetRelation, CapitalRelation    string
	NumWords, NumSentences, NumParagraphs     int
	Keyword, Letter, Language, FirstWord      string
	Frequency, LetFrequency, CapitalFrequency int
	NthParagraph, NumBullets, NumHighlights   int
	NumPlaceholders, NumSections              int
	Keywords, ForbiddenWords                  []string
	SectionSpliter, PostscriptMarker          string
	EndPhrase, PromptToRepeat                 string
}

// readRuleArgs reads snake_case names.
func readRuleArgs(raw json.RawMessage) (a ruleArgs) {
	var fields map[string]json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &fields) != nil {
		panic("bad arguments " + string(raw))
	}
	plain := map[string]json.RawMessage{}
	for name, value := range fields {
		plain[strings.ReplaceAll(name, "_", "")] = value
	}
	b, err := json.Marshal(plain)
	if err == nil {
		err = json.Unmarshal(b, &a) // names match in any case
	}
	if err != nil {
		panic(err)
	}
	return a
}

// demand adds what a rule wants.
func (s *solution) demand(r *adhere.Rule) {
	a := readRuleArgs(r.Args)
	_, kind, _ := strings.Cut(r.Name, ":")
	atLeast := func(relation string) bool { return relation != "less than" }
	switch kind {
	case "capital_word_frequency":
		if atLeast(a.CapitalRelation) {
			s.capitals = max(s.capitals, a.CapitalFrequency)
		}
	case "english_capital":
		s.upper = true
	case "english_lowercase":
		s.lower = true
	case "repeat_prompt":
		s.prefix = a.PromptToRepeat
	case "two_responses":
		s.two = true
	case "number_placeholders":
		s.blanks = max(s.blanks, a.NumPlaceholders)
	case "postscript":
		s.postscript = a.PostscriptMarker
	case "constrained_response":
		s.yesNo = true
	case "json_format":
		s.json = true
	case "multiple_sections":
		s.sections, s.splitter = a.NumSections, a.SectionSpliter
	case "number_bullet_lists":
		s.bullets = a.NumBullets
	case "number_highlighted_sections":
		s.marked = max(s.marked, a.NumHighlights)
	case "title":
		s.title = true
	case "existence":
		s.keywords = append(s.keywords, a.Keywords...)
	case "forbidden_words":
		s.forbidden = append(s.forbidden, a.ForbiddenWords...)
	case "frequency":
		if atLeast(a.Relation) {
			s.times[a.Keyword] = max(s.times[a.Keyword], a.Frequency)
		} else {
			s.rare = append(s.rare, a.Keyword)
		}
	case "letter_frequency":
		if atLeast(a.LetRelation) {
			s.letters[a.Letter] = max(s.letters[a.Letter], a.LetFrequency)
		} else {
			s.rare = append(s.rare, a.Letter)
		}
	case "response_language":
		s.language = a.Language
	case "nth_paragraph_first_word":
		s.spaced, s.nth, s.opening = a.NumParagraphs, a.NthParagraph, a.FirstWord
	case "number_paragraphs":
		s.starred = a.NumParagraphs
	case "number_sentences":
		if atLeast(a.Relation) {
			s.sentences = max(s.sentences, a.NumSentences)
		}
	case "number_words":
		if atLeast(a.Relation) {
			s.words = max(s.words, a.NumWords)
		}
	case "no_comma": // none is ever written
	case "end_checker":
		s.end = a.EndPhrase
	case "quotation":
		s.quoted = true
	default:
		panic("unknown kind " + kind)
	}
}

// text makes the text: first as short as can be, then with more words,
// sentences and letters until there are enough.
func (s *solution) text() string {
	d := draft{solution: s, pool: s.vocabulary(), fragments: max(1, s.starred, s.spaced, s.sentences), letters: map[string]int{}}
	out := d.render()
	for range 50 {
		t := verify.NewText(out)
		switch {
		case len(t.Sentences()) < s.sentences:
			d.fragments += s.sentences - len(t.Sentences())
		case t.Words() < s.words:
			d.extra += s.words - t.Words()
		case d.missesLetters(t.Lower()):
		case s.language != "en" && t.Language() != s.language, (s.upper || s.lower) && t.Language() != "en":
			d.extra += 40
		default:
			return out
		}
		out = d.render()
	}
	return out
}

// A draft is a solution with the amounts that are still being found.
type draft struct {
	*solution
	pool      []string
	used      int // words of the pool
	fragments int
	extra     int // words in the last fragment
	letters   map[string]int
}

func (d *draft) missesLetters(text string) bool {
	missing := false
	for letter, n := range d.solution.letters {
		if lack := n - strings.Count(text, strings.ToLower(letter)); lack > 0 {
			d.letters[letter] += lack
			missing = true
		}
	}
	return missing
}

func (d *draft) word() string {
	d.used++
	return d.pool[d.used%len(d.pool)]
}

func (d *draft) some(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = d.word()
	}
	return strings.Join(words, " ")
}

// fragment is the n-th of those that make up the running text.
func (d *draft) fragment(n int) string {
	text := d.some(1)
	if n == d.fragments-1 {
		text = d.some(2 + d.extra)
	}
	if d.sentences > 0 {
		text = strings.ToUpper(text[:1]) + text[1:] + "."
		if d.language != "en" {
			text = d.some(2) + "."
		}
	}
	return text
}

func (d *draft) render() string {
	d.used = 0
	parts := make([]string, max(1, d.starred, d.spaced))
	for n := range d.fragments {
		i := n * len(parts) / d.fragments
		if d.nth > 0 && i == d.nth-1 && parts[i] == "" {
			parts[i] = d.opening
		}
		parts[i] = strings.TrimSpace(parts[i] + " " + d.fragment(n))
	}
	last := len(parts) - 1
	parts[0] = strings.Join(append(d.first(), parts[0]), "\n")
	parts[last] = strings.Join(append([]string{parts[last]}, d.others()...), "\n")
	between := "\n***\n"
	if d.spaced > 0 {
		between = "\n\n"
	}
	return d.wrap(strings.Join(parts, between))
}

func (d *draft) first() (lines []string) {
	if d.prefix != "" {
		lines = append(lines, d.prefix)
	}
	if d.title {
		lines = append(lines, "<<"+d.some(2)+">>")
	}
	return lines
}

// others are the lines behind the running text, each with one kind of thing.
func (d *draft) others() (lines []string) {
	add := func(text string) {
		if text != "" {
			lines = append(lines, text)
		}
	}
	times := func(n int, make func(i int) string) string {
		var all []string
		for i := range n {
			all = append(all, make(i))
		}
		return strings.Join(all, " ")
	}
	add(strings.Join(d.keywords, " "))
	for _, k := range sortedKeys(d.times) {
		add(times(d.times[k], func(int) string { return k }))
	}
	for _, l := range sortedKeys(d.letters) {
		add(strings.Repeat(l, d.letters[l]))
	}
	add(times(d.capitals, func(int) string { return "YES" }))
	if d.marked > 0 {
		add(d.word() + " " + times(d.marked, func(int) string { return "*" + d.word() + "*" }))
	}
	add(times(d.blanks, func(int) string { return "[" + d.word() + "]" }))
	for i := range d.sections {
		add(fmt.Sprintf("%s %d\n%s", d.splitter, i+1, d.some(2)))
	}
	for range d.bullets {
		add("- " + d.word())
	}
	if d.yesNo {
		add("My answer is yes.")
	}
	if d.postscript != "" {
		add(d.postscript + " " + d.word())
	}
	add(d.end)
	return lines
}

// wrap does what is done to the text as a whole.
func (d *draft) wrap(text string) string {
	if d.two {
		text += "\n******\n" + d.some(3)
	}
	if d.json {
		b, err := json.Marshal(map[string]string{"text": text})
		if err != nil {
			panic(err)
		}
		text = string(b)
	}
	if d.quoted {
		text = `"` + text + `"`
	}
	switch {
	case d.upper:
		return strings.ToUpper(text)
	case d.lower:
		return strings.ToLower(text)
	}
	return text
}

func sortedKeys(m map[string]int) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// vocabulary are the words of the language that break nothing.
func (s *solution) vocabulary() []string {
	var pool []string
	for w := range strings.FieldsSeq(vocabularies()[s.language]) {
		bad := func(k string) bool { return strings.Contains(w, strings.ToLower(k)) }
		same := func(k string) bool { return regexp.MustCompile(`(?i)\b` + k + `\b`).MatchString(w) }
		if !slices.ContainsFunc(s.rare, bad) && !slices.ContainsFunc(s.forbidden, same) {
			pool = append(pool, w)
		}
	}
	return pool
}

// vocabularies are a sentence or two in each language, cut into words.
func vocabularies() map[string]string {
	return map[string]string{
		"en": "this is what they were when with those who would there which and that of them into the what we wish you could say it is warm our way by now",
		"ar": "هذا نص قصير باللغة العربية عن البيت والحديقة وهو سهل القراءة",
		"bg": "това е кратък текст на български език за къщата и градината която се намира там",
		"bn": "এটি বাংলা ভাষায় লেখা একটি ছোট লেখা যা পড়া সহজ",
		"de": "das ist ein kurzer Text in deutscher Sprache über das Haus und den Garten der nicht schwer zu lesen ist",
		"fa": "این یک متن کوتاه به زبان فارسی درباره خانه و باغ است که خواندن آن آسان است",
		"fi": "tämä on lyhyt teksti suomen kielellä talosta ja puutarhasta jota on helppo lukea",
		"gu": "આ ગુજરાતી ભાષામાં લખેલું નાનું લખાણ છે જે વાંચવું સહેલું છે",
		"hi": "यह हिंदी भाषा में लिखा हुआ एक छोटा पाठ है जिसे पढ़ना आसान है और इसमें कोई कठिन शब्द नहीं है",
		"it": "questo è un breve testo in lingua italiana sulla casa e sul giardino che non è difficile da leggere",
		"kn": "ಇದು ಕನ್ನಡ ಭಾಷೆಯಲ್ಲಿ ಬರೆದ ಚಿಕ್ಕ ಪಠ್ಯ ಇದನ್ನು ಓದುವುದು ಸುಲಭ",
		"ko": "이것은 한국어로 쓴 짧은 글입니다 집과 정원에 대한 이야기입니다",
		"mr": "हा मराठी भाषेत लिहिलेला एक छोटा मजकूर आहे आणि तो वाचायला सोपा आहे पण त्यात अवघड शब्द नाहीत",
		"ne": "यो नेपाली भाषामा लेखिएको सानो पाठ हो र यो पढ्न सजिलो छ तर यसमा कठिन शब्दहरू छैनन्",
		"pa": "ਇਹ ਪੰਜਾਬੀ ਭਾਸ਼ਾ ਵਿੱਚ ਲਿਖਿਆ ਇੱਕ ਛੋਟਾ ਪਾਠ ਹੈ ਜੋ ਪੜ੍ਹਨਾ ਸੌਖਾ ਹੈ",
		"pt": "este é um texto curto em língua portuguesa sobre a casa e o jardim que não é difícil de ler",
		"ru": "это короткий текст на русском языке о доме и саде который легко читать",
		"sw": "haya ni maandishi mafupi kwa lugha ya Kiswahili kuhusu nyumba na bustani ambayo ni rahisi kusoma",
		"ta": "இது தமிழ் மொழியில் எழுதப்பட்ட சிறிய உரை இதை வாசிப்பது எளிது",
		"te": "ఇది తెలుగు భాషలో రాసిన చిన్న పాఠం దీన్ని చదవడం సులభం",
		"th": "นี่คือข้อความสั้นในภาษาไทย เกี่ยวกับบ้านและสวน ที่อ่านได้ง่าย",
		"ur": "یہ اردو زبان میں لکھا ہوا ایک مختصر متن ہے جسے پڑھنا آسان ہے",
		"vi": "đây là một văn bản ngắn bằng tiếng Việt về ngôi nhà và khu vườn rất dễ đọc",
	}
}
