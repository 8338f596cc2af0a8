package dataset

import (
	"path/filepath"
	"strings"

	"adhere"
)

func mIFEvalFiles() []string {
	return []string{"es_input_data.jsonl", "fr_input_data.jsonl", "ja_input_data.jsonl"}
}

// readMIFEval reads a folder with a file for each language, or one of them:
// IFEval's shape, with the language before the id of each checker.
func readMIFEval(p *pass) error {
	paths := []string{p.set.Path}
	if dir, err := p.files.IsDir(p.set.Path); err != nil {
		return unreadable(p.set.Path, err)
	} else if dir {
		paths = nil
		for _, name := range mIFEvalFiles() {
			paths = append(paths, filepath.Join(p.set.Path, name))
		}
	}
	for _, path := range paths {
		err := p.eachIn(path, func(o *object) *adhere.Instruction {
			in := verifiable(p, o, "mifeval")
			if ids := o.texts("instruction_id_list"); len(ids) > 0 {
				code, _, _ := strings.Cut(ids[0], ":")
				in.ID, in.Tags = "mifeval/"+code+strings.TrimPrefix(in.ID, "mifeval"), tags("language", code)
			}
			return in
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// inLanguage takes the language off the id of a checker, if there is one.
func inLanguage(id string) (rest string, ok bool) {
	for _, code := range []string{"es:", "fr:", "ja:"} {
		if rest, ok = strings.CutPrefix(id, code); ok {
			return rest, true
		}
	}
	return id, false
}

// relationInEnglish is what the data's words for relations mean.
func relationInEnglish(word string) string {
	switch word {
	case "al menos", "au moins", "以上":
		return "at least"
	case "como máximo":
		return "at most"
	case "moins de", "未満":
		return "less than"
	}
	return word
}
