package dataset

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"adhere"
)

// FindSources returns the sources of those names, or all.
func FindSources(names []string, all bool) (sources []Source, err error) {
	if all {
		return Sources(), nil
	}
	for _, name := range names {
		src, err := FindSource(name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, src)
	}
	return sources, nil
}

// StateOf sums up the states of a source's files in the folder: that of all, or
// "incomplete".
func StateOf(src Source, dir string) (State, error) {
	states, err := Verify(src, dir)
	if err != nil {
		return "", err
	}
	for _, s := range states {
		if s != states[0] {
			return "incomplete", nil
		}
	}
	return states[0], nil
}

// Locate returns the path of a source's data, as Read takes it: in the folder,
// or, if it is intact there, in one above the file near. The error's code is
// NotFound where it is in none.
func Locate(src Source, dir, near string) (string, error) {
	path := filepath.FromSlash(src.Files[0].Path)
	if len(src.Files) > 2 { // a data set that comes in many is read as a folder
		path = filepath.Dir(path)
	}
	if _, err := os.Stat(filepath.Join(dir, path)); err == nil {
		return filepath.Join(dir, path), nil
	}
	for _, folder := range FoldersNear(near) {
		if state, err := StateOf(src, folder); err == nil && state == Intact {
			return filepath.Join(folder, path), nil
		}
	}
	where := "in " + dir
	if dir == "" {
		where = "part of the program"
	}
	return "", adhere.Errorf(adhere.NotFound, "the data of %s is not %s", src.Name, where).
		WithHint(fmt.Sprintf("download it with adhere data pull %s, or name the folder that has it with --data or ADHERE_DATA", src.Name))
}

// Dictionary returns the file of the dictionary of Japanese words that package pull puts
// into the folder. The error's code is NotFound where it is missing, and
// Conflict where another file is in its place.
func Dictionary(dir string) ([]byte, error) {
	path := filepath.Join(dir, filepath.FromSlash(dictionary.Path))
	file, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, adhere.Errorf(adhere.NotFound, "the dictionary of Japanese words is not in %s", dir).
			WithHint("download it with adhere data pull mifeval, or name the folder that has it with --data or ADHERE_DATA")
	case err != nil:
		return nil, unreadable(path, err)
	}
	if sum := sha256.Sum256(file); hex.EncodeToString(sum[:]) != dictionary.SHA256 {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: path + " is not the pinned dictionary of Japanese words", Hint: "replace it with adhere data pull mifeval --force"}
	}
	return file, nil
}

// FoldersNear returns the folders above a file in which Locate looks, the
// nearest first.
func FoldersNear(file string) (folders []string) {
	if file == "" {
		return nil
	}
	for range 3 {
		file = filepath.Dir(file)
		folders = append(folders, file)
	}
	return folders
}

// Look reports whether there is a file, or a folder, at path.
func Look(files Files, path string) (file, folder bool) {
	dir, err := filesOr(files).IsDir(path)
	return err == nil && !dir, err == nil && dir
}
