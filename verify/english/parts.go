package english

import (
	"adhere/internal/lazyregexp"
	"adhere/verify/english/internal/lexicon"
)

// severalWords tell that an answer has parts which can have lengths of their
// own.
var severalWords = lexicon.Set("severalWords")

// partElsewhere returns the name of a part, or of several things, in a
// sentence that is written without spaces.
func (v *view) partElsewhere() string {
	for i := range v.s {
		if t := &v.s[i]; t.Joined() && !v.inside(i) {
			if part := partsElsewhere.FindString(t.Text); part != "" {
				return part
			}
		}
	}
	return ""
}

// partsElsewhere name parts and several things in languages without spaces; a number
// behind 第 is a token of its own.
var partsElsewhere = lazyregexp.New(`先|再|然后|然後|接着|之后|另外|并附|附上|まず|次に|その後|それから|먼저|다음|그다음|每|各|所有[^回答输内]|分别|标题|題目|题目|正文|摘要|开头|结尾|第(?:[一二三四五六七八九十\d]|$)|首段|末段|最后|副标题|口号|名字|其中|两者|タイトル|見出し|件名|本文|それぞれ|ずつ|目の|最初|最後|冒頭|末尾|要約|リード|キャッチ|제목|본문|각각|각 |마다|첫|마지막|요약|소제목`)
