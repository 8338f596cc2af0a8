package algebra

import "strings"

// languageNames holds the languages that can be told apart, by ISO 639-1
// code.
const languageNames = "af Afrikaans,ar Arabic,bg Bulgarian,bn Bengali,ca Catalan,cs Czech,cy Welsh,da Danish,de German,el Greek," +
	"en English,es Spanish,et Estonian,fa Persian,fi Finnish,fr French,gu Gujarati,he Hebrew,hi Hindi,hr Croatian,hu Hungarian," +
	"id Indonesian,it Italian,ja Japanese,kn Kannada,ko Korean,lt Lithuanian,lv Latvian,mk Macedonian,ml Malayalam,mr Marathi," +
	"ne Nepali,nl Dutch,no Norwegian,pa Punjabi,pl Polish,pt Portuguese,ro Romanian,ru Russian,sk Slovak,sl Slovene,so Somali," +
	"sq Albanian,sv Swedish,sw Swahili,ta Tamil,te Telugu,th Thai,tl Tagalog,tr Turkish,uk Ukrainian,ur Urdu,vi Vietnamese," +
	"zh Chinese,zh-cn Simplified Chinese,zh-tw Traditional Chinese"

// Languages returns the code and the English name of each language that can be told
// apart: "de German".
func Languages() []string { return strings.Split(languageNames, ",") }

// languageName returns the English name of a language, or the code if there
// is none.
func languageName(code string) string {
	for entry := range strings.SplitSeq(languageNames, ",") {
		if c, name, _ := strings.Cut(entry, " "); c == code {
			return name
		}
	}
	return code
}
