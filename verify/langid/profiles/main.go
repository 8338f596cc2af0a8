// Command profiles makes profiles.bin from the files of an installed
// langdetect: its folder profiles, one JSON file per language, and
// utils/messages.properties, which lists characters that count as one.
//
// The file holds, as unsigned varints unless said otherwise:
//   - the number of languages; for each its code (length, bytes) and how many
//     n-grams of 1, 2 and 3 characters were counted;
//   - the number of character classes; for each its characters (length,
//     bytes), the first standing for all;
//   - the letters and the accents of the table of accented letters, then one
//     row of accented letters per accent (length, bytes each);
//   - the number of n-grams; for each, sorted, the difference of its key to
//     the one before, and which languages know it how often: if it is one,
//     the language's index and the count; if there are more, 64 and their
//     number, then the index and the count for each.
//
// Compression would make the file a fifth smaller and take longer than all
// the rest of reading it.
package main

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

func main() {
	from := flag.String("from", "", "the folder of an installed langdetect")
	to := flag.String("to", "profiles.bin", "the file to write")
	flag.Parse()
	if err := convert(*from, *to); err != nil {
		log.Fatal(err)
	}
}

func convert(from, to string) error {
	profiles, err := readProfiles(filepath.Join(from, "profiles"))
	if err != nil {
		return err
	}
	messages, err := readMessages(filepath.Join(from, "utils", "messages.properties"))
	if err != nil {
		return err
	}
	var b []byte
	b = appendLanguages(b, profiles)
	b = appendCharacters(b, messages)
	b = appendGrams(b, profiles)
	return os.WriteFile(to, b, 0o644)
}

// A profile is what langdetect counted in one language.
type profile struct {
	Name   string            `json:"name"`
	Counts map[string]uint64 `json:"freq"`
	Totals [3]uint64         `json:"n_words"`
}

func readProfiles(dir string) ([]profile, error) {
	files, err := os.ReadDir(dir) // sorted by name, which is the language's code
	if err != nil {
		return nil, err
	}
	var profiles []profile
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return nil, err
		}
		var p profile
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		profiles = append(profiles, p)
	}
	return profiles, nil
}

func readMessages(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	messages := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			if messages[name], err = strconv.Unquote(`"` + value + `"`); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file, name, err)
			}
		}
	}
	return messages, nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendLanguages(b []byte, profiles []profile) []byte {
	b = binary.AppendUvarint(b, uint64(len(profiles)))
	for _, p := range profiles {
		b = appendString(b, p.Name)
		for _, n := range p.Totals {
			b = binary.AppendUvarint(b, n)
		}
	}
	return b
}

func appendCharacters(b []byte, messages map[string]string) []byte {
	var names []string
	for name := range messages {
		if strings.HasPrefix(name, "NGram.KANJI_") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	b = binary.AppendUvarint(b, uint64(len(names)))
	for _, name := range names {
		b = appendString(b, messages[name])
	}
	b = appendString(b, messages["TO_NORMALIZE_VI_CHARS"])
	b = appendString(b, messages["DMARK_CLASS"])
	for _, accent := range messages["DMARK_CLASS"] {
		b = appendString(b, messages[fmt.Sprintf("NORMALIZED_VI_CHARS_%04X", accent)])
	}
	return b
}

// A seen says how often a language's profile holds an n-gram.
type seen struct{ language, count uint64 }

func appendGrams(b []byte, profiles []profile) []byte {
	grams := map[uint64][]seen{}
	for i, p := range profiles {
		for gram, count := range p.Counts {
			grams[key(gram)] = append(grams[key(gram)], seen{uint64(i), count})
		}
	}
	keys := make([]uint64, 0, len(grams))
	for k := range grams {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	b = binary.AppendUvarint(b, uint64(len(keys)))
	last := uint64(0)
	for _, k := range keys {
		b = binary.AppendUvarint(b, k-last)
		if n := len(grams[k]); n > 1 {
			b = binary.AppendUvarint(b, 64+uint64(n))
		}
		slices.SortFunc(grams[k], func(x, y seen) int { return cmp.Compare(x.language, y.language) })
		for _, s := range grams[k] {
			b = binary.AppendUvarint(b, s.language)
			b = binary.AppendUvarint(b, s.count)
		}
		last = k
	}
	return b
}

// key packs up to three characters of 16 bits, as package langid does.
func key(gram string) uint64 {
	k := uint64(0)
	for len(gram) > 0 {
		r, size := utf8.DecodeRuneInString(gram)
		if r > 0xffff {
			log.Fatalf("n-gram %q has a character that needs more than 16 bits", gram)
		}
		k, gram = k<<16|uint64(r), gram[size:]
	}
	return k
}
