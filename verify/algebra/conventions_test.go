package algebra_test

import (
	"strings"
	"testing"

	"adhere"
	"adhere/verify"
	a "adhere/verify/algebra"
)

// TestMeasuredOnce holds that what several expressions found alike is told once.
func TestMeasuredOnce(t *testing.T) {
	either := a.Any{a.Starts{With: a.WordText("Added")}, a.Starts{With: a.WordText("Fixed")}}
	if f, want := ask(t, a.In(either), "New door"), `it starts with "New door"`; f.Measured != want {
		t.Errorf("measured %s, want %s", f.Measured, want)
	}
}

// TestConventions holds that a count on which sensible ways of counting
// differ is open, and that one on which they agree is not.
func TestConventions(t *testing.T) {
	words := func(r a.Relation) a.Expr { return a.Has(a.Word, r) }
	inB := func(e a.Expr) a.Expr { return a.Each{Of: a.Every(a.Named("Version B")), Holds: e} }
	const table = "| Name | Years old |\n|---|---|\n| Ann | 3 |\n| Bob | 4 |"
	const versions = "**Version A**\nWe open at ten.\n\n**Version B**\nCome in at ten.\n\n"
	body := "The shop opens at nine in the morning and closes late at night every day but Sunday. Come and see what is new on the shelves there."
	for _, c := range []struct {
		expr a.Expr
		text string
		want adhere.Outcome
	}{
		{words(a.Exactly(27)), body, adhere.Met},
		{words(a.Exactly(27)), "# New hours\n\n" + body, adhere.Unsure},
		{words(a.Exactly(29)), "# New hours\n\n" + body, adhere.Unsure},
		{words(a.AtMost(20)), "# New hours\n\n" + body, adhere.NotMet},
		{words(a.AtMost(60)), "# New hours\n\n" + body, adhere.Met},
		{words(a.Exactly(27)), "Here is the notice:\n\n" + body, adhere.Unsure},
		{words(a.Exactly(27)), "```\n" + body + "\n```", adhere.Met},
		{a.Starts{With: a.Text("the shop")}, "```\n" + body + "\n```", adhere.Unsure},
		{a.All{a.Starts{With: a.Text("the shop")}, a.No(a.CodeBlock)}, "```\n" + body + "\n```", adhere.NotMet},
		{a.All{a.Starts{With: a.Text("the shop")}, a.Not{Of: a.Contains{What: a.Text("```")}}}, "```\n" + body + "\n```", adhere.NotMet},
		{a.All{a.No(a.Text("!")), a.Has(a.Character, a.AtMost(50))}, "Hello!", adhere.NotMet},
		{a.All{a.Starts{With: a.Text("the shop")}, a.Contains{What: a.Text("code block")}}, "```\n" + body + " A code block.\n```", adhere.Unsure}, // which is a word here
		{a.Has(a.Bullet, a.Exactly(2)), "1. Tea\n2. Coffee", adhere.Unsure},
		{a.Has(a.Bullet, a.Exactly(3)), "1. Tea\n2. Coffee", adhere.NotMet},
		{a.Has(a.Bullet, a.Exactly(2)), "1. Facts\n- hot\n- green", adhere.Met},
		{a.All{a.Has(a.Bullet, a.Exactly(2)), a.No(a.Text(","))}, "1. Tea\n2. Coffee", adhere.Unsure},
		{a.No(a.Bullet), "1. Tea\n2. Coffee", adhere.Met},
		{a.All{a.Has(a.Bullet, a.Exactly(2)), a.No(a.NumberedItem)}, "1. Tea\n2. Coffee", adhere.NotMet},
		{words(a.Exactly(5)), "A well-known shop in town", adhere.Unsure},
		{words(a.Exactly(9)), "A well-known shop in town", adhere.NotMet},
		{a.Has(a.Paragraph, a.Exactly(2)), body + "\n\n" + body + "\n\nYours truly", adhere.Unsure},
		{a.Has(a.Paragraph, a.Exactly(2)), body + "\n\n" + body + "\n\n" + body, adhere.NotMet},
		{a.Has(a.Sentence, a.Exactly(2)), "we left early. nobody saw us.", adhere.Unsure},
		{a.Has(a.Sentence, a.AtMost(2)), "Subject: New hours\n\nHi Marta,\n\nWe open at 10 a.m. instead of nine, because the lift is being repaired. Could you tell Mr. Olsen?\n\nBest,\nJon", adhere.Unsure},
		{a.Has(a.Character, a.AtMost(8)), "杭州，在江南，有西湖。", adhere.Unsure},
		{a.Has(a.Character, a.AtMost(7)), "杭州，在江南，有西湖。", adhere.NotMet},
		{a.Has(a.Character, a.AtMost(8)), "So it, oh.", adhere.NotMet},
		{a.Not{Of: a.Starts{With: a.Text("the shop")}}, "**The shop** opens.", adhere.Unsure},
		{a.Has(a.Character, a.AtMost(15)), "**The shop** opens.", adhere.Unsure},
		{a.Starts{With: a.Text("the shop")}, "Sure, here you are:\n" + body, adhere.Unsure},
		{a.Starts{With: a.Text("Dear")}, body, adhere.NotMet},
		{a.Starts{With: a.Text("Subject:")}, "Subject: New hours\n\n" + body, adhere.Met},
		{a.All{a.Starts{With: a.Pattern(`["“]`)}, a.Ends{With: a.Pattern(`["”]`)}}, "```\n\"We open at nine.\"\n```", adhere.NotMet},
		{a.All{a.Starts{With: a.Pattern(`["“]`)}, a.Ends{With: a.Pattern(`["”]`)}}, "\"We open at nine.\"", adhere.Met},
		{a.Each{Of: a.Every(a.Bullet), Holds: a.Starts{With: a.WordText("Fixed")}}, "- **Fixed** the door\n- **Fixed:** the roof", adhere.Unsure},
		{a.Each{Of: a.Every(a.Bullet), Holds: a.Starts{With: a.WordText("Fixed")}}, "- **Fixed** the door\n- **Added** a roof", adhere.NotMet},
		{a.Each{Of: a.Every(a.Bullet), Holds: a.Starts{With: a.WordText("Fixed")}}, "Here it is:\n\n* Added a roof\n* Fixed the door", adhere.NotMet},
		{a.Ends{With: a.Text("Old Tom")}, "Hi.\n*Old Tom*", adhere.Unsure},
		{a.Ends{With: a.Text("Old Tom")}, "Hi.\n_Old Tom_", adhere.Unsure},
		{a.Ends{With: a.Text("Old Tom")}, "Hi.\n* Tom", adhere.NotMet},
		{a.Ends{With: a.Text("Best wishes, Tom")}, "Hi.\n\nBest wishes,  \nTom", adhere.Unsure},
		{a.Ends{With: a.Text("Best wishes, Tom")}, "Hi.\n\nBest wishes,\n\nTom", adhere.Unsure},
		{a.Ends{With: a.Text("I am Tom.")}, "She sang,\n\"Yes, I am Tom.\"", adhere.Unsure},
		{a.Ends{With: a.Text("I am Tom.\"")}, "She sang,\n\"Yes, I am Tom.\"", adhere.Met},
		{a.Each{Of: a.Every(a.Paragraph).Nth(1), Holds: a.Starts{With: a.Text("Weekend")}}, "\"Weekend plans,\" she said, \"are fun.\" And so it was.\n\nThe end.", adhere.Unsure},
		{a.Ends{With: a.Text("Best wishes,\nTom")}, "Hi.\n\nBest wishes,\nTom", adhere.Met},
		{a.Starts{With: a.Text("Lost cat")}, "# Lost cat\n\nHave you seen her?", adhere.Unsure},
		{a.Starts{With: a.Text("# Lost cat")}, "# Lost cat\n\nHave you seen her?", adhere.Met},
		{a.Starts{With: a.Text("# Lost cat")}, "Lost cat\n\nHave you seen her?", adhere.NotMet},
		{a.Each{Of: a.Parts{Source: a.Line, Pick: a.Pick{From: 1, To: 1}}, Holds: a.Upper}, "# LOST CAT\n\nHave you seen her?", adhere.Met},
		{a.Each{Of: a.Parts{Source: a.Line, Pick: a.Pick{From: 1, To: 1}}, Holds: a.Upper}, "# Lost cat\n\nHAVE YOU SEEN HER?", adhere.Unsure},
		{a.Has(a.ListItem, a.Exactly(2)), "```\n1. One\n2. Two\n```", adhere.Unsure},
		{a.Has(a.ListItem, a.Exactly(3)), "```\n1. One\n2. Two\n```", adhere.NotMet},
		{a.No(a.Text("`")), "```\n1. One\n```", adhere.Unsure},
		{a.Has(a.Text("`"), a.AtLeast(1)), "```\n1. One\n```", adhere.Unsure},
		{a.No(a.Text(",")), "Sure, here you are:\nNo commas.", adhere.NotMet},
		{a.Has(a.Line, a.Exactly(2)), body, adhere.Unsure},
		{a.Has(a.Line, a.Exactly(1)), body, adhere.Unsure},
		{a.Has(a.Line, a.Exactly(3)), body, adhere.NotMet},
		{a.Has(a.Line, a.Exactly(2)), "The shop opens at nine in the morning.\nIt closes late at night.", adhere.Met},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.AtMost(10))}, "短\n**一二三四五六七八九十**\n行", adhere.Unsure},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.AtMost(9))}, "短\n**一二三四五六七八九十**\n行", adhere.NotMet},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.AtMost(14))}, "短\n**一二三四五六七八九十**\n行", adhere.Met},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.Exactly(7))}, "*-----*\n*     *", adhere.Met},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.AtMost(6))}, "1. Tents\n2. Chairs", adhere.Unsure},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.AtMost(5))}, "1. Tents\n2. Chairs", adhere.NotMet},
		{a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Word, a.AtMost(1))}, "- Tents\n- Chairs", adhere.Met},
		{a.Each{Of: a.Every(a.Line), Holds: a.Starts{With: a.Text("Day")}}, "- Day one\n- Day two", adhere.Unsure},
		{a.Each{Of: a.Every(a.Line), Holds: a.Starts{With: a.Pattern(`[0-9]+[.)] `)}}, "1. Tents\n2. Chairs", adhere.Met},
		{a.Each{Of: a.Every(a.Line), Holds: a.Starts{With: a.Text("- ")}}, "- Tents\n- Chairs", adhere.Met},
		{a.All{a.Has(a.NumberedItem, a.Exactly(2)), a.Each{Of: a.Every(a.Line), Holds: a.Has(a.Character, a.AtMost(9))}}, "1. Tents\n2. Chairs", adhere.Met},
		{a.AllDifferent{Of: a.Every(a.Word).Nth(1).Within(a.Every(a.Line))}, "1. Tents for two\n2. Tents for four", adhere.Unsure},
		{a.AllDifferent{Of: a.Every(a.Word).Nth(1).Within(a.Every(a.Line))}, "1. Tents for two\n2. Chairs for four", adhere.Met},
		{a.AllDifferent{Of: a.Every(a.Word).Nth(1).Within(a.Every(a.Line))}, "Tents for two\nTents for four", adhere.NotMet},
		{a.Set{Of: a.Every(a.ListItem), Is: a.SetOrder, Texts: []string{"STR", "DEX"}}, "- **STR**\n- DEX", adhere.Unsure},
		{a.Set{Of: a.Every(a.ListItem), Is: a.SetOrder, Texts: []string{"**STR**", "DEX"}}, "- **STR**\n- DEX", adhere.Met},
		{a.Set{Of: a.Every(a.ListItem), Is: a.SetOrder, Texts: []string{"STR", "DEX"}}, "- **DEX**\n- STR", adhere.NotMet},
		{a.Each{Of: a.Every(a.Bold), Holds: a.Starts{With: a.Text("Day")}}, "Roll **Day one** now.", adhere.Met},
		{a.Set{Of: a.Every(a.Bold), Is: a.SetAll, Texts: []string{"STR"}}, "Roll **STR** now.", adhere.Met},
		{a.Has(a.Sentence, a.Exactly(1)), "**The shop opens at nine.**", adhere.Unsure},
		{a.Has(a.Question, a.AtLeast(1)), "Come in.\n\n**Will you come today?**\n\nWe hope so.", adhere.Unsure},
		{a.Has(a.Question, a.AtLeast(1)), "Come in.\n\n**Opening hours**\n\nFrom nine.", adhere.NotMet},
		{a.Has(a.Heading, a.Exactly(1)), "**Opening hours**\n\nFrom nine.", adhere.Met},
		{a.No(a.Heading), "**Opening hours**\n\nFrom nine.", adhere.NotMet},
		{a.Has(a.Heading, a.Exactly(1)), "**Will you come?**\n\nWe hope so.", adhere.Unsure},
		{a.No(a.Heading), "We open at nine.\n\n**All of you are welcome.**", adhere.Unsure},
		{a.Has(a.Sentence, a.Exactly(1)), "**We open at nine**", adhere.Unsure},
		{a.Has(a.Paragraph, a.Exactly(2)), "We open at nine.\n\n**Bring the children too**", adhere.Unsure},
		{a.Has(a.Paragraph, a.Exactly(4)), "We open at nine.\n\n**Bring the children too**", adhere.NotMet},
		{a.Each{Of: a.Every(a.Paragraph), Holds: a.Has(a.Bold, a.AtLeast(1))}, "**We open at nine.**\n\n**Bring** the children.", adhere.Met},
		{a.Each{Of: a.Every(a.Paragraph).Nth(1), Holds: a.Has(a.Bold, a.Exactly(1))}, "**We open at nine.**\n\nBring the children.", adhere.Unsure},
		{a.Has(a.TableCell, a.Exactly(6)), table, adhere.Unsure},
		{a.Has(a.TableCell, a.Exactly(4)), table, adhere.Unsure},
		{a.Has(a.TableCell, a.Exactly(5)), table, adhere.NotMet},
		{a.Each{Of: a.Every(a.TableCell), Holds: a.Has(a.Word, a.Exactly(1))}, table, adhere.Unsure},
		{a.Each{Of: a.Every(a.TableCell), Holds: a.Has(a.Word, a.AtMost(2))}, table, adhere.Met},
		{a.Each{Of: a.Every(a.TableRow), Holds: a.Has(a.TableCell, a.Exactly(2))}, table, adhere.Met},
		{a.HasParts(a.Every(a.TableCell).Within(a.Every(a.TableColumn).Nth(1)), a.Exactly(3)), table, adhere.Met},
		{inB(a.Has(a.Word, a.AtMost(4))), versions + "Let me know if it should be longer.", adhere.Unsure},
		{inB(a.Has(a.Word, a.AtMost(4))), versions + "---\n\nBoth of them are short.", adhere.Unsure},
		{inB(a.Has(a.Word, a.AtMost(9))), versions + "Let me know which.", adhere.Met},
		{inB(a.Has(a.Word, a.AtMost(3))), versions + "Let me know which.", adhere.NotMet},
		{inB(a.Contains{What: a.Text("big")}), "**Version B**\n\n**Save today!**\n\nIt is a big sale.", adhere.Unsure},
		{inB(a.Contains{What: a.Text("save")}), "**Version B**\n\n**Save today!**\n\nIt is a big sale.", adhere.Unsure},
		{a.Each{Of: a.Every(a.Named("SMS")), Holds: a.Has(a.Word, a.AtMost(2))}, "SMS: At ten.\n\nLet me know if it should be longer.", adhere.Unsure},
		{a.Each{Of: a.Every(beside(a.After, a.Every(a.Text("Sum:")))), Holds: a.Only{Units: []a.Unit{a.NumberUnit}}}, "Sum: 12\n\nLet me know if it should be longer.", adhere.Unsure},
		{a.HasParts(a.Every(a.Word).Within(a.Every(beside(a.Before, a.Every(a.Heading).First(1)))), a.AtMost(1)), "# Rain\n\nIt rains.\n\n## Sun", adhere.Unsure},
		{a.Each{Of: a.Every(beside(a.Before, a.Every(a.List))), Holds: a.Has(a.Sentence, a.Exactly(1))}, "Bring these:\n\n- a", adhere.Met},
		{a.Each{Of: a.Every(a.Named("SMS")), Holds: a.No(a.Text(","))}, "SMS: At ten.\n\nLet me know if it should be longer.", adhere.Met},
		{a.Each{Of: a.Every(a.Named("SMS")), Holds: a.Starts{With: a.Text("SMS:")}}, "SMS: At ten.", adhere.Unsure}, // if its label is a part of it
		{a.Each{Of: a.Every(a.Named("Subject")), Holds: a.Starts{With: a.Text("Betreff: ")}}, "Betreff: Ten", adhere.Unsure},
		{a.Each{Of: a.Every(a.Named("Subject")), Holds: a.Starts{With: a.Text("Re:")}}, "Subject: Ten", adhere.NotMet},
		{a.Each{Of: a.Every(a.Named("Subject")), Holds: a.Equals{To: a.Text("Ten")}}, "Subject: Ten\nDear Ann, hi.", adhere.Met},
		{a.Each{Of: a.Every(a.Bold), Holds: a.Starts{With: a.Text("note")}}, "**Note** the day.", adhere.Met},
		{a.All{a.Has(a.Bold, a.AtLeast(1)), a.Has(a.Character, a.AtMost(99))}, "**Note** the day.", adhere.Met},
		{a.Set{Of: a.Every(a.ListItem), Is: a.SetJust, Texts: []string{"Milk", "Tea"}}, "- **Milk**\n- **Tea**", adhere.Unsure},
		{a.Set{Of: a.Every(a.ListItem), Is: a.SetJust, Texts: []string{"Milk", "Tea"}}, "- **Milk**\n- **Bread**", adhere.NotMet},
		{a.Same{Of: a.Every(a.Line).Nth(1), As: a.Every(a.Line).Nth(-1)}, "# Home\nIt is.\nHome", adhere.Unsure},
		{a.AllDifferent{Of: a.Every(a.ListItem)}, "- **tea**\n- tea", adhere.Unsure},
		{a.Compare{Of: a.Stat{Kind: a.Longest, Of: a.Every(a.Line), In: a.Character}, Is: a.AtMost(8)}, "**open all**\nday", adhere.Unsure},
		{a.Each{Of: a.Every(a.Bullet), Holds: words(a.AtMost(3))}, "- the well-known shop\n- tea", adhere.Unsure},
		{a.Each{Of: a.Every(a.Bullet), Holds: words(a.AtMost(4))}, "- the well-known shop\n- tea", adhere.Met},
		{a.All{words(a.AtMost(9)), a.Contains{What: a.Text("well-known")}}, "A well-known shop.", adhere.Met},
		{a.Each{Of: a.Every(a.Paragraph), Holds: a.Has(a.Sentence, a.Exactly(2))}, "We met Tom. \"Why?\" asked Kim.", adhere.Unsure},
		{a.All{a.Has(a.Split("******"), a.Exactly(2)), a.AllDifferent{Of: a.Every(a.Split("******"))}}, "It rains.\n******\nIt pours.", adhere.Met},
		{a.No(a.Text("!")), "太好了！", adhere.NotMet},
		{a.Only{Units: []a.Unit{a.CodeBlock}}, "```\nls\n```", adhere.Met},
		{a.Only{Units: []a.Unit{a.CodeBlock}}, "It lists files:\n```\nls\n```", adhere.NotMet},
		{a.Only{Units: []a.Unit{a.CodeBlock}}, "ls", adhere.Unsure},
		{a.Ends{With: a.Text("see you at the pier")}, "Bye. See you at the pier.", adhere.Unsure},
		{a.Ends{With: a.Text("see you at the pier")}, "Bye. See you at the pier!?", adhere.NotMet},
		{a.Ends{With: a.Text("see you at the pier").SameCase()}, "Bye. see you at the pier.", adhere.NotMet},
		{a.No(a.Text("！")), "Good!", adhere.NotMet},
		{a.Contains{What: a.WordText("ab1")}, "the code ＡＢ１ is", adhere.Met},
		{a.Contains{What: a.WordText("amour")}, "Je chante l'amour.", adhere.Met},
		{a.Contains{What: a.WordText("amour")}, "L’amour est là.", adhere.Met},
		{a.No(a.WordText("eau")), "Un verre d’eau.", adhere.NotMet},
		{a.No(a.WordText("il")), "Je crois qu'il vient.", adhere.NotMet},
		{a.Has(a.WordText("été"), a.Exactly(2)), "L'été, d’été en été !", adhere.NotMet},
		{a.Has(a.WordText("été"), a.Exactly(3)), "L'été, d’été en été !", adhere.Met},
		{a.Starts{With: a.WordText("amour")}, "L'amour vient.", adhere.NotMet},
		{a.Contains{What: a.WordText("acqua")}, "Il colore dell'acqua.", adhere.Met},
		{a.No(a.WordText("t")), "They don't.", adhere.Met},
		{a.No(a.WordText("all")), "Hello y'all.", adhere.Met},
		{a.No(a.WordText("mon")), "C'mon, says O'Neill.", adhere.Met},
		{a.No(a.WordText("amour")), "Les amours d'antan.", adhere.Met},
	} {
		if f := ask(t, a.In(c.expr), c.text); f.Outcome() != c.want {
			t.Errorf("%s of %q: %s, want %s", a.In(c.expr), c.text, f, c.want)
		}
	}
}

// TestConventionsOfOrder holds that an alphabet is that of people: letters with
// accents, hyphens and articles are where people put them, and where they differ,
// nothing is decided.
func TestConventionsOfOrder(t *testing.T) {
	for _, c := range []struct {
		first, second string
		want          adhere.Outcome // of the first before the second
		back          adhere.Outcome // of the second before the first
	}{
		{"apple", "banana", adhere.Met, adhere.NotMet},
		{"Apple", "banana", adhere.Met, adhere.NotMet},
		{"apple", "Apple", adhere.Met, adhere.Met},
		{"étoile", "fable", adhere.Met, adhere.NotMet},
		{"Émile", "Eric", adhere.Unsure, adhere.Unsure},  // some keep é behind e
		{"Äpfel", "Zebra", adhere.Unsure, adhere.Unsure}, // as in German, or in Swedish
		{"ñandú", "nube", adhere.Unsure, adhere.Unsure},
		{"straße", "Strauß", adhere.Met, adhere.NotMet},
		{"**apple**", "banana", adhere.Met, adhere.NotMet},
		{"\"apple\"", "(banana)", adhere.Met, adhere.NotMet},
		{"New York", "Newark", adhere.Unsure, adhere.Unsure}, // word by word, or letter by letter
		{"The Cat", "A Dog", adhere.Unsure, adhere.Unsure},
		{"2 apples", "10 apples", adhere.Unsure, adhere.Unsure},
		{"北京", "上海", adhere.Unsure, adhere.Unsure},
		{"аист", "бобр", adhere.Met, adhere.NotMet},
	} {
		for text, want := range map[string]adhere.Outcome{"- " + c.first + "\n- " + c.second: c.want, "- " + c.second + "\n- " + c.first: c.back} {
			if f := ask(t, a.In(a.Ordered{Of: a.Every(a.ListItem), By: a.Alphabet}), text); f.Outcome() != want {
				t.Errorf("%q in alphabetical order: %s, want %s", text, f, want)
			}
		}
	}
}

// TestDoubtfulUnits holds that what some call a link or a bullet is in doubt.
func TestDoubtfulUnits(t *testing.T) {
	for _, c := range []struct {
		unit a.Unit
		text string
		want adhere.Outcome
	}{
		{a.Link, "See example.com/x today.", adhere.Unsure},
		{a.Link, "See example.com.", adhere.Unsure},
		{a.Link, "See us today.Bring and/or take e.g. a cup, at 4.5 km/h.", adhere.Met},
		{a.Bullet, "– a\n– b\n– c", adhere.Unsure},
		{a.ListItem, "We met – at last – and\nleft.", adhere.Met},
	} {
		if f := ask(t, a.In(a.No(c.unit)), c.text); f.Outcome() != c.want {
			t.Errorf("no %q in %q: %s, want %s", c.unit, c.text, f, c.want)
		}
	}
}

// TestDoubtfulCounts holds that what sensible people count otherwise is neither
// met nor not met, and what they all count alike is.
func TestDoubtfulCounts(t *testing.T) {
	for _, c := range []struct {
		unit   a.Unit
		text   string
		counts []float64 // on which nothing is decided
		is     float64   // or what everybody counts
	}{
		{a.Sentence, `"Why?" asked Kim. Nobody knew.`, []float64{2, 3}, 0},
		{a.Sentence, `"Stop!" she said.`, []float64{1, 2}, 0},
		{a.Sentence, `He shouted "Go!" and they ran.`, []float64{1, 2}, 0},
		{a.Sentence, `« Stop ! » dit-il.`, []float64{1, 2}, 0},
		{a.Sentence, `他说：“停！”然后走了。她没走。`, []float64{2, 3}, 0},
		{a.Sentence, `Er sagte: „Halt!“ und ging.`, []float64{1, 2}, 0},
		{a.Sentence, `—¿Por qué? —preguntó Kim.`, []float64{1, 2}, 0},
		{a.Sentence, `Yahoo! is a company.`, []float64{1, 2}, 0},
		{a.Sentence, `Am 24. Dezember ist Heiligabend.`, []float64{1}, 0},
		{a.Sentence, `It is approx. 5 km from here.`, []float64{1}, 0},
		{a.Sentence, `We live at 4 Main St. Apt. 3 in town.`, []float64{1}, 0},
		{a.Sentence, `El Sr. Pérez vive en la Av. Colón.`, []float64{1}, 0},
		{a.Sentence, `Die Techniker sind z. B. dort. Danke.`, []float64{2}, 0},
		{a.Sentence, `Wir haben z. B. Hunde, d. h. Tiere, und i. d. R. Fische.`, []float64{1}, 0},
		{a.Sentence, `Der Preis ist inkl. Versand bzw. Porto ggf. Rabatt.`, []float64{1}, 0},
		{a.Sentence, `Take vitamin A. Take vitamin B. Go.`, []float64{3}, 0},
		{a.Sentence, `We close at 5 p.m. Please be on time. Bring tea.`, []float64{3}, 0},
		{a.Sentence, `Él va. Ella no.`, []float64{2}, 0},
		{a.Sentence, `She met Tom. They left. He sold 3. We sold none.`, nil, 4},
		{a.Sentence, `We met in Rome. Rome was warm.`, []float64{1, 2}, 0},
		{a.Quotation, `„Geh weg“, sagte er, und sie: „Nein”. «Go», 『行け』.`, nil, 4},
		{a.Parenthesis, `See (a) and （次）.`, nil, 2},
		{a.Sentence, `The shop opens at nine. It closes late! Will you come? We hope so.`, nil, 4},
		{a.Sentence, "1. Bring your own cup.\n2. Bring some tea for us.", nil, 2},
		{a.Sentence, "1. your own cup\n2. tea for us", nil, 2},
		{a.Word, `see https://example.org/a-b/c?d=e today`, []float64{3}, 0},
		{a.Word, `AT&T wins`, []float64{2, 3}, 0},
		{a.Word, `We met on 2025-03-04`, []float64{4}, 0},
		{a.Word, `We don't meet here, we meet there.`, nil, 7},
		{a.Word, `我们在这里`, []float64{3, 5}, 0},
	} {
		for _, n := range c.counts {
			if f := ask(t, a.In(a.Has(c.unit, a.Exactly(n))), c.text); f.Outcome() == adhere.NotMet {
				t.Errorf("%q has not %g of %q: %s", c.text, n, c.unit, f)
			}
			if f := ask(t, a.In(a.Has(c.unit, a.AtLeast(n+9))), c.text); f.Outcome() != adhere.NotMet {
				t.Errorf("%q has perhaps %g of %q: %s", c.text, n+9, c.unit, f)
			}
		}
		if len(c.counts) == 0 {
			if f := ask(t, a.In(a.Has(c.unit, a.Exactly(c.is))), c.text); f.Outcome() != adhere.Met {
				t.Errorf("%q has %g of %q: %s", c.text, c.is, c.unit, f)
			}
		}
	}
}

// BenchmarkConventions decides of a text of 2.5 KB what people decide otherwise.
func BenchmarkConventions(b *testing.B) {
	text := strings.Repeat("The shop opens at nine, and the owner closes it late in summer. Will you come along? We hope so, as there is cake for everybody. ", 20)
	for _, of := range []struct {
		name string
		a.Expr
	}{{"sentences", a.Has(a.Sentence, a.AtMost(900))}, {"words", a.Has(a.Word, a.AtMost(900))}, {"language", a.Language("en")}, {"another language", a.Language("fr")}} {
		check, err := a.In(of.Expr).Compile()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(of.name, func(b *testing.B) {
			for b.Loop() {
				check(verify.NewText(text))
			}
		})
	}
}
