package english

import "adhere/verify/algebra"

// tableOf is a table of so many rows and columns.
func tableOf(c *capture) any {
	return algebra.Every(algebra.Table).With(algebra.All{
		algebra.Has(algebra.TableRow, c.relation("rows")),
		algebra.Has(algebra.TableColumn, c.relation("columns")),
	})
}

func every(s algebra.Source) func(*capture) any { return fixed(algebra.Every(s)) }

// wordsIn are the words of passages, of which one may have several.
func wordsIn(s algebra.Source) func(*capture) any {
	return fixed(algebra.Every(algebra.Word).Within(algebra.Every(s)))
}

// units are the parts that a text can be asked for.
//
//	size    what lengths are given in
//	block   what a text is laid out in
//	sign    what may stand in it
//	things  any of these, with what may narrow it
func units() []production {
	list := []production{
		{"size", "word", every(algebra.Word)},
		{"size", "sentence", every(algebra.Sentence)},
		{"size", "line (of text)?", every(algebra.Line)},
		{"size", "paragraph", every(algebra.Paragraph)},
		{"size", "stanza", every(algebra.Paragraph)},
		{"size", "character", every(algebra.Character)},
		{"cells", "(table)? column", every(algebra.TableColumn)},
		{"cells", "(table)? row", every(algebra.TableRow)},
		{"block", "<k> column (markdown)? table", func(c *capture) any {
			return algebra.Every(algebra.Table).With(algebra.Has(algebra.TableColumn, algebra.Exactly(c.float("k"))))
		}},
		{"block", "(markdown)? table (with|of|that have) <bound> <cells>", func(c *capture) any {
			return algebra.Every(algebra.Table).With(algebra.HasParts(c.parts("cells"), c.relation("bound")))
		}},
		{"block", "(markdown)? table (with|of|that have) <bound:rows> row and <bound:columns> column", tableOf},
		{"block", "(markdown)? table (with|of|that have) <bound:columns> column and <bound:rows> row", tableOf},
		{"block", "(list|bullet list) item", every(algebra.ListItem)},
		{"block", "(markdown)? bullet (point)?", every(algebra.Bullet)},
		{"block", "bullet point ('(' <any>* <asterisks>? ,? <any>* <asterisks>? ')')? ((in|use) (the)? markdown (bullet point)? (format)?)? ,? (such as|like|like below|with the format below|in the follow form)? :?", every(algebra.Bullet)},
		{"block", "number (list)? item", every(algebra.NumberedItem)},
		{"block", "(markdown)? (heading|subheading)", every(algebra.Heading)},
		{"block", "(markdown)? table", every(algebra.Table)},
		{"block", "code block", every(algebra.CodeBlock)},
		{"block", "block quote", every(algebra.BlockQuote)},
		{"sign", "hashtag", every(algebra.Hashtag)},
		{"sign", "emoji (symbol|character)?", every(algebra.Emoji)},
		{"sign", "(link|url|web address)", every(algebra.Link)},
		{"sign", "email address", every(algebra.Email)},
		{"sign", "comma", every(algebra.Text(","))},
		{"sign", "semicolon", every(algebra.Text(";"))},
		{"sign", "colon", every(algebra.Text(":"))},
		{"sign", "exclamation (mark|point)", every(algebra.Text("!"))},
		{"sign", "question mark", every(algebra.Text("?"))},
		{"sign", "question", every(algebra.Question)},
		{"sign", "(digit|numeral|arabic numeral)", every(algebra.Digit)},
		{"sign", "(vowel)", every(algebra.Vowel)},
		{"sign", "(cap|uppercase|upper case) letter", every(algebra.Capital)},
		{"sign", "(lowercase|lower case|small) letter", every(algebra.Small)},
		{"sign", "punctuation (mark)?", every(algebra.Punctuation)},
		{"sign", "(parenthesis|parenthetical)", every(algebra.Parenthesis)},
		{"sign", "quote mark", every(algebra.SignOf(algebra.SignDoubleQuote))},
		{"sign", "em dash", every(algebra.Text("—"))},
		{"sign", "(bold|boldface) (format|font|type|formatting|markup)?", every(algebra.Bold)},
		{"sign", "(italic|italics) (format|font|type|formatting|markup)?", every(algebra.Italic)},
		{"sign", "asterisk", every(algebra.Text("*"))},
		{"sign", "(bold|bolded) (text|phrase|passage|section)", every(algebra.Bold)},
		{"sign", "(bold|bolded|boldface) word", wordsIn(algebra.Bold)},
		{"sign", "word in (bold|boldface) (type|font|print)?", wordsIn(algebra.Bold)},
		{"sign", "word in (italic|italics)", wordsIn(algebra.Italic)},
		{"sign", "(italic|italicize) (text)? (text|phrase|passage|section|part)", every(algebra.Italic)},
		{"sign", "(italic|italicize) word", wordsIn(algebra.Italic)},
		{"sign", "<allcaps> word", every(algebra.CapsWord)},
		{"sign", "word (that be)? (in|with|write in) <allcaps>", every(algebra.CapsWord)},
		{"sign", "(fully|completely) capitalize word", every(algebra.CapsWord)},
		{"sign", "placeholder", every(algebra.Placeholder)},

		{"allcaps", "(all|full)? (cap|uppercase|upper case) letter", fixed(true)},
		{"allcaps", "(all|full) (cap|uppercase|upper case)", fixed(true)},
		{"allcaps", "cap", fixed(true)},

		{"unit", "<size>", pass("size")},
		{"unit", "<block>", pass("block")},
		{"unit", "<sign>", pass("sign")},
		{"things", "<unit>", pass("unit")},
		{"things", "(separate|individual|distinct) (<size>|<block>)", func(c *capture) any {
			if c.has("size") {
				return c.get("size")
			}
			return c.get("block")
		}},
		{"things", "(different|unique|distinct) hashtag", fixed(differentParts(algebra.Every(algebra.Hashtag)))},
		{"things", "(different|unique|distinct) emoji", fixed(differentParts(algebra.Every(algebra.Emoji)))},
		{"things", "(different|unique|distinct) link", fixed(differentParts(algebra.Every(algebra.Link)))},
		{"things", "character ,? '('? (include space|include spaces|count spaces|with spaces|spaces include) ')'?", every(algebra.Character)},
		{"things", "(different|unique|distinct) word", fixed(differentParts(algebra.Every(algebra.Word)))},
		{"things", "(occurrence|instance|use|mention|appearance) of <find>", func(c *capture) any {
			return algebra.Every(c.find("find"))
		}},
		{"things", "word (long|longer|of more|with more) than <k> letter", func(c *capture) any {
			return algebra.Every(algebra.Word).With(algebra.Has(algebra.Letter, algebra.MoreThan(c.float("k"))))
		}},
		{"things", "<size> longer than <k> <size:by>", func(c *capture) any {
			of, by := c.parts("size"), c.parts("by")
			if of.Source == by.Source || of.Source == algebra.Source(algebra.Character) {
				return nil
			}
			return of.With(algebra.HasParts(by, algebra.MoreThan(c.float("k"))))
		}},
		{"things", "<size> that <vp>", func(c *capture) any { return c.parts("size").With(c.expr("vp")) }},
		{"things", "<bare>", func(c *capture) any { return algebra.Every(c.find("bare")) }},
	}
	return list
}
