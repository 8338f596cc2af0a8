package english

import "adhere/verify/algebra"

// everyday are constructions of daily speech: lists with so many entries, an
// order, one of two answers.
func everyday() []production {
	return []production{
		{"said", "<asking>* (a)? number list (with|of|contain) <bound> <entries>", countOf(algebra.NumberedItem)},
		{"said", "<asking>* (a)? bullet list (with|of|contain) <bound> <entries>", countOf(algebra.Bullet)},
		{"said", "<asking>* <bound> <entries> (,)? (as|in|with|form) (a)? (bullet list|bullet point|bullet)", countOf(algebra.Bullet)},
		{"said", "<asking>* <bound> <entries> (,)? (as|in) (a)? number list", countOf(algebra.NumberedItem)},
		{"said", "<asking>* (as|in) (a)? number list <bound> <entries>", countOf(algebra.NumberedItem)},
		{"said", "<asking>* (a)? list (of|with) <bound> number (item|point|entry|step)", countOf(algebra.NumberedItem)},
		{"asking", "(write|give|list|name|use|put|make|return|provide|show|present|format|answer|reply|respond|do|it|I|the answer|as|in|to)", fixed(true)},
		{"entries", "(<any>|key <any>|main <any>|bullet point|list item)", fixed(true)},

		{"said", "<asking>* <bound> paragraph (with|separate by|part by) (a|one|an)? (blank|empty) line (between (they|each|the paragraph|paragraph)|in between)?", countOf(algebra.Paragraph)},
		{"said", "(sort|list|order|arrange|put|give|keep) (<any>|<any> <any>|<any> <any> <any>) (in alphabetical order|alphabetically|from a to z|a to z|a - z)", fixed(inOrder(algebra.Ordered{By: algebra.Alphabet}))},
		{"said", "(in)? alphabetical order", fixed(inOrder(algebra.Ordered{By: algebra.Alphabet}))},
		{"said", "(sort|order|arrange) (<any>|<any> <any>) by length (,|-)* (short|shortest) first", fixed(inOrder(algebra.Ordered{By: algebra.Order(algebra.Character)}))},
		{"said", "(sort|order|arrange) (<any>|<any> <any>) by length (,|-)* (long|longest) first", fixed(inOrder(algebra.Ordered{By: algebra.Order(algebra.Character), Down: true}))},
		{"said", "(just|only|simply) (answer|reply|respond) (with)? (the word)? <quote:a> or <quote:b>", yesOrNo},
		{"said", "(answer|reply|respond) only with <quote:a> or <quote:b>", yesOrNo},
		{"said", "(end|finish|close|conclude) (with|on|by) <quote> on (its own line|a line of its own|a separate line|a new line)", func(c *capture) any {
			return algebra.Each{Of: algebra.Every(algebra.Line).Nth(-1), Holds: algebra.Equals{To: algebra.Text(c.text("quote"))}}
		}},
		{"said", "(every|each) <unit> <modal>? (<have>|be) (exactly|just)? <k> <size> (long)?", func(c *capture) any {
			of, size := c.parts("unit"), c.parts("size")
			if of.Source == nil || size.Source == nil || of.Source == size.Source || size.Source == algebra.Source(algebra.Character) {
				return nil
			}
			return algebra.Each{Of: of, Holds: algebra.HasParts(size, algebra.Exactly(c.float("k")))}
		}},
	}
}

// yesOrNo demands one of two answers and nothing else, with or without a full
// stop.
func yesOrNo(c *capture) any {
	var texts []string
	for _, label := range []string{"a", "b"} {
		texts = append(texts, c.text(label), c.text(label)+".")
	}
	return algebra.OneOf{Texts: texts}
}

func countOf(u algebra.Unit) func(*capture) any {
	return func(c *capture) any {
		is := c.relation("bound")
		if is.Op == "" || is == algebra.Exactly(0) {
			return nil
		}
		return algebra.Has(u, is)
	}
}

// inOrder demands an order of the list's items, or of the lines if there is no
// list.
func inOrder(o algebra.Ordered) algebra.Expr {
	items, lines := o, o
	items.Of, lines.Of = algebra.Every(algebra.ListItem), algebra.Every(algebra.Line)
	return algebra.Any{items, algebra.All{algebra.No(algebra.ListItem), lines}}
}
