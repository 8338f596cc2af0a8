package judge_test

import (
	"regexp"
	"strings"
	"testing"

	"adhere"
	"adhere/judge"
)

// read gives one reply to a strategy that asks once about n requirements.
func read(t testing.TB, strategy string, reading judge.Parsing, n int, reply string) string {
	t.Helper()
	in := many(n)
	j, err := judge.NewRecorded(strategy, "test", judge.Options{Parsing: reading}, said(map[string][]string{in.ID: {reply}}))
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: in}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range verdicts {
		if v.Raw != reply {
			t.Errorf("the reply is lost: %+v", v)
		}
	}
	return outcomes(verdicts)
}

type readCase struct {
	reply string
	want  string
}

func TestReadWord(t *testing.T) {
	for _, c := range []readCase{
		{"YES", "met"},
		{" no.\n", "not_met"},
		{"**Yes**", "met"},
		{"\"NO\"", "not_met"},
		{"`YES`!", "met"},
		{"[NO]", "not_met"},
		{"Answer: YES", "met"},
		{"**Answer:** No", "not_met"},
		{"Final answer: yes", "met"},
		{"YES. Every line rhymes.", "met"},
		{"No, it does not rhyme.", "not_met"},
		{"NO\n\nThe second line is prose.", "not_met"},
		{"Every line rhymes.\n\nYES", "met"},
		{"The last word is off.\nAnswer: NO", "not_met"},
		{"UNKNOWN", "unsure"},
		{"Maybe.", "unsure"},
		{"N/A", "unsure"},
		{"PARTIAL: two lines of three", "unsure"},

		{"", "broken"},
		{"Y", "met"},
		{"Answer: N", "not_met"},
		{"Y/N", "broken"},
		{"> YES", "broken"},
		{"> Does it rhyme? YES\n\nNO", "not_met"},
		{"N. Smith wrote it.", "broken"},
		{"Ja und nein.", "broken"},
		{"Sí, pero no del todo.", "broken"},
		{"Não consigo avaliar.", "broken"},
		{"YES. Wait, I miscounted. Corrected answer: NO", "not_met"},
		{"YES. Corrected answer: NO", "not_met"},
		{"YES. Wait, café: NO", "broken"},
		{"YES. Wait, is there no rhyme? No, there is one.", "broken"},
		{"YES. I first thought the answer was NO.", "broken"},
		{"Verdict: YES. On reflection a strict judge would say: NO", "broken"},
		{"YES. I first thought that it was too short, but it has 210 words.", "broken"},
		{"Oui. En fait, le texte la nomme deux fois", "met"},
		{"Oui. En fait, non.", "broken"},
		{"Ja. Eigentlich nicht.", "broken"},
		{"Ja. Eigentlich nennt er es zweimal", "met"},
		{"Yes. The revised list names the sea", "met"},
		{"Yes. Revised, the text reads well.", "met"},
		{"Yes. The two lovers met after all.", "met"},
		{"Oui. Il invite à la réflexion.", "met"},
		{"YES. Revised answer: NO", "not_met"},
		{"YES, it greets her.\n\nEdit: sorry, that is the other mail. My answer is NO.", "not_met"},
		{"Oui, il la salue. Attendez, c'est un autre nom. Donc NON.", "not_met"},
		{"Oui, il la salue. La réponse est alors NON.", "broken"},
		{"Ja, sie wird gegrüßt. Ich korrigiere: Das Urteil lautet NEIN.", "not_met"},
		{"Ja, sie wird gegrüßt. Somit NEIN.", "broken"},
		{"Sí, la saluda... en realidad saluda a otra. Por lo tanto, NO.", "broken"},
		{"Sim, é cumprida. Correção: não é. A resposta é NÃO.", "not_met"},
		{"Sì, la saluta. Aspetta, saluta un'altra. Quindi NO.", "not_met"},
		{"No. In the end I would have to say yes.", "broken"},
		{"Yes, it greets her. This makes it a NO for me.", "broken"},
		{"Yes. The sign in it reads NO ENTRY to the hero.", "met"},
		{"Yes. It mentions NO2 and CO2.", "met"},
		{"YES. It has four lines; actually, five.", "broken"},
		{"是。我数错了。", "broken"},
		{"是。看错了。", "broken"},
		{"はい。訂正：いいえ。", "not_met"},
		{"はい。ただし、三行目は字余りです。", "broken"},
		{"はい。しかし三行目は字余りです。", "broken"},
		{"いいえ。ただし、三行目は良いです。", "not_met"},
		{"No. If it greeted her, I would say yes.", "not_met"},
		{"N/A. There is no mail at all, so the answer is NO.", "not_met"},
		{"Partially: half of the lines rhyme. Strictly speaking, the constraint is not met.", "not_met"},
		{"Constraint partially followed (so, strictly, constraint not followed)", "not_met"},
		{"Constraint followed, except for the last line. Strictly: Constraint not followed", "not_met"},
		{"UNSURE. Some would say NO.", "unsure"},
		{"YES. One might argue that the greeting is short, but it is one.", "met"},
		{"YES. One might argue that the greeting is short.", "met"},
		{"YES. The greeting is short, but it is one.", "broken"},
		{"It greets nobody. So NO, not YES.", "not_met"},
		{"The constraint is followed everywhere.", "met"},
		{"So no, there is no price, and the requirement is met.\n\nYES", "broken"},
		{"YES. Five of the 5 lines.", "met"},
		{"YES. Four of the 5 lines.", "broken"},
		{"YESNO", "broken"},
		{"YES/NO", "broken"},
		{"NO\n---\nIt has no title.", "not_met"},
		{"| # |\n|---|\n| 1 | YES |", "broken"},
		{"In JSON format: {\"answer\": \"YES\"}", "met"},
		{"YES or NO", "broken"},
		{"Yes and no.", "broken"},
		{"No problem.", "broken"},
		{"Not really.", "broken"},
		{"NOT", "broken"},
		{"Nothing rhymes", "broken"},
		{"YES, but only in part.", "broken"},
		{"Yes. However, the last line is off.", "broken"},
		{"YES. It does not.", "broken"},
		{"YES. It doesn't.", "broken"},
		{"YES. It does not end with a question.", "met"},
		{"YES. It asks if the user counts calories.", "met"},
		{"YES. The story asks if he is allowed in.", "met"},
		{"YES. It says what to do if a parcel is not accepted.", "met"},
		{"YES. It isn't certain to win prizes.", "met"},
		{"YES. The narrator isn't sure who knocked.", "met"},
		{"YES. That isn't certain.", "broken"},
		{"YES. I cannot tell if the title counts.", "broken"},
		{"YES. It isn't entirely certain, though.", "broken"},
		{"YES. I am not sure who is meant.", "broken"},
		{"YES, I'd say, if the title counts.", "broken"},
		{"YES. It has three lines if the title is counted.", "broken"},
		{"YES. Or rather: NO.", "broken"},
		{"NO. Then again, yes.", "broken"},
		{"One could say yes.\nNO", "not_met"},
		{"I was going to say that the answer is YES.", "broken"},
		{"The story is about a trial, and the answer of its judge is NO.", "broken"},
		{"The story ends in court, and the answer of a judge is NO.", "broken"},
		{"It would need a title for the answer to be YES.", "broken"},
		{"When the title is counted, the answer is YES.", "broken"},
		{"Had it rhymed, the answer would be YES.", "broken"},
		{"If it had rhymed, the answer is YES.", "broken"},
		{"It had 60 words, so the answer is NO", "not_met"},
		{"The text had a title, therefore YES.", "met"},
		{"NO\n\n(If you count the title as a line, then it would be YES.)", "broken"},
		{"YES. If the title is regarded as a line, it has one too many.", "broken"},
		{"NO. If it had a title, it would be YES.", "not_met"},
		{"The text ignores the constraint.", "not_met"},
		{"The text ignored the constraint.", "not_met"},
		{"The text disregarded the constraint.", "not_met"},
		{"The text neglected the constraint.", "not_met"},
		{"The text neglects the constraint.", "not_met"},
		{"The text contradicts the constraint.", "not_met"},
		{"The text breaches the constraint.", "not_met"},
		{"The text misses the requirement.", "not_met"},
		{"The text missed the requirement.", "not_met"},
		{"The text failed to meet the constraint.", "not_met"},
		{"It has 60 words, thus NO.", "not_met"},
		{"It has 60 words, hence NO.", "not_met"},
		{"I cannot conclude that the answer is YES.", "broken"},
		{"I can't conclude that the answer is YES.", "broken"},
		{"Nor can I say that the answer is YES.", "broken"},
		{"I couldn't say that the answer is YES.", "broken"},
		{"I wouldn't say that the answer is YES.", "broken"},
		{"Only a generous reader would say that the answer is YES.", "broken"},
		{"Le critère est violé.", "not_met"},
		{"El requisito fue violado.", "not_met"},
		{"The text violates the constraint.", "not_met"},
		{"The text broke the constraint.", "not_met"},
		{"Suppose the title counts as a line, then the answer is YES.", "broken"},
		{"Assuming the title counts as a line, the answer is YES.", "broken"},
		{"There may be a rhyme in line 2, in which case the answer is YES.", "broken"},
		{"Either the title counts as a line and the answer is YES, or the text has only two lines.", "broken"},
		{"Je nachdem, ob man den Titel mitzählt: JA.", "broken"},
		{"如果标题算一行，答案是：是。", "broken"},
		{"The text falls short of 100 words, so the answer is NO.", "not_met"},
		{"It has 45 words, which falls within the limit: YES", "met"},
		{"['NO', 'NO']", "broken"},
		{"The text rhymes.", "broken"},
		{"I'm sorry, I can't help with that.", "broken"},
		{"是", "met"},
		{"是否", "broken"},
		{"نعم، الرسالة تعتذر مرتين.", "met"},
		{"हाँ। यह विनम्र है।", "met"},
		{"是否符合？否", "not_met"},
	} {
		if got := read(t, "single", judge.Strict, 1, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
	for _, c := range []readCase{
		{"Yes and no.", "met"},
		{"Not really.", "not_met"},
		{"It is a YES", "met"},
		{"It is a NO", "not_met"},
		{"YES or NO", "met"},
		{"either YES or NO", "broken"},
		{"banana", "broken"},
	} {
		if got := read(t, "single", judge.Paper, 1, c.reply); got != c.want {
			t.Errorf("paper: %q: %s, want %s", c.reply, got, c.want)
		}
	}
}

// TestForms reads signs in their other forms as their plain ones.
func TestForms(t *testing.T) {
	for _, c := range []readCase{
		{"ＹＥＳ！", "met"},
		{"It ends with «Right. NO.» and no more.\nYES", "met"},
		{"It ends with 「Right. NO.」 and no more.\nYES", "met"},
		{"It ends with “Right. NO.” and no more.\nYES", "met"},
		{"The constraint isn’t met.", "not_met"},
		{"constraint_not_followed", "not_met"},
		{"The constraint is **not** met.", "not_met"},
		{"The\u00a0constraint\u3000is\tnot\r\nmet: NO", "not_met"},
		{"$\\boxed{\\text{NO}}$", "not_met"},
		{"## NO", "not_met"},
	} {
		if got := read(t, "single", judge.Strict, 1, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
	for _, reply := range []string{"【YES, NO】", "[‘YES’, ‘NO’]", "① YES\n② NO", "１．YES\n２．NO", "1.\tYES\r\n2.\tNO\r\n", "1.　YES\n2.　NO", "#1: YES\n#2: NO"} {
		if got := read(t, "batch", judge.Strict, 2, reply); got != "met,not_met" {
			t.Errorf("%q: %s", reply, got)
		}
	}
}

// TestWords reads each word that decides by itself, in every language of the lexicon.
func TestWords(t *testing.T) {
	for want, words := range map[string]string{
		"met": `yes yep yeah yup affirmative ja jawohl oui sim sí sì tak evet kyllä igen có ναι نعم हाँ да так はい 예 네 是的 是 对 肯定的 true pass passed
			followed satisfied met fulfilled respected honoured honored obeyed upheld compliant erfüllt eingehalten respecté respectée remplie conforme satisfaite cumplido cumplida cumple cumprida cumpre atende atendido rispettato soddisfatto 符合 满足 遵循 遵守 满足了 符合了 遵循了 遵守了 満たす 満たしている 満たしています 満たします`,
		"not_met": `no nope nah nein non não nao nee nej nei nie nem ei tidak hayır όχι لا नहीं không нет ні いいえ 아니요 아니오 不是 不对 否定的 没有 否 false fail failed
			unmet violated unsatisfied breached unfulfilled non-compliant noncompliant verletzt violée incumplido 违反 违反了 満たさない 満たしていない 満たしていません 満たしません 不符合 未满足 没有满足 并未遵循 未能满足 不能满足`,
		"unsure": `maybe perhaps unknown unsure uncertain unclear undecided n/a partial partially partly teilweise partiellement parcialmente parzialmente 部分 无法判断 无法确定 无法判定 不确定 不清楚 难说 很难说
			schwer_zu_sagen difficile_à_dire difícil_decir difícil_de_decir difícil_dizer difícil_de_dizer difficile_dire difficile_da_dire どちらとも言えない`,
	} {
		for word := range strings.FieldsSeq(words) {
			if got := read(t, "single", judge.Strict, 1, strings.ReplaceAll(word, "_", " ")); got != want {
				t.Errorf("%s: %s, want %s", word, got, want)
			}
		}
	}
	for word := range strings.FieldsSeq(`not isn't aren't wasn't weren't hasn't haven't never`) {
		if got := read(t, "constraint", judge.Strict, 1, "Constraint "+word+" met."); got != "not_met" {
			t.Errorf("%s met: %s", word, got)
		}
	}
}

// TestWordsOfPairs holds that what calls an answer worse, or both alike, is not
// taken for a choice of it, in every language of the lexicon.
func TestWordsOfPairs(t *testing.T) {
	for word := range strings.FieldsSeq(`worse weaker inferior poorer schlechter schwächer unterlegen peor moins_bonne moins_bon pire pior peggiore not_as_good not_so_good not_nearly_as_good nicht_so_gut pas_aussi_bonne`) {
		if got := judge.ReadWinner("Output (a) is " + strings.ReplaceAll(word, "_", " ") + " than Output (b)."); got != adhere.Second {
			t.Errorf("%s: %s, want %s", word, got, adhere.Second)
		}
	}
	for word := range strings.FieldsSeq(`tie draw empate gleichstand unentschieden égalité pareggio 平局 平手 不分伯仲 旗鼓相当 引き分け 甲乙つけがたい 同等`) {
		if got := judge.ReadWinner(word); got != adhere.Tie {
			t.Errorf("%s: %s, want %s", word, got, adhere.Tie)
		}
	}
	for _, reply := range []string{"A逊于B", "A不如B", "A比不上B", "AはBより劣る", "AはBより劣っている"} {
		if got := judge.ReadWinner(reply); got == adhere.First {
			t.Errorf("%s: %s", reply, got)
		}
	}
}

func TestReadNumbered(t *testing.T) {
	for _, c := range []readCase{
		{"1. YES\n2. NO", "met,not_met"},
		{"1) yes\n2) no\n", "met,not_met"},
		{"1: **YES**\n\n2: NO.", "met,not_met"},
		{"Q1: YES\nQ2: UNKNOWN", "met,unsure"},
		{"Here are my answers:\n1. YES\n2. NO", "met,not_met"},
		{"```\n1. YES\n2. NO\n```", "met,not_met"},

		{"", "broken,broken"},
		{"YES\nNO", "met,not_met"},
		{"１．YES\n２．NO", "met,not_met"},
		{"0. YES\n1. NO", "met,not_met"},
		{"Here:\n0: YES, it rhymes.\n1: NO, it is long.", "met,not_met"},
		{"0. YES\n1. NO\n2. YES", "broken,broken"},
		{"0. Both are about length.\n1. NO", "broken,broken"},
		{"1 of the 2 is met.", "broken,broken"},
		{"2 of the constraints are met.", "broken,broken"},
		{"1a: YES, 1b: NO, 2: YES", "broken,broken"},

		{"1. YES", "broken,broken"},
		{"1. YES\n2. NO\n3. NO", "broken,broken"},
		{"2. NO\n1. YES", "met,not_met"},
		{"1. YES\n2. YES\n\nHold on, I misread the second. Corrected decisions:\n1. YES\n2. NO", "met,not_met"},
		{"1. YES\n2. That cannot be determined from the text.", "met,unsure"},
		{"1. YES\n2. Whether the title counts may be argued: UNSURE", "met,unsure"},
		{"1. YES\n1. NO", "broken,broken"},
		{"1. YES\n2. perhaps", "met,unsure"},
		{"1. YES and NO\n2. NO", "broken,broken"},
		{"Constraint 1 is met, however constraint 2 is not.", "met,not_met"},
		{"Constraint 1 is not met, although constraint 2 is.", "not_met,met"},
		{"Constraint 1 is not met, though constraint 2 is.", "not_met,met"},
		{"Constraint 1 is met, while constraint 2 is not.", "met,not_met"},
		{"Constraint 1 is met, whereas constraint 2 is not.", "met,not_met"},
		{"Constraint 1 is met, yet constraint 2 is not.", "met,not_met"},
		{"Anforderung 1 ist erfüllt, aber Anforderung 2 ist nicht erfüllt.", "met,not_met"},
		{"Anforderung 1 ist erfüllt, jedoch ist Anforderung 2 nicht erfüllt.", "met,not_met"},
		{"La contrainte 1 est respectée, mais pas la contrainte 2.", "met,not_met"},
		{"El requisito 1 se cumple, pero el requisito 2 no se cumple.", "met,not_met"},
		{"O requisito 1 foi cumprido, mas o requisito 2 não foi cumprido.", "met,not_met"},
		{"Il requisito 1 è soddisfatto, però il requisito 2 non è soddisfatto.", "met,not_met"},
		{"约束1满足，但约束2不满足。", "met,not_met"},
		{"约束1满足，但是约束2不满足。", "met,not_met"},
		{"约束1满足，然而约束2不满足。", "met,not_met"},
		{"约束1满足，不过约束2不满足。", "met,not_met"},
	} {
		if got := read(t, "batch", judge.Strict, 2, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
}

// TestReadPlainly reads replies of nothing but decisions and what they are about,
// in any order; what can be meant two ways stays broken.
func TestReadPlainly(t *testing.T) {
	for _, c := range []readCase{
		{"Yes/Yes/No", "met,met,not_met"},
		{"1-YES 2-YES 3-NO", "met,met,not_met"},
		{"3. NO 1. YES 2. YES", "met,met,not_met"},
		{"✅ 1\n✅ 2\n❌ 3", "met,met,not_met"},
		{"Followed: 1, 2. Not followed: 3", "met,met,not_met"},
		{"Constraints 1 and 2 are followed, but constraint 3 is not.", "met,met,not_met"},
		{"The response follows the first two... no, all three constraints.", "broken,broken,broken"},
		{"The response follows the first and the second but not the third.", "met,met,not_met"},
		{"1 is violated, 2 and 3 are not.", "not_met,met,met"},
		{"1 is violated, 2 is not, and 3 is not violated.", "not_met,met,met"},
		{"The first is met, the others are not.", "met,not_met,not_met"},
		{"The first two are met; the third is not.", "met,met,not_met"},
		{"The first two are met.", "broken,broken,broken"},
		{"None of the three is met.", "not_met,not_met,not_met"},
		{"It is an outline and no story, so none of the constraints is followed.", "not_met,not_met,not_met"},
		{"If it is an outline, so none of the constraints is followed.", "broken,broken,broken"},
		{"It rhymes, so the first is met.", "broken,broken,broken"},
		{"YES to all three.", "met,met,met"},
		{"{\"met\": [1, 2], \"not_met\": [3]}", "broken,broken,broken"},
		{"{\"met\": [1, 2, 3], \"not_met\": []}", "broken,broken,broken"},

		{"1. It is short. YES\n2. It is dull. NO\n3. It rhymes. YES\n\nAll three are met.", "broken,broken,broken"},
		{"1. It is short. YES\n2. It is dull. NO\n3. It rhymes. YES\n\nYES, NO, YES", "met,not_met,met"},
		{"Not all are met.", "broken,broken,broken"},
		{"The response does not follow all of the constraints.", "broken,broken,broken"},
		{"All are met, except the second.", "broken,broken,broken"},
		{"All are met, more or less.", "broken,broken,broken"},
		{"All but one are met.", "broken,broken,broken"},
		{"No, none.", "broken,broken,broken"},
		{"Two of three are met.", "broken,broken,broken"},
		{"Met: 2, not met: 1", "broken,broken,broken"},
		{"I went through all of them.\n\nQuestion 1 asks for a rhyme, which is there. YES.\nQuestion 2 asks for a year. YES.\nQuestion 3 asks for a title. NO.", "met,met,not_met"},
		{"I went through all of them.\n\nQuestion 1 asks for a rhyme. YES.\nQuestion 3 asks for a title. NO.\nQuestion 2 asks for a year. YES.", "broken,broken,broken"},
		{"1. Yes\n2. Yes\n2. No\n3. No", "broken,broken,broken"},
		{"1. YES or NO\n2. NO\n3. NO", "broken,broken,broken"},
		{"Constraint 2 is satisfied; constraint 3 is not.", "broken,broken,broken"},
	} {
		if got := read(t, "batch", judge.Strict, 3, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
	for _, reply := range []string{"Constraint 2 is satisfied; constraint 3 is not.", "1. Not met 2. Met"} {
		if got := read(t, "constraint", judge.Strict, 1, reply); got != "broken" {
			t.Errorf("%q: %s, want broken", reply, got)
		}
	}
}

func TestReadList(t *testing.T) {
	for _, c := range []readCase{
		{"['YES', 'NO']", "met,not_met"},
		{"1) Two.\n2) One is met.\n3) ['YES', 'NO']", "met,not_met"},
		{"3) Final output:\n```python\n['YES', 'NO']\n```", "met,not_met"},
		{"**Final output:** [\"yes\", \"no\"]", "met,not_met"},
		{"[YES, NO].", "met,not_met"},
		{"[“YES”, ‘NO’]", "met,not_met"},
		{"`['YES', 'NO',]`", "met,not_met"},
		{"```\n[\n  'YES',\n  'NO'\n]\n```", "met,not_met"},
		{"['YES', 'PARTIAL']", "met,unsure"},
		{"['N/A', 'MAYBE']", "unsure,unsure"},
		{"['YES', 'NO']\n\n3) ['YES', 'NO']", "met,not_met"},
		{"a: ['YES']\nb: ['NO', 'NO', 'NO']\n['YES', 'NO']", "met,not_met"},

		{"", "broken,broken"},
		{"['YES']", "broken,broken"},
		{"['YES', 'NO', 'NO']", "broken,broken"},
		{"['YES', 'NORTH']", "broken,broken"},
		{"['YES', '']", "broken,broken"},
		{"['YES' 'NO']", "met,not_met"},
		{"['YES', 'NO'", "broken,broken"},
		{"'YES', 'NO'", "met,not_met"},
		{"['YES', 'NO'] is my answer", "met,not_met"},
		{"I would not say ['YES', 'NO']", "broken,broken"},
		{"['NO', 'NO'] or ['YES', 'NO']", "broken,broken"},
		{"['NO', 'NO']\n['YES', 'NO']", "broken,broken"},
		{"[['YES', 'NO']]", "met,not_met"},
		{"['YES', 'NO']\nBut I am unsure.", "broken,broken"},
		{"['YES', 'YES and NO']", "broken,broken"},
	} {
		if got := read(t, "level-path", judge.Strict, 2, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
}

// TestReadListPaper follows what the official scripts do with odd replies.
func TestReadListPaper(t *testing.T) {
	for _, c := range []struct {
		reading judge.Parsing
		n       int
		reply   string
		want    string
	}{
		{judge.Paper, 2, "x\n['YES', 'NO']", "met,not_met"},
		{judge.Paper, 2, "```python\n['YES', \"NO\",]\n```", "met,not_met"},
		{judge.Paper, 2, "I would not say ['YES', 'NO'] myself", "met,not_met"},
		{judge.Paper, 2, "['YES', 'PARTIAL']", "met,unsure"},
		{judge.Paper, 2, "['UNKNOWN', 'N/A']", "unsure,unsure"},
		{judge.Paper, 2, "['MAYBE', 'PARTIALLY']", "broken,broken"},
		{judge.Paper, 2, "['yes', 'no']", "broken,broken"},
		{judge.Paper, 2, "[YES, NO]", "broken,broken"},
		{judge.Paper, 2, "['YES', 'NO']\nThat is all.", "broken,broken"},
		{judge.Paper, 2, "['YES']", "broken,broken"},
		{judge.Paper, 2, "['YES', 'NO', 'NO']", "broken,broken"},
		{judge.Paper, 2, "[['YES', 'NO']]", "broken,broken"},
		{judge.Paper, 2, "]['YES', 'NO'", "broken,broken"},
		{judge.Paper, 2, "[", "broken,broken"},
		{judge.Paper, 2, "['YES', 'NO]", "broken,broken"},
		{judge.Paper, 2, `['Y\x45S', 'NO']`, "broken,broken"},
		{judge.Paper, 1, "NO, it fails. ['YES']", "met"},
		{judge.Paper, 1, "It says NOTHING", "not_met"},
		{judge.Paper, 1, "['UNKNOWN']", "unsure"},
		{judge.Paper, 1, "['PARTIAL']", "broken"},
		{judge.Paper, 1, "", "broken"},
		{judge.PaperZH, 2, "[“YES”, “NO”]", "met,not_met"},
		{judge.PaperZH, 2, "[YES, NO]", "met,not_met"},
		{judge.PaperZH, 2, "['YES', 'NO', 'NO']", "met,not_met"},
		{judge.PaperZH, 2, "['YES', 'PARTIALLY']", "met,unsure"},
		{judge.PaperZH, 2, "['YES', 'N/A']", "broken,broken"},
		{judge.PaperZH, 2, "['YES']", "broken,broken"},
		{judge.PaperZH, 1, "最后：['NO']", "not_met"},
	} {
		if got := read(t, "level-path", c.reading, c.n, c.reply); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.reading, c.reply, got, c.want)
		}
	}
}

func TestReadFinal(t *testing.T) {
	for _, c := range []readCase{
		{"It rhymes. Final Answer: Constraint followed <END>", "met"},
		{"It is prose. Final Answer: Constraint not followed <END>", "not_met"},
		{"It is prose. **Final answer:** \"Constraint not followed\".", "not_met"},
		{"Constraint satisfied as it rhymes. Final Answer is Constraint followed <END>", "met"},
		{"So the final answer is Constraint followed.", "met"},
		{"It rhymes. Constraint followed", "met"},
		{"Two of three. Final Answer: Constraint partially followed", "unsure"},

		{"", "broken"},
		{"It rhymes.", "broken"},
		{"Final Answer: followed", "met"},
		{"No constraint followed", "broken"},
		{"The constraint must be met.", "broken"},
		{"The constraint has to be followed. The second line is prose.", "broken"},
		{"I cannot say that the final answer is Constraint followed", "broken"},
		{"Final Answer: Constraint followed <END> Final Answer: Constraint not followed <END>", "broken"},
		{"Final Answer: Constraint followed, or is it?", "broken"},
		{"Constraint followed. Constraint not followed.", "broken"},
	} {
		if got := read(t, "constraint-reason", judge.Strict, 1, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
	for _, c := range []readCase{
		{"Constraint followed", "met"},
		{"**Constraint not followed.**", "not_met"},
		{"Answer: Constraint not followed", "not_met"},
		{"It rhymes. Constraint followed", "met"},
		{"Constraint not followed because it is prose", "not_met"},
	} {
		if got := read(t, "constraint", judge.Strict, 1, c.reply); got != c.want {
			t.Errorf("bare: %q: %s, want %s", c.reply, got, c.want)
		}
	}
}

func TestReadFinals(t *testing.T) {
	const yes, no = "Final Answer is Constraint followed <END>", "Final Answer is Constraint not followed <END>"
	for _, c := range []readCase{
		{"1. It rhymes. " + yes + " 2. No year. " + no, "met,not_met"},
		{"\"1. It rhymes. " + yes + "\n2. No year. " + no + "\"", "met,not_met"},
		{"Answer:\n1) It rhymes. Final Answer: Constraint followed\n2) No year. Final Answer: Constraint not followed", "met,not_met"},
		{"**1.** It rhymes. " + yes + "\n**2.** No year. " + no, "met,not_met"},

		{"", "broken,broken"},
		{"1. It rhymes. " + yes, "broken,broken"},
		{"1. " + yes + " 2. " + no + " 3. " + no, "broken,broken"},
		{"2. No year. " + no + " 1. It rhymes. " + yes, "broken,broken"},
		{"It rhymes. " + yes + " No year. " + no, "met,not_met"},
		{"1. " + yes + " 2. " + no + " but who knows", "broken,broken"},
	} {
		if got := read(t, "constraints-at-once", judge.Strict, 2, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
}

// TestReasonWithoutMarks holds that of a label in bold before a reason no marks are left.
func TestReasonWithoutMarks(t *testing.T) {
	reply := "1. **Rhyme:** \"bee\" and **tea** rhyme. Final Answer is Constraint followed <END>\n2. **No year** is given. Final Answer is Constraint followed <END>"
	verdicts, err := mustJudge(t, "constraints-at-once", judge.Options{Model: says(reply), Reasks: -1}).Judge(t.Context(), &adhere.Task{Instruction: many(2)}, rhyme())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`Rhyme: "bee" and **tea** rhyme.`, "No year is given."} {
		if got := verdicts[i].Reason; got != want {
			t.Errorf("reason %q, want %q", got, want)
		}
	}
}

func TestReadScore(t *testing.T) {
	for _, c := range []readCase{
		{"Score: 6", "met"},
		{"Fine.\nScore: 5", "not_met"},
		{"Fine.\n**Score:** 5.5", "met"},
		{"Rating: [[7]]", "met"},
		{"맞지만 깊이가 부족합니다. 정확성: 9/10\n\n따라서 이 답변에 [[3]]점을 주겠습니다.", "not_met"},
		{"It covers 3 of the 5 points.\n\nTherefore: [[7]]", "met"},
		{"Score: 3\n\n[[7]]", "broken"},
		{"[[7]] or [[3]]", "broken"},
		{"Score: 10/10", "met"},
		{"0", "not_met"},
		{"Score: 7\n\nWait, the end is missing. Score: 4", "broken"},
		{"Score: 3. I first thought Score: 8.", "broken"},
		{"Rhyme: 3/10\nWait, meter: 4/10", "broken"},
		{"Score: 3. It tells users how long to wait. Score: 5", "broken"},
		{"Le café « Été » (1–10 ½) — Score: 3. Il invite à la réflexion.", "not_met"},
		{"Score: 7\n\nScore: 4", "broken"},
		{"Score: UNKNOWN", "unsure"},

		{"", "broken"},
		{"Fine.", "broken"},
		{"Fine.\n7", "met"},
		{"Score: 11", "broken"},
		{"Score: -1", "broken"},
		{"Score: 4/5", "broken"},
		{"Score: 4 (out of 5)", "broken"},
		{"Score: 7 (out of 10)", "met"},
		{"Score: 7 or 3", "broken"},
		{"Score: 3\nScore: 7", "broken"},
		{"Score: 7 to 8", "broken"},
		{"I would have put this at 7, but the ending is weak.", "broken"},
		{"I'd have put this at 7, but the ending is weak.", "broken"},
		{"I would've put this at 7, but the ending is weak.", "broken"},
		{"I initially put this at 7, but the ending is weak.", "broken"},
		{"I originally put this at 7, but the ending is weak.", "broken"},
		{"At first I put this at 7, but the ending is weak.", "broken"},
		{"I would have to give this a 7.", "met"},
		{"I'd have to give this a 7.", "met"},
		{"It needs nine rhymes. It has 7.", "broken"},
		{"It needed nine rhymes. It had 7.", "broken"},
		{"It needs nine rhymes. There's 7.", "broken"},
		{"They need nine rhymes. They have 7.", "broken"},
		{"2 points for rhyme and 1 for meter", "broken"},
		{"2 points for rhyme. 2 points for meter.", "broken"},
		{"1 for the rhyme, 6 for the meter", "broken"},
		{"Score: 7 for its rhyme", "met"},
		{"Score: <7>", "met"},
		{"Score: 7/10. It has maybe 5 typos.", "met"},
		{"Score: 7. Perhaps 3 words could go.", "met"},
		{"Score: 7\nIt lists 3 if not 4 items.", "met"},
		{"Score: 7. Perhaps 3.", "broken"},
		{"Score: 7. Maybe 5.5/10.", "broken"},
		{"Score: 7. Perhaps 3-4.", "broken"},
		{"Score: 7. Perhaps 3 to 4.", "broken"},
		{"Score: 7. Perhaps a 3 would be fair.", "broken"},
		{"Score: 7. Maybe a 5 for its ending", "broken"},
		{"Score: 7. Possibly 3 points", "broken"},
		{"Score: 7, or a 3 if the title counts", "broken"},
		{"Score: 7. It would be 3 if the title counted.", "broken"},
		{"I was torn between 7 and 8 and settled on 8.", "met"},
	} {
		if got := read(t, "score-cut", judge.Strict, 1, c.reply); got != c.want {
			t.Errorf("%q: %s, want %s", c.reply, got, c.want)
		}
	}
}

func TestReadWinner(t *testing.T) {
	for reply, want := range map[string]adhere.Winner{
		"Output (a)":                                      adhere.First,
		"So the winner should be Output (a).":             adhere.First,
		"A rhymes throughout; B is one word. [[A]]":       adhere.First,
		"Output (b) should be more concise to be better.": adhere.NoWinner,
		"The winner should have been Output (b).":         adhere.NoWinner,
		"Output (a) boasts that it is better.":            adhere.NoWinner,
		"Output (a) is hardly better than (b).":           adhere.NoWinner,
		"It is hard to prefer Output (b).":                adhere.NoWinner,
		"It's hard to choose, but Output (b) is better.":  adhere.Second,
		"output (b).":                adhere.Second,
		"**B**":                      adhere.Second,
		"A is fine, B is not. [[B]]": adhere.Second,
		"Both do. [[C]]":             adhere.Tie,
		"A solves the first part better, and B's code is more concise. B broke the rule, so the better one overall is A.\n\nOutput: \"[[A]]\"": adhere.First,
		"B adds two steps. A's limerick is more coherent, and B's, while creative, less effective.\n\n### Final verdict: **[[A]]**":            adhere.First,
		"Both give the same sum; B is no worse than A.\n\nFinal verdict: \"[[C]]\"":                                                            adhere.Tie,
		"So B is better than A.\n\n[[A]]": adhere.NoWinner,
		"B\n\n[[A]]":                      adhere.NoWinner,
		"### Assistant A\n- It explains each step.\n\n### Assistant B\n- It explains only some of the steps.\n\n### Final Verdict\n[[A]]": adhere.First,
		"Final verdict: [[A]]?":            adhere.NoWinner,
		"tie":                              adhere.Tie,
		"Therefore, Output (a) is better.": adhere.First,
		"If brevity counts, Output (a) is better. Output (a) is better.": adhere.First,

		"":                                   adhere.NoWinner,
		"Both are good.":                     adhere.NoWinner,
		"The last line names a tie.":         adhere.NoWinner,
		"[[A]] or [[B]]":                     adhere.NoWinner,
		"[[D]]":                              adhere.NoWinner,
		"[[A]] Output (b) is better.":        adhere.NoWinner,
		"[[A]] actually follows the format.": adhere.First,
		"[[A]]. It tells users how long to wait.":                                                                  adhere.First,
		"[[A]]\n\nOn reflection, A breaks off. [[B]]":                                                              adhere.NoWinner,
		"[[A]]. One might argue that the café scene is weak, but it is not.\n\nOn reflection, A breaks off. [[B]]": adhere.NoWinner,
		"[[B]]\n\nCorrection to A: the poem has 5 lines. [[A]] is the other one.":                                  adhere.NoWinner,
		"[[A]] [[B]]":                  adhere.NoWinner,
		"[[A]]. Wait times are given.": adhere.First,
		"[[B]]\n\nB does not make the reader wait for the point.":             adhere.Second,
		"[[B]] On reflection, this is the clearer text.":                      adhere.NoWinner,
		"[[A]] Wait, the limit was 50 words.":                                 adhere.NoWinner,
		"[[A]] [[A]] Wait, the limit was 50 words.":                           adhere.NoWinner,
		"[[A]]. Actually, that is wrong.":                                     adhere.NoWinner,
		"[[A]]\n\nHmm - wait: the limit was 50 words.":                        adhere.NoWinner,
		"[[A]]\n\nI misread B, which has a title.":                            adhere.NoWinner,
		"[[A]]\n\nActually the title is in B.":                                adhere.NoWinner,
		"[[A]]: A helps readers who want depth.":                              adhere.First,
		"[[A]] A is a guide for people who camp.":                             adhere.First,
		"[[A]] It is a guide for people who camp.":                            adhere.First,
		"A is better: it greets people who camp.":                             adhere.First,
		"A is better for people who camp.":                                    adhere.NoWinner,
		"[[A]] for people who camp":                                           adhere.NoWinner,
		"A is the better choice, but only for readers who camp.":              adhere.NoWinner,
		"[[A]] It uses nouns only.":                                           adhere.First,
		"[[A]] It is written only for adults.":                                adhere.First,
		"[[A]], but only in style.":                                           adhere.NoWinner,
		"A wins the day.":                                                     adhere.First,
		"A wins the title.":                                                   adhere.NoWinner,
		"Neither Output (a) is better nor Output (b).":                        adhere.NoWinner,
		"If brevity counts, Output (a) is better.":                            adhere.NoWinner,
		"If brevity counts, Output (a) is better. Else, Output (b) is better": adhere.NoWinner,
		"Output (a) is not better.":                                           adhere.NoWinner,
		"I doubt that Output (a) is better.":                                  adhere.NoWinner,
		"Output (a) writes that it is better.":                                adhere.NoWinner,
		"Output (a) should be shorter to be better.":                          adhere.NoWinner,
		"Output (b) needs a title to be better.":                              adhere.NoWinner,
		"Provided that brevity counts, Output (a) is better.":                 adhere.NoWinner,
		"Provided it must be short, Output (a) is better.":                    adhere.NoWinner,
		"As long as brevity counts, Output (a) is better.":                    adhere.NoWinner,
		"At first I thought Output (a) was better.":                           adhere.NoWinner,
		"Initially I thought Output (a) was better.":                          adhere.NoWinner,
		"I was inclined to say that Output (a) is better.":                    adhere.NoWinner,
		"I was tempted to say that Output (a) is better.":                     adhere.NoWinner,
		"It is hard to say that Output (a) is better.":                        adhere.NoWinner,
		"Hard to tell, perhaps Output (a) is better.":                         adhere.NoWinner,
		"A follows the title rule. A... no, A forgot it. So B.":               adhere.Second,
		"I prefer A... no, A forgot the title. So B.":                         adhere.NoWinner,
		"|limit|tone|\n\nBetter: B":                                           adhere.Second,
		"I think A is somewhat better, though it is close.":                   adhere.First,
		"A beats B in rhyme only":                                             adhere.NoWinner,
		"A beats B in every respect.":                                         adhere.First,
		"A beats B, but only in rhyme.":                                       adhere.NoWinner,
		"A is better only in tone; B gets the facts right.":                   adhere.NoWinner,
		"A is better than B merely in tone.":                                  adhere.NoWinner,
		"A is better because only B leaves the title out.":                    adhere.First,
		"A: 7/10\nB":                   adhere.NoWinner,
		"B\n\nA: no title\nB: a title": adhere.Second,
		"**Assistant A**\n- no title\n\n**Assistant B**\n- a title\n\n**Winner: Assistant B**": adhere.Second,
		"**Assistant A**\n- no title\n\n**Assistant B**\n- a title":                            adhere.NoWinner,
	} {
		if got := judge.ReadWinner(reply); got != want {
			t.Errorf("%q: %s, want %s", reply, got, want)
		}
	}
}

func TestReadJSON(t *testing.T) {
	for _, c := range []readCase{
		{`{"answers":[{"reason":"r","answer":"YES"},{"reason":"","answer":"no"}]}`, "met,not_met"},
		{"```json\n{\"answers\":[{\"reason\":\"r\",\"answer\":\"YES\"},{\"reason\":\"r\",\"answer\":\"UNKNOWN\"}]}\n```", "met,unsure"},

		{``, "broken,broken"},
		{`['YES', 'NO']`, "met,not_met"},
		{"1. YES\n2. It is not there. NO", "met,not_met"},
		{`{"answers":[{"reason":"r","answer":"YES"}]}`, "broken,broken"},
		{`{"answers":[{"answer":"YES"},{"answer":"YES or NO"}]}`, "broken,broken"},
		{`{"answers":[{"answer":"YES"},{"answer":"NO","answer":"YES"}]}`, "broken,broken"},
		{`{"answers":[{"answer":"YES"},{"answer":"NO"}],"Answers":[]}`, "broken,broken"},
		{`{"answers":[{"answer":"YES"},{"answer":"NO"}],"note":"unsure"}`, "met,not_met"},
		{`{"answers":[{"answer":"YES"},{"answer":"NO"}]} {}`, "met,not_met"},
		{`{"answers":[{"answer":"YES"},{"answer":"NO"}]} {"answers":[{"answer":"NO"},{"answer":"NO"}]}`, "broken,broken"},
		{`{"answers":[{"answer":"YES"},{"answer":"NO"}]`, "met,not_met"},
		{`{"results":[{"id":2,"verdict":"YES"},{"id":1,"verdict":"NO"}]}`, "broken,broken"},
		{`{"results":[{"id":2,"verdict":"YES"},{"id":2,"verdict":"NO"}]}`, "broken,broken"},
		{`{"results":[{"id":1,"met":1},{"id":2,"met":0}]}`, "broken,broken"},
		{`]`, "broken,broken"},
	} {
		j := mustJudge(t, "level-path", judge.Options{Model: says(c.reply), Schema: true, Reasks: -1})
		verdicts, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme())
		if err != nil || outcomes(verdicts) != c.want {
			t.Errorf("%q: %s, %v, want %s", c.reply, outcomes(verdicts), err, c.want)
		}
	}
}

var (
	anyYes = regexp.MustCompile(`(?i)yes|true|pass|met|followed|correct|satisfied|fulfilled|respected|是|对|符|满|遵|肯|ｙｅｓ|(?:^|[^\pL])y(?:$|[^\pL])|kyllä|igen|có|ναι|نعم|हाँ|hold|oui|ja|sim|sí|tak|evet|да|так|はい|예|네|hold|adher|compl|meet|satisf|fulfil|honou?red|obeyed|upheld|kept|[✅✔☑✓]|violat|fail|broke`)
	anyNo  = regexp.MustCompile(`(?i)no|unmet|unsat|violated|false|fail|incorrect|不|未|没|违|否|ｎｏ|(?:^|[^\pL])n(?:$|[^\pL])|nem|ei|tidak|όχι|لا|नहीं|không|disregard|neglect|flout|contradict|nein|n[ãa]o|nee|nej|nei|nie|hayır|нет|ні|いいえ|아니|n't|break|broke|miss|ignore|breach|[❌✗✘✖]`)
)

var numeral = regexp.MustCompile(`(?i)zero|one|two|three|four|five|six|seven|eight|nine|ten`)

// never fails the test if a reply is decided one way though nothing in it
// says so.
func never(t *testing.T, reply, got string) {
	t.Helper()
	for word := range strings.SplitSeq(got, ",") {
		if word == "met" && !anyYes.MatchString(reply) || word == "not_met" && !anyNo.MatchString(reply) {
			t.Errorf("%q is read as %s", reply, got)
		}
	}
}

func FuzzReadWord(f *testing.F) {
	for _, seed := range []string{"YES", "no.", ">Y", "Yes and no", "YES, but", "**Answer:** NO\n", "x\nNO", "N/A", "NO, no", "Oui « café ». Attendez, 一 ½: NON", "YES. Correction: ÉTÉ\nＮＯ"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		got := read(t, "single", judge.Strict, 1, reply)
		never(t, reply, got)
		for _, opposite := range []string{"\nAnswer: YES", "\nAnswer: NO"} {
			if both := read(t, "single", judge.Strict, 1, reply+opposite); got != "broken" && both != "broken" && both != got && got != "unsure" {
				t.Errorf("%q is read as %s, and as %s with %q behind it", reply, got, both, opposite)
			}
		}
		read(t, "single", judge.Paper, 1, reply)
	})
}

func FuzzReadNumbered(f *testing.F) {
	f.Add("1. YES\n2. NO")
	f.Add("1) yes\n2) N/A")
	f.Add("① YES – « café »\n② ＮＯ\n\nCorrection:\n① YES, ½\n② YES")
	f.Fuzz(func(t *testing.T, reply string) { never(t, reply, read(t, "batch", judge.Strict, 2, reply)) })
}

func FuzzReadList(f *testing.F) {
	for _, seed := range []string{"['YES', 'NO']", "```\n[YES,NO]\n```", "3) [\"YES\", 'N/A']", "[['YES','NO']]", "['YES','NO'] ['NO','NO']", "“été” ['YES', ‘NO’]\n\nOn reflection: [“是”, “否”] …"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, reply string) {
		strict := read(t, "level-path", judge.Strict, 2, reply)
		never(t, reply, strict)
		for _, paper := range []string{read(t, "level-path", judge.Paper, 2, reply), read(t, "level-path", judge.PaperZH, 2, reply)} {
			never(t, reply, paper)
		}
		if got := read(t, "level-path", judge.Strict, 3, reply); !strings.HasPrefix(strict, "broken") && !strings.HasPrefix(got, "broken") {
			t.Errorf("%q is a list of 2 and of 3", reply)
		}
	})
}

func FuzzReadFinals(f *testing.F) {
	f.Add("1. a Final Answer is Constraint followed <END> 2. b Final Answer is Constraint not followed <END>")
	f.Add("Constraint partly met")
	f.Add("1. Ein « Gruß » Final Answer is Constraint followed <END> 2. 第一 Final Answer is Constraint not followed <END>")
	f.Fuzz(func(t *testing.T, reply string) {
		for strategy, n := range map[string]int{"constraint": 1, "constraint-reason": 1, "constraints-at-once": 2} {
			never(t, reply, read(t, strategy, judge.Strict, n, reply))
		}
	})
}

func FuzzReadScore(f *testing.F) {
	f.Add("Good.\nScore: 7")
	f.Add("[[3]]/10")
	f.Add("Größe (ä = gut): ★★★½ – Score: ７. One might say it is “été”, but no. 七分")
	f.Fuzz(func(t *testing.T, reply string) {
		got := read(t, "score-cut", judge.Strict, 1, reply)
		if got != "broken" && got != "unsure" && !strings.ContainsAny(reply, "0123456789零一二三四五六七八九十") && !numeral.MatchString(reply) {
			t.Errorf("%q is read as %s", reply, got)
		}
	})
}

func FuzzReadWinner(f *testing.F) {
	f.Add("Therefore, Output (a) is better.")
	f.Add("[[C]] [[A]]")
	f.Add("[[A]]. One might argue that the café “Été” is weak, but it is not.\n\nOn reflection, 𝐀 breaks off. [[B]]")
	f.Fuzz(func(t *testing.T, reply string) {
		got := judge.ReadWinner(reply)
		both := strings.Contains(reply, "[[A]]") && strings.Contains(reply, "[[B]]")
		if both && got != adhere.NoWinner {
			t.Errorf("%q is read as %s", reply, got)
		}
	})
}

func FuzzReadJSON(f *testing.F) {
	f.Add(`{"answers":[{"reason":"r","answer":"YES"},{"reason":"","answer":"no"}]}`)
	f.Add(`{"a":{"a":[{}]},"a":1}`)
	f.Add(`« été » {"answers":[{"reason":"“ä” ½","answer":"ＹＥＳ"},{"reason":"一","answer":"否"}]} – On reflection: é`)
	f.Fuzz(func(t *testing.T, reply string) {
		j := mustJudge(t, "level-path", judge.Options{Model: says(reply), Schema: true, Reasks: -1})
		if _, err := j.Judge(t.Context(), &adhere.Task{Instruction: harbour()}, rhyme()); err != nil {
			t.Error(err)
		}
	})
}
