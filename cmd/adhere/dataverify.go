package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/dataset"
)

func (p *program) dataVerifyCommand(dir *string) *cobra.Command {
	cmd := p.sub("data", "verify [NAME...]", "Compare downloaded files with their pinned hashes", cobra.ArbitraryArgs, func(_ *cobra.Command, args []string) error {
		sources, err := chosenSources(args, len(args) == 0)
		if err != nil {
			return err
		}
		files, err := stateOfFiles(sources, p.dataDir(*dir))
		if err != nil {
			return err
		}
		if err := p.showFiles(files); err != nil {
			return err
		}
		return complain(files)
	})
	cmd.ValidArgsFunction = completeSources
	return cmd
}

// A fileState says of a pinned file whether it is there and intact.
type fileState struct {
	File  string        `json:"file"`
	State dataset.State `json:"state"`
	set   string
}

func stateOfFiles(sources []dataset.Source, dir string) ([]fileState, error) {
	var files []fileState
	for _, src := range sources {
		states, err := dataset.Verify(src, dir)
		if err != nil {
			return nil, err
		}
		for i, f := range src.Files {
			files = append(files, fileState{f.Path, states[i], src.Name})
		}
	}
	return files, nil
}

func (p *program) showFiles(files []fileState) error {
	if p.json {
		return writeJSON(p.out, files)
	}
	var rows [][]string
	for _, f := range files {
		rows = append(rows, []string{f.File, string(f.State)})
	}
	return p.table([]string{"file", "state"}, rows)
}

// complain returns an error if not every file is intact.
func complain(files []fileState) error {
	changed, missing := 0, 0
	var sets []string // whose files are not all intact
	for _, f := range files {
		switch f.State {
		case dataset.Intact:
			continue
		case dataset.Changed:
			changed++
		case dataset.Missing, dataset.Partial:
			missing++
		}
		if !slices.Contains(sets, f.set) {
			sets = append(sets, f.set)
		}
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
	return plural(files, "file") + " are"
}
