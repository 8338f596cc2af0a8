package english

import "adhere/internal/lazyregexp"

// mayCallOff reports whether the words behind a demand, to the end of its sentence, or
// the beginning of the next one say that it need not be met: "…, but that is not required",
// "… (facultatif)", "…。这不是必需的。". Both are in the language of the message.
func mayCallOff(behind, next string) bool {
	return callingOff.MatchString(behind) || callingOffNext.MatchString(next)
}

// leading words stand before those that call a demand off, whatever their order.
const leading = `(?:(?:(?:but|though|although|however|even|and|yet|this|that|it|which|is|are|of|course|just|these|they|really|strictly|` +
	`das|dies|es|was|ist|sind|aber|jedoch|allerdings|doch|wobei|auch|` +
	`mais|cela|ceci|ça|ce|c[’']est|est|même|bien|toutefois|cependant|` +
	`ma|però|anche|questo|ciò|la|cosa|` +
	`pero|aunque|esto|eso|ello|es|si|bien|sin|embargo|mas|embora|isto|isso|é|porém|no|entanto)[\s,]+)*` +
	`|(?:但|但是|不过|然而|当然|虽然|这|此项|该项|这一点|并|也|ただし|但し|これは|それは|が|もちろん|、|，|\s)*)`

// notNeeded words say that something need not be.
const notNeeded = `(?:(?:is|are|’s|'s)?\s?(?:not|n[’']t|isn[’']t|aren[’']t)\s(?:\w+ly\s)?(?:required|necessary|needed|mandatory|compulsory|obligatory|essential|a\smust|a\srequirement)|` +
	`optional|(?:you|they)\s(?:do\snot|don[’']t)\s(?:\w+ly\s)?(?:have|need)\sto|(?:it|this|that)\s(?:does\snot|doesn[’']t)\s(?:\w+ly\s)?(?:have|need)\sto(?:\sbe)?|need\snot(?:\sbe)?(?:\s(?:so|followed|met|the\scase))?|no\sneed|` +
	`(?:nicht|keineswegs)\s(?:unbedingt\s|zwingend\s)?(?:nötig|notwendig|erforderlich|zwingend|verpflichtend|obligatorisch|vorgeschrieben|verlangt|pflicht)|(?:kein\smuss|keine\s(?:pflicht|bedingung))|freiwillig|muss\s(?:aber\s|jedoch\s)?nicht(?:\s(?:unbedingt\s)?sein)?|nötig\sist\s(?:das|es)\s(?:aber\s|jedoch\s)?nicht|` +
	`(?:n[’']est|ne\ssont)\s(?:cependant\s|toutefois\s)?pas\s(?:obligatoires?|nécessaires?|requis|requise|indispensables?|impératif|exigé)|facultati(?:f|ve|fs|ves)|optionnel(?:le|s|les)?|sans\sobligation|` +
	`no\s(?:es|son|resulta)\s(?:necesari[oa]s?|obligatori[oa]s?|imprescindibles?|precis[oa]|un\srequisito|indispensables?)|opciona(?:l|les|is)|no\shace\sfalta|` +
	`não\s(?:é|são)\s(?:necessári[oa]s?|obrigatóri[oa]s?|precis[oa]|imprescindível|indispensável|um\srequisito)|facultativ[oa]s?|não\sprecisas?|` +
	`non\s(?:è|sono)\s(?:obbligatori[oae]?|necessari[oae]?|richiest[oaie]|indispensabil[ei])|facoltativ[oaie]|opzional[ei]|non\s(?:serve|occorre)|` +
	`(?:不是|并非|非)(?:必须|必需|必要|强制|硬性|绝对)(?:的|性)?(?:要求)?(?:的)?|不(?:强求|强制|必强求|作要求|做要求|作强制要求|作硬性要求|是必填)|没有?必要|不必|可选|选填|可有可无|` +
	`必須(?:では|じゃ)(?:ありません|ない(?:です)?)|任意(?:です)?|必要は(?:ありません|ない(?:です)?)|義務では(?:ありません|ない)|必須でなくて(?:も|)(?:構いません|かまいません|いい(?:です)?|よい)|(?:なくても|なくて)(?:構いません|かまいません|よい|いい(?:です)?|大丈夫(?:です)?))` +
	`(?:,?\s(?:though|either|allerdings|toutefois|cependant|que\sse\sdiga))?(?:が|けど)?`

// ifWished words leave a demand to the answer.
const ifWished = `(?:if\syou\s(?:like|want|wish|prefer)|wenn\s(?:du|sie|ihr)\s(?:magst|mögen|mögt|willst|wollen|möchtest|möchten)|` +
	`si\s(?:tu|vous)\s(?:le\s)?(?:veux|voulez|souhaites|souhaitez|préfères|préférez)|si\s(?:quieres|quiere|lo\sdeseas?|gustas|prefieres)|` +
	`se\s(?:vuoi|vuole|preferisci|preferisce|ti\sva)|` +
	`se\s(?:quiser|quiseres|desejar|preferir))`

var (
	callingOff     = lazyregexp.New(`(?i)(?:(?:[,;:(—–，；：（、]|\s[-–—]|\s(?:but|aber|mais|pero|mas)\s)\s*` + leading + notNeeded + `\s*(?:$|[.,;!?)\n。，！？）])|[,(]?\s` + ifWished + `\s*(?:$|[.;!?)\n]))`)
	callingOffNext = lazyregexp.New(`(?i)^[\s(（.。]*` + leading + `(?:` + notNeeded + `|` + ifWished + `)\s*(?:$|[.;!?)\n。！？）])`)
)
