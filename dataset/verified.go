package dataset

import (
	"fmt"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// A FileState says of a pinned file whether it is there and intact.
type FileState struct {
	File  string `json:"file"`
	State State  `json:"state"`
	set   string
}

// VerifyAll looks at every file of the sources below dir.
func VerifyAll(sources []Source, dir string) ([]FileState, error) {
	var files []FileState
	for _, src := range sources {
		states, err := Verify(src, dir)
		if err != nil {
			return nil, err
		}
		for i, f := range src.Files {
			files = append(files, FileState{f.Path, states[i], src.Name})
		}
	}
	return files, nil
}

// AllIntact returns an error if not every file is intact.
func AllIntact(files []FileState) error {
	changed, missing := 0, 0
	var sets []string // whose files are not all intact
	for _, f := range files {
		switch f.State {
		case Intact:
			continue
		case Changed:
			changed++
		case Missing, Partial:
			missing++
		}
		sets = lists.AddNew(sets, f.set)
	}
	pull := "adhere data pull " + strings.Join(sets, " ")
	switch {
	case changed > 0 && missing > 0:
		return &adhere.Error{Code: adhere.Conflict, Message: fmt.Sprintf("%s not what was pinned, %s missing", are(changed), are(missing)), Hint: pull + " --force replaces and downloads"}
	case changed > 0:
		return &adhere.Error{Code: adhere.Conflict, Message: are(changed) + " not what was pinned", Hint: pull + " --force replaces it; or use it knowingly with --data"}
	case missing > 0:
		return &adhere.Error{Code: adhere.Unavailable, Message: are(missing) + " missing", Hint: pull + " downloads what is missing; adhere data verify NAME looks at one data set alone"}
	}
	return nil
}

// are returns "1 file is", "2 files are".
func are(files int) string {
	if files == 1 {
		return "1 file is"
	}
	return fmt.Sprintf("%d files are", files)
}
