// Package dictionary has the checkers of M-IFEval cut Japanese into words by the
// dictionary that the official evaluator has. It is apart from these because few
// programs have the dictionary, and only they need the library that reads it.
package dictionary

import (
	"archive/zip"
	"bytes"
	"fmt"

	"github.com/ikawaha/kagome-dict/dict"
	"github.com/ikawaha/kagome/v2/tokenizer"

	"adhere/verify/mifeval"
)

// Use says how the file of the dictionary is read: ipa.dict of
// github.com/ikawaha/kagome-dict, which dataset.Dictionary finds. A program calls
// it when it starts. The file is read when the first check that needs it is
// compiled, in about a second; if that fails, the check does not compile.
func Use(read func() ([]byte, error)) {
	mifeval.UseDictionary(func() (mifeval.Cutter, error) {
		file, err := read()
		if err != nil {
			return nil, err
		}
		cut, err := cutter(file)
		if err != nil {
			return nil, fmt.Errorf("the dictionary of Japanese words: %w", err)
		}
		return cut, nil
	})
}

func cutter(file []byte) (mifeval.Cutter, error) {
	parts, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	d, err := dict.Load(parts, false)
	if err != nil {
		return nil, err
	}
	t, err := tokenizer.New(d, tokenizer.OmitBosEos())
	return func(line string) []mifeval.Word {
		tokens := t.Tokenize(line)
		words := make([]mifeval.Word, len(tokens))
		for i := range tokens {
			pos := tokens[i].POS()
			words[i] = mifeval.Word{Text: tokens[i].Surface, Noun: len(pos) > 0 && pos[0] == "名詞"}
		}
		return words
	}, err
}
