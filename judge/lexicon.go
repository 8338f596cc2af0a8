package judge

import (
	"maps"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A sense is what a word or phrase of a reply means to its readers.
type sense int

const (
	content    sense = iota // any word that is not in the lexicon
	verb                    // "is", "does"
	filler                  // articles, pronouns, "clearly"
	assertion               // what a judge does: "say", "conclude"
	judging                 // what a judge gives: "answer", "verdict"
	subject                 // what is judged: "text", "response"
	demandNoun              // what is to be met: "requirement"
	leadWord                // leads to a verdict: "so", "therefore"
	condition               // "if", "might", "doubt"
	denial                  // "cannot", "neither"
	contrast                // "but", "although"
	yesWord                 // answers by itself
	noWord
	unsureWord
	metWord // of the demand: "met", "satisfied"
	unmetWord
	meetVerb // of the text: "meets", "follow"
	breakVerb
	passWord // counts where it stands alone or behind a label: "pass", "true"
	failWord
	negation
	placeWord  // an ordinal: "first"
	everyWord  // "all", "both"
	noneWord   // "none", "neither"
	othersWord // "the rest"
	countWord  // "three"
	number
	colon     // sets what follows off: ":", "=", "→", a dash
	pause     // a comma
	stop      // ends a sentence or a line
	tickSign  // "✅"
	crossSign // "❌"
	other     // any other sign
)

// A lexicon says what the words and phrases of a reply mean to a reader.
type lexicon map[string]sense

// with adds words between spaces to a lexicon; in a phrase, underlines stand for
// its spaces. It panics where a word is given two senses.
func (words lexicon) with(lists map[sense]string) lexicon {
	added := lexicon{}
	for s, list := range lists {
		for word := range strings.FieldsSeq(list) {
			word = strings.ReplaceAll(word, "_", " ")
			if other, twice := added[word]; twice && other != s {
				panic("the lexicon has two senses for " + word)
			}
			added[word] = s
		}
	}
	maps.Copy(words, added)
	return words
}

// shared is the lexicon of the replies that decide, to which other readers add
// words of their own.
var shared = sync.OnceValue(func() lexicon {
	return lexicon{}.with(map[sense]string{
		verb: `is are was were does do did has have ist est es foi é è lautet`,
		filler: `that_would_be the a an this that these those it its they there here i i'd i'll i'm i've my me our we you be been am it's that's there's will would must should
			have_to has_to had_to i'm_going_to of for in on at by as with from and also still fully entirely clearly strictly strictly_speaking streng_genommen genau_genommen throughout everywhere consistently simply just really indeed certainly definitely very quite one
			final me can sure ok okay well right actually rather wait hmm now then again
			die das eine wurde ich also meine endgültige
			le la l' un a je c'est se mon finale définitive
			el fue ha se mi definitiva
			o totalmente
			il
			了 的 该 此 这 这个 本 我 我的 我认为 条 题 项 个 两 三 list sure can answered 得到 已 已经 完全 能 就 应 应该 最终 最后 为 は を の です`,
		assertion:  `think believe find say judge conclude rate call go_with give giving`,
		judging:    `answer_would_be answer_to answer verdict verdicts decision decisions judgement judgment judgements judgments conclusion result results ruling evaluation assessment determination output answers outcome rating status antwort urteil ergebnis entscheidung fazit réponse décision respuesta veredicto decisión conclusión resposta decisão risposta verdetto antwoord 答案 判断 结论 结果 判定 回答`,
		subject:    `text response reply essay poem story email letter message article assistant model generated given user's assistant's 文本 文中 文章 本文`,
		demandNoun: `item items q c r constraint constraints requirement requirements criterion criteria condition conditions demand demands instruction question questions anforderung vorgabe bedingung exigence contrainte critère requisito 约束 要求 条件 限制 约束条件 制約を restricción einschränkung 要件を`,
		leadWord:   `so therefore thus hence overall ultimately finally consequently tl;dr unfortunately donc alors daher somit folglich deshalb demnach por_lo_tanto por_tanto así_que entonces portanto logo quindi dunque pertanto dus 因此 所以 综上 综上所述 总之`,
		condition:  `would_be should_have was_going_to would_have_been would_need the_judge its_judge a_judge if whether unless when suppose assuming doubt could might may either otherwise ob wenn 是不是 是否 如果`,
		denial:     `nor cannot can't couldn't wouldn't only`,
		contrast:   `but however although though while whereas yet aber jedoch mais pero mas però 但 但是 然而 不过`,
		yesWord:    `yes yep yeah yup affirmative ja jawohl oui sim sí sì tak evet kyllä igen có ναι نعم हाँ да так はい 예 네 是的 是 对 肯定的`,
		noWord:     `no nope nah nein non não nao nee nej nei nie nem ei tidak hayır όχι لا नहीं không нет ні いいえ 아니요 아니오 不是 不对 否定的 没有 否`,
		unsureWord: `maybe perhaps possibly unknown unsure uncertain unclear undecided n/a partial partially partly teilweise partiellement parcialmente parzialmente 部分 hard_to_say hard_to_tell hard_to_judge schwer_zu_sagen difficile_à_dire difícil_decir difícil_de_decir difícil_dizer difícil_de_dizer difficile_dire difficile_da_dire not_applicable cannot_be_determined cannot_be_decided cannot_be_judged cannot_be_verified cannot_be_answered can't_be_determined undeterminable indeterminate not_determinable cannot_tell cannot_say cannot_determine cannot_decide cannot_judge can't_tell can't_say can't_determine can't_decide can't_judge 无法判断 无法确定 无法判定 不确定 不清楚 难说 很难说 どちらとも言えない`,
		metWord: `adhered_to complied_with followed satisfied met fulfilled respected honoured honored obeyed upheld erfüllt eingehalten respecté respectée remplie conforme satisfaite cumplido cumplida cumprido cumprida atendido rispettato soddisfatto compliant
			cumple cumpre atende 符合 满足 遵循 遵守 満たす 満たしている 満たしています 満たします`,
		unmetWord:  `non-compliant noncompliant unfulfilled violated unmet unsatisfied breached verletzt violé violée incumplido violado 违反 満たさない 満たしていない 満たしていません 満たしません`,
		meetVerb:   `complies comply conforms conform adheres adhere adheres_to conforms_to adhere_to conform_to meets satisfies follows fulfills fulfils respects obeys meet satisfy follow fulfill fulfil respect`,
		breakVerb:  `violates breaks broke ignores ignored disregards disregarded neglects neglected contradicts breaches fails misses missed broken`,
		passWord:   `holds true pass passed passes correct`,
		failWord:   `false fail failed incorrect`,
		placeWord:  `first second third fourth fifth sixth seventh eighth ninth tenth 第一 第二 第三 第四 第五 第六`,
		everyWord:  `all both each every 都 均 全部 所有`,
		noneWord:   `none neither`,
		othersWord: `rest other others remaining`,
		countWord:  `two three four five six seven eight nine ten`,
		tickSign:   `✅ ✔ ☑ ✓ 👍 ○ 〇`,
		crossSign:  `❌ ✗ ✘ ✖ 👎 ×`,
		negation:   `fails_to fail_to failed_to failing_to not isn't aren't wasn't weren't doesn't don't didn't hasn't haven't nicht kein keine pas 不 未 没 并未 未能 不能 never`,
	})
})

// A term is a word, phrase or other of a reply.
type term struct {
	sense
	text       string // in lower case
	start, end int    // in the mask, in bytes
}

// fills reports whether a term says nothing by itself.
func (t term) fills() bool { return t.sense == filler || t.sense == verb || t.sense == assertion }

// decides reports whether a term can be a decision.
func (t term) decides() bool { return t.sense >= yesWord && t.sense <= failWord }

func terms(text string) []term { return shared().terms(text) }

// terms cuts a text into the longest words and phrases of the lexicon, other
// words, numbers and signs. White space is left out, the end of a line is a stop.
func (words lexicon) terms(text string) []term {
	var out []term
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		t := term{start: at, end: at + size}
		switch {
		case r == '\n':
			t.sense = stop
		case unicode.IsSpace(r):
			at += size
			continue
		case ideographic(r):
			for end, n := at, 0; n < 10; n++ {
				r, size := utf8.DecodeRuneInString(text[end:])
				if end += size; !ideographic(r) {
					break
				}
				if s, ok := words[text[at:end]]; ok {
					t.sense, t.end = s, end
				}
			}
		case unicode.IsLetter(r):
			t.end = wordEnd(text, at)
			if text[min(at+1, t.end-1)] == '\'' && words[strings.ToLower(text[at:t.end])] == content {
				t.end = at + len("l'") // "l'exigence", "n'est"
			}
			word := text[at:t.end]
			t.sense = words[strings.ToLower(word)]
			for end, n := t.end, 0; n < 3; n++ {
				next := len(text[end:]) - len(strings.TrimLeft(text[end:], " "))
				if wordEnd(text, end+next) == end+next {
					break
				}
				end = wordEnd(text, end+next)
				if s, ok := words[strings.ToLower(tidy(text[at:end]))]; ok {
					t.sense, t.end = s, end
				}
			}
		case unicode.IsDigit(r):
			t.sense, t.end = number, at+max(size, len(numberRE.FindString(text[at:])))
		default:
			t.sense = words.signOf(text, at, r)
		}
		t.text = strings.ToLower(text[t.start:t.end])
		out = append(out, t)
		at = t.end
	}
	return out
}

// ideographic reports whether a script is written without spaces.
func ideographic(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// wordEnd returns where the word ends that begins there.
func wordEnd(text string, at int) int {
	if end := at + len("n/a"); end <= len(text) && strings.EqualFold(text[at:end], "n/a") {
		return end
	}
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		if ideographic(r) || !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("'-;", r) {
			break
		}
		if strings.ContainsRune("'-;", r) {
			if next, _ := utf8.DecodeRuneInString(text[at+size:]); !unicode.IsLetter(next) {
				break
			}
		}
		at += size
	}
	return at
}

func (words lexicon) signOf(text string, at int, r rune) sense {
	_, size := utf8.DecodeRuneInString(text[at:]) // 1 where the text is no UTF-8
	next, _ := utf8.DecodeRuneInString(text[at+size:])
	s, known := words[string(r)]
	switch {
	case known:
		return s
	case r == '。', r == '.' && !unicode.IsLetter(next) && !unicode.IsDigit(next), r == '!', r == '?', r == ';':
		return stop
	case strings.ContainsRune(":=→>|–—", r), r == '-' && (next == ' ' || next == '-' || next == '>'):
		return colon
	case strings.ContainsRune(",、(", r):
		return pause
	}
	return other
}
