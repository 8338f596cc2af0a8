package judge

import (
	"encoding/json"
	"strings"

	"adhere"
)

// ReadWinner reads which of two responses a reply calls better: First for A,
// "Output (a)" or what stood first. It knows three forms: the whole reply is
// the name; a verdict [[A]], [[B]] or [[C]] (a tie); a sentence "Output (a) is
// better". NoWinner means that there is none of these, that they disagree, or
// that there are only conditional sentences.
func ReadWinner(reply string) adhere.Winner {
	if w, ok := winnerOf(reply); ok {
		return w
	}
	winner, firm := adhere.NoWinner, false
	for _, s := range statements(reply) {
		if s.winner == adhere.NoWinner || winner != adhere.NoWinner && winner != s.winner {
			return adhere.NoWinner
		}
		winner = s.winner
		firm = firm || !s.conditional
	}
	if !firm {
		return adhere.NoWinner
	}
	return winner
}

// A statement says which response is better, perhaps under a condition.
type statement struct {
	winner      adhere.Winner
	conditional bool
}

func statements(reply string) []statement {
	p := compiled()
	var said []statement
	for _, m := range p.bracket.FindAllStringSubmatch(reply, -1) {
		w, _ := winnerOf(m[1])
		said = append(said, statement{winner: w})
	}
	for _, m := range p.is.FindAllStringSubmatchIndex(reply, -1) {
		w, _ := winnerOf(reply[m[6]:m[7]])
		said = append(said, statement{w, p.condition.MatchString(sentence(reply[:m[5]]))})
	}
	return said
}

func winnerOf(text string) (adhere.Winner, bool) {
	name := strings.ToUpper(tidy(text))
	name = strings.TrimPrefix(strings.TrimPrefix(bare(name), "OUTPUT "), "ASSISTANT ")
	switch bare(name) {
	case "A":
		return adhere.First, true
	case "B":
		return adhere.Second, true
	case "C", "TIE":
		return adhere.Tie, true
	}
	return adhere.NoWinner, false
}

// sentence returns what the text says since its last full stop.
func sentence(text string) string { return text[strings.LastIndexAny(text, ".!?\n")+1:] }

func readWinnerJSON(reply string) (adhere.Winner, error) {
	var got struct {
		Reason *string `json:"reason"`
		Winner *string `json:"winner"`
	}
	if err := object(reply, &got); err != nil {
		return adhere.NoWinner, err
	}
	if got.Winner != nil {
		if w, ok := winnerOf(*got.Winner); ok {
			return w, nil
		}
	}
	return adhere.NoWinner, unreadable("it names no winner")
}

func winnerSchema() json.RawMessage {
	return json.RawMessage(`{"type":"object","additionalProperties":false,"required":["reason","winner"],` +
		`"properties":{"reason":{"type":"string"},"winner":{"type":"string","enum":["A","B","tie"]}}}`)
}
