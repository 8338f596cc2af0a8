package judge_test

import (
	"testing"

	"adhere"
	"adhere/judge"
)

// TestBoxes reads no form with an empty box.
func TestBoxes(t *testing.T) {
	for reply, want := range map[string]string{
		"### Judgment\n- [x] YES\n- [ ] NO": "broken",
		"- [ ] YES\n- [X] NO":               "broken",
		"☐ YES\n☑ NO":                       "broken",
		"- [ ] YES\n- [ ] NO":               "broken",
		"- [x] YES\n- [x] NO":               "broken",
	} {
		if got := read(t, "single", judge.Strict, 1, reply); got != want {
			t.Errorf("%q is read as %s, want %s", reply, got, want)
		}
	}
	for reply, want := range map[string]adhere.Winner{
		"- [ ] A\n- [x] B\n- [ ] tie":                       adhere.NoWinner,
		"Antwort A ist besser.":                             adhere.First,
		"Beide sind gut, doch ich meine: B ist klar besser": adhere.Second,
		"La respuesta B es mejor.":                          adhere.Second,
		"La réponse A est meilleure, car elle est courte.":  adhere.First,
		"A resposta B é melhor.":                            adhere.Second,
		"Bの方が良いです。":                                         adhere.Second,
		"Égalité.":                                          adhere.Tie,
		"Empate":                                            adhere.Tie,
		"Unentschieden":                                     adhere.Tie,
		"Antwort A ist nicht besser.":                       adhere.NoWinner,
		"Antwort A ist besser. Antwort B ist besser.":       adhere.NoWinner,
		"Wenn A ist besser, dann B.":                        adhere.NoWinner,
	} {
		if got := judge.ReadWinner(reply); got != want {
			t.Errorf("%q is read as %q, want %q", reply, got, want)
		}
	}
}
