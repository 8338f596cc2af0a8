package english

import (
	"strings"
	"sync"

	"adhere/verify/algebra"
)

// languageNames are the languages that can be told by code, with their codes.
const languageNames = `
afrikaans af
arabic ar
bulgarian bg
bengali bn
bangla bn
catalan ca
czech cs
welsh cy
danish da
german de
greek el
english en
spanish es
estonian et
persian fa
farsi fa
finnish fi
french fr
gujarati gu
hebrew he
hindi hi
croatian hr
hungarian hu
indonesian id
italian it
japanese ja
kannada kn
korean ko
lithuanian lt
latvian lv
macedonian mk
malayalam ml
marathi mr
nepali ne
dutch nl
norwegian no
punjabi pa
polish pl
portuguese pt
romanian ro
russian ru
slovak sk
slovenian sl
somali so
albanian sq
swedish sv
swahili sw
tamil ta
telugu te
thai th
tagalog tl
turkish tr
ukrainian uk
urdu ur
vietnamese vi
chinese zh
mandarin zh
`

var languages = sync.OnceValue(func() map[string]algebra.Language {
	m := map[string]algebra.Language{}
	for line := range strings.Lines(languageNames) {
		if name, code, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			m[name] = algebra.Language(code)
		}
	}
	return m
})
