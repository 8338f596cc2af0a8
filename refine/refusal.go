package refine

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
)

// refuses reports whether a text opens like a refusal. Some answers do too: it
// is asked about replies that follow a draft which does not, and about examples
// that can be spared.
func refuses(text string) bool {
	start := strings.ToLower(strings.TrimLeft(strings.ReplaceAll(text, "’", "'"), " \t\r\n*\"#_>"))
	if runes := []rune(start); len(runes) > opens {
		start = string(runes[:opens])
	}
	if m := wontDo.FindStringSubmatchIndex(start); m != nil {
		return !tells.MatchString(start[m[1]:])
	}
	return slices.ContainsFunc(refusals, func(sign *lazyregexp.Regexp) bool { return sign.MatchString(start) })
}

// opens is how many characters the opening of a text has.
const opens = 160

// In English, a first sentence that says that the writer cannot, but for what
// people say of themselves in letters and stories.
var (
	wontDo = lazyregexp.New(`^(?:(?:(?:i'm|i am)(?: very| so| really| truly)? (?:sorry|afraid)|sorry|my apologies|i (?:must |do )?apologi[sz]e|unfortunately|regrettably|as an? (?:ai|artificial|language|assistant)[^,.]{0,40})(?: for [^,.]{0,40})?[,.:;]?(?: but| that)?[,]? )*` +
		`(?:as an ai |i (?:can't|cannot|can not|couldn't|could not|won't|will not|must decline|have to decline|respectfully decline|decline to|refuse to|am unable to|am not able to|am not comfortable|don't feel comfortable|do not feel comfortable)\b ?|i'm (?:unable to|not able to|not comfortable) ?)`)
	tells = lazyregexp.New(`^(?:wait\b|believe|imagine|stop\b|stand\b|stress|emphasi[sz]e|overstate|say (?:enough|no\b)|recommend .{0,30}enough|thank|help but|help it|remember|recall|forget|come\b|make it|attend|join\b|be there|sleep|bear\b|afford|lie\b|deny)`)
)

// refusals are openings in other languages: an apology, and that the writer
// cannot help, write or answer.
var refusals = []*lazyregexp.Regexp{
	lazyregexp.New(`^(?:(?:es )?tut mir (?:sehr )?leid|entschuldigung|leider|ich bedaure)[^.!?]{0,60}(?:kann|darf|werde|möchte) [^.!?]{0,70}(?:helfen|weiterhelfen|unterstützen|erfüllen|nachkommen|entsprechen|beantworten|bereitstellen|anfrage)`),
	lazyregexp.New(`^ich (?:kann|darf|werde) [^.!?]{0,40}(?:nicht|keine)[^.!?]{0,40}(?:helfen|weiterhelfen|erfüllen|nachkommen|entsprechen|beantworten|anfrage)`),
	lazyregexp.New(`^(?:(?:je suis |nous sommes )?(?:vraiment )?(?:désolée?s?|navrée?s?)|je regrette|malheureusement)[^.!?]{0,40}je ne (?:peux|puis|suis) [^.!?]{0,70}(?:aider|répondre|fournir|satisfaire|accéder|mesure|donner suite|demande)`),
	lazyregexp.New(`^(?:lo (?:siento|lamento)|lamento|disculpa|perdona|lamentablemente)[^.!?]{0,40}no (?:puedo|me es posible|estoy en condiciones|podré)[^.!?]{0,70}(?:ayudar|cumplir|proporcionar|responder|atender|solicitud|petición)`),
	lazyregexp.New(`^(?:desculpe|desculpa|lamento|sinto muito|infelizmente)[^.!?]{0,40}não (?:posso|consigo|me é possível)[^.!?]{0,70}(?:ajudar|atender|fornecer|responder|cumprir|pedido|solicitação)`),
	lazyregexp.New(`^(?:mi dispiace|spiacente|purtroppo)[^.!?]{0,40}non (?:posso|sono in grado)[^.!?]{0,70}(?:aiutar|assister|soddisfar|rispondere|fornire|richiesta)`),
	lazyregexp.New(`^(?:很|非常|十分)?(?:抱歉|对不起|不好意思)[^。！？]{0,20}(?:不能|无法|没办法|不可以)[^。！？]{0,16}(?:帮|协助|提供|回答|满足|完成|处理|请求)`),
	lazyregexp.New(`^(?:大変)?(?:申し訳(?:ありません|ございません)|すみません|ごめんなさい)[^。！？]{0,40}(?:できません|お手伝い|お応え|お答え|いたしかねます)`),
}
