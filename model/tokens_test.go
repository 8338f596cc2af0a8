package model_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/model"
)

// TestEstimateTokens compares with the counts of OpenAI's o200k vocabulary,
// taken once with github.com/tiktoken-go/tokenizer.
func TestEstimateTokens(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		real int
	}{
		"English":  {"The committee met on Tuesday to discuss the proposal, which would extend the library's opening hours during the summer. Several residents spoke in favour; two asked how the cost would be met.", 37},
		"German":   {"Die Mitglieder des Ausschusses trafen sich am Dienstag, um über den Vorschlag zu beraten, der die Öffnungszeiten der Bibliothek im Sommer verlängern würde.", 32},
		"Russian":  {"Комитет собрался во вторник, чтобы обсудить предложение о продлении часов работы библиотеки летом.", 23},
		"Chinese":  {"委员会星期二开会讨论了夏季延长图书馆开放时间的提案,几位居民表示支持。", 26},
		"Japanese": {"委員会は火曜日に集まり、夏の間図書館の開館時間を延長する提案について話し合いました。", 32},
		"Arabic":   {"اجتمعت اللجنة يوم الثلاثاء لمناقشة اقتراح تمديد ساعات عمل المكتبة خلال فصل الصيف.", 21},
		"Hindi":    {"समिति ने मंगलवार को गर्मियों के दौरान पुस्तकालय के खुलने के घंटे बढ़ाने के प्रस्ताव पर चर्चा करने के लिए बैठक की।", 28},
		"code":     {"func (l *Limiter) pump() {\n\tfor len(l.queue) > 0 {\n\t\tw := l.queue[0]\n\t\tif !w.gone && l.inFlight >= int(l.allowed) {\n\t\t\treturn\n\t\t}\n\t\tl.queue = l.queue[1:]\n\t}\n}\n", 60},
		"JSON":     {`{"id": "a-17", "values": [1, 2.5, 1000000], "nested": {"key": null, "other": [true, false]}}`, 41},
		"numbers":  {"1066, 1492, 1789, 3.14159265, 2026-11-21, +49 30 123456", 33},
	} {
		got := model.EstimateTokens(c.text)
		if off := float64(got)/float64(c.real) - 1; off < -0.3 || off > 0.3 {
			t.Errorf("%s: estimated %d tokens of %d", name, got, c.real)
		}
	}
	if got := model.EstimateTokens(""); got != 0 {
		t.Errorf("an empty text is %d tokens", got)
	}
	if got := model.EstimateTokens(strings.Repeat("\xff", 100)); got == 0 {
		t.Error("invalid UTF-8 counts for nothing")
	}
	req := &adhere.Request{Messages: []adhere.Message{{Text: "four words are here"}, {Text: "and two"}}}
	if got := model.EstimateRequest(req); got < 10 || got > 20 {
		t.Errorf("a request of six words is %d tokens", got)
	}
}
