package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/build"
	"adhere/dataset"
	"adhere/internal/cli"
	"adhere/internal/userfile"
)

type buildVerifiableFlags struct {
	count         int
	seed          uint64
	heldOut       float64
	demands, base string
	shape, output string
	kinds         []string
	list          bool
}

func (p *program) buildVerifiableCommand() *cobra.Command {
	f := &buildVerifiableFlags{}
	cmd := p.Sub("build", "verifiable --out FOLDER", "Make prompts whose demands code decides, fresh from a seed", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if f.list {
			return p.listKinds()
		}
		return p.buildVerifiable(cmd.Context(), f)
	})
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 1000, "prompts to make")
	flags.StringVar(&f.demands, "demands", "1-10", "demands in a prompt, a number or a range; all numbers are equally frequent")
	flags.Uint64Var(&f.seed, "seed", 1, "seed, which names the set: another seed makes another set")
	flags.Float64Var(&f.heldOut, "held-out", 0, "share of prompts, kinds of demands and requests to set apart (0.2)")
	flags.StringVar(&f.base, "base", "", "file of requests to add demands to: one per line, or JSON lines with prompt (default: requests of the program's own)")
	flags.StringSliceVar(&f.kinds, "kinds", nil, "draw only kinds with one of these words in their name, or with this label; see --list")
	flags.StringVar(&f.shape, "shape", string(dataset.ShapeOwn), "format of the files, which must be able to express a kind of demand for it to be drawn: "+joinedShapes())
	flags.StringVar(&f.output, "out", "", "folder for the files and their card (required)")
	flags.BoolVar(&f.list, "list", false, "list the kinds of demands, and make nothing")
	return cmd
}

func joinedShapes() string {
	var names []string
	for _, s := range dataset.Shapes() {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

func (p *program) listKinds() error {
	var rows [][]string
	for _, k := range build.KindsOf(nil, nil) {
		rows = append(rows, []string{k.Name, k.Label})
	}
	return p.Table([]string{"kind", "label"}, rows)
}

func (p *program) buildVerifiable(ctx context.Context, f *buildVerifiableFlags) error {
	v, shape, err := f.settings()
	if err != nil {
		return err
	}
	out, err := newSetFolder(f.output)
	if err != nil {
		return err
	}
	set, err := v.Make(ctx)
	if err != nil {
		return err
	}
	card := set.Card(v)
	card.Sources = []build.Material{{Name: sourceName(f.base), SHA256: hashFile(f.base), Licence: "the user's"}}
	if f.base == "" {
		card.Sources[0].Licence = "the program's"
	}
	for _, split := range []string{build.Train, build.HeldOut} {
		if list := set.Of(split); len(list) > 0 {
			out.add(split+".jsonl", func(w io.Writer) error { return dataset.WriteInstructions(w, shape, list) })
		}
	}
	out.add("texts.jsonl", cli.Lines(set.Shown()))
	out.add("rejected.jsonl", cli.Lines(set.Base.Rejected))
	return p.finishSet(out, card)
}

func (f *buildVerifiableFlags) settings() (*build.Verifiable, dataset.Shape, error) {
	shape := dataset.Shape(f.shape)
	known := false
	for _, s := range dataset.Shapes() {
		known = known || s == shape
	}
	if !known {
		return nil, "", &adhere.Error{Code: adhere.Invalid, Message: "--shape " + f.shape + " is not known", Hint: "one of " + joinedShapes()}
	}
	v := &build.Verifiable{Count: f.count, Seed: f.seed, HeldOut: f.heldOut, Kinds: build.KindsOf(shape.Suites(), f.kinds)}
	low, high, ranged := strings.Cut(f.demands, "-")
	if !ranged {
		high = low
	}
	var err1, err2 error
	v.Least, err1 = strconv.Atoi(low)
	v.Most, err2 = strconv.Atoi(high)
	if err1 != nil || err2 != nil {
		return nil, "", &adhere.Error{Code: adhere.Invalid, Message: "--demands " + f.demands + ": a number or a range is expected", Hint: "for example --demands 3 or --demands 1-10"}
	}
	var err error
	v.Base, err = readBase(f.base)
	return v, shape, err
}

// readBase reads requests; without a file they are the program's own.
func readBase(path string) ([]*build.Base, error) {
	if path == "" {
		return build.BaseRequests(), nil
	}
	file, err := userfile.Named("--base", path).Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return build.ReadBase(file, filepath.Base(path), strings.EqualFold(filepath.Ext(path), ".jsonl"))
}

func sourceName(path string) string {
	if path == "" {
		return "requests of the program's own"
	}
	return filepath.Base(path)
}

func hashFile(path string) string {
	content, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
