package sets

import (
	"io"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/userfile"
)

// LevelsByCode makes the levels of a plan that need no model. The file of tasks
// is "" for those of the program.
func LevelsByCode(plan build.LevelPlan, tasks string, each int, seed uint64) ([]*adhere.Instruction, error) {
	var raw []byte
	if tasks != "" {
		if !plan.Example {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "--tasks needs the category example", Hint: "add it to --categories"}
		}
		var err error
		if raw, err = userfile.Named("--tasks", tasks).Read(); err != nil {
			return nil, err
		}
	}
	list, err := build.ReadTasks(raw, "--tasks "+tasks)
	if err != nil {
		return nil, err
	}
	return plan.ByCode(list, each, seed)
}

// LevelSources says what the levels of a plan are made of: files of seeds and
// of tasks, and what the program has of its own.
func LevelSources(plan build.LevelPlan, seeds []string, tasks string) []build.Material {
	var out []build.Material
	if plan.Evolved() {
		out = append(out, Source(seeds[0]))
	}
	if tasks != "" {
		out = append(out, Source(tasks))
	}
	if plan.Mixed || plan.Example && tasks == "" {
		out = append(out, build.Material{Name: "tasks and texts of the program's own", Licence: "the program's"})
	}
	return out
}

// AddLevels adds a file for each category of levels, in the layout that judges
// of levels read.
func (s *Folder) AddLevels(list []*adhere.Instruction) {
	names, file := dataset.LevelCategories()
	for _, c := range names {
		if of := build.OfCategory(list, c); len(of) > 0 {
			s.Add(file(c), func(w io.Writer) error { return dataset.WriteLevels(w, of) })
		}
	}
}
