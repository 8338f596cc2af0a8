package adhere_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms is the import table: which rooms a room may import, and why it is so
// narrow. A room is a folder with all the folders below it. Whatever is not
// listed may import nothing of ours, but for those that stand for packages of
// Go's own.
var rooms = map[string]struct {
	may []string
	why string
}{
	"":                           {nil, "the root holds the words of the program, which everything else shares"},
	"dataset":                    {[]string{"", "internal/rawjson", "internal/tabular"}, "a data set knows files, not what becomes of them"},
	"prompt":                     {[]string{"", "internal/near"}, "a prompt is text made from words of the root"},
	"model/batch":                {[]string{"internal/replies"}, "batches carry HTTP calls, whatever is in them; what is nearly JSON is read as replies are"},
	"model":                      {[]string{"", "model/reasoning"}, "what goes around a model does not depend on whose it is"},
	"model/reasoning":            {[]string{""}, "what stands before an answer is told from it without knowing who asks"},
	"model/provider":             {[]string{"", "model", "model/batch", "model/reasoning", "internal/redact", "internal/replies", "internal/sse"}, "a provider answers requests; who asks is not its concern"},
	"model/modeltest":            {[]string{"", "model"}, "what stands in for models knows what is asked of them"},
	"verify":                     {[]string{"", "model/reasoning", "internal/rawjson", "internal/near", "internal/plural"}, "checkers are pure functions of a text"},
	"metric":                     {[]string{"", "internal/plural"}, "metrics are arithmetic on records, wherever they came from"},
	"retrieve":                   {[]string{""}, "retrieval knows passages and queries"},
	"judge":                      {[]string{"", "prompt", "model/reasoning"}, "a judge asks any model through prompts"},
	"training":                   {[]string{""}, "what is learned from has one shape, whoever made it"},
	"refine":                     {[]string{"", "prompt", "judge", "training"}, "refinement joins judges and rewriters"},
	"build":                      {[]string{"", "prompt", "judge", "refine", "verify", "metric", "internal/jsonl"}, "data sets are made by prompts and judges, and of demands that code decides; attempts are counted as metrics count them"},
	"run":                        {[]string{""}, "a run carries out any plan; the parts are handed to it"},
	"eval":                       {[]string{"", "bench", "dataset", "verify", "prompt", "judge", "refine", "metric", "model", "model/reasoning", "report", "run", "internal/jsonl", "internal/near", "internal/plainyaml", "internal/plural", "internal/tabular"}, "an evaluation joins what it takes from data to result; who reads files, flags and databases hands them to it"},
	"database":                   {[]string{"", "eval", "model", "internal/store"}, "it is the store of the command, for programs that embed the library"},
	"report":                     {[]string{"", "metric", "internal/plural", "internal/worddiff"}, "a report shows summaries and records"},
	"bench":                      {[]string{"", "dataset", "prompt", "verify", "judge", "metric"}, "a benchmark joins parts and adds none"},
	"internal/accounts":          {[]string{""}, "who may come in does not depend on what there is to see"},
	"internal/identity":          {[]string{"", "internal/accounts"}, "an identity provider says who somebody is, and nothing of what there is to see"},
	"internal/store/powercut":    {nil, "a test tool below SQLite, which knows files only"},
	"internal/runfile":           {[]string{""}, "a file of runs is made of the words of the root, wherever they are stored"},
	"internal/browse":            {[]string{""}, "what pages ask of runs is said in the words of the root"},
	"internal/store":             {[]string{"", "internal/userfile", "internal/near", "internal/browse", "internal/runfile", "internal/postgres", "internal/annotate", "internal/writing", "internal/accounts", "judge", "model/batch", "run"}, "the store keeps types of others and knows no behaviour, but for what counts need of a verdict made of others"},
	"internal/postgres":          {nil, "it outlasts a server without knowing what is asked of it"},
	"internal/jobs":              {[]string{"", "internal/postgres"}, "jobs are spread without knowing what they do"},
	"internal/sets":              {[]string{"", "build", "dataset", "eval", "training", "internal/annotate", "internal/jsonl", "internal/userfile"}, "made sets come out of files and go into folders"},
	"internal/annotate/material": {[]string{"", "dataset", "model", "internal/annotate", "internal/store", "internal/userfile"}, "what people label comes out of runs and files"},
	"internal/annotate":          {[]string{"", "metric", "internal/jsonl", "internal/plural", "internal/tabular"}, "people are judges whose agreement is measured"},
	"internal/writing":           {[]string{"", "prompt", "judge", "retrieve", "internal/jsonl"}, "a session asks models through prompts over passages"},
	"internal/writing/edits":     {[]string{"", "verify", "internal/worddiff"}, "what changed is found in the sentences that checkers cut, paired in order"},
	"internal/writing/study":     {[]string{"", "prompt", "judge", "retrieve", "metric", "report", "training", "internal/jsonl", "internal/writing", "internal/writing/edits", "internal/plural"}, "sessions are analysed: arithmetic on turns, judges asked through prompts, charts"},
	"internal/writing/collect":   {[]string{"", "build", "training", "internal/writing", "internal/jsonl", "internal/userfile", "internal/writing/papers", "internal/writing/study"}, "the work of a lead joins documents, questions and sessions, for command and pages"},
	"internal/userfile":          {[]string{""}, "files are read and written without knowing what is in them"},
	"internal/serving":           {[]string{"", "internal/userfile"}, "keys, limits and a graceful end are the same whatever is served"},
	"internal/reward":            {[]string{"", "verify", "internal/serving"}, "a reward is the findings of checks, served"},
	"internal/gateway/recorded":  {[]string{"", "verify", "internal/gateway", "internal/plural", "internal/store"}, "what a gateway keeps is stored, read again and shown on pages"},
	"internal/gateway":           {[]string{"", "model/reasoning", "verify", "judge", "refine", "internal/serving", "internal/jsonl", "internal/near", "internal/plainyaml", "internal/rawjson", "internal/redact", "internal/replies", "internal/sse", "internal/userfile"}, "the gateway checks and refines live prompts"},
	"internal/progress":          {[]string{"", "internal/plural"}, "a display knows numbers, not the work behind them"},
	"internal/settings":          {[]string{"", "internal/near", "internal/plainyaml"}, "values of flags are read before anything is known of what they mean"},
	"internal/jsonl":             {[]string{"", "internal/userfile"}, "lines of objects are read and written without knowing what they mean"},
	"internal/lazyregexp":        {nil, "it defers what package regexp does"},
	"internal/lists":             {nil, "it maps, filters and counts values, whatever they are"},
	"internal/plainjson":         {nil, "it writes JSON as package encoding/json does, but for its escapes"},
	"internal/plainyaml":         {nil, "it reads YAML, whatever it means"},
	"internal/rawjson":           {nil, "it finds the parts of JSON, whatever they mean"},
	"internal/tabular":           {[]string{""}, "it reads tables, whatever they hold"},
	"internal/redact":            {nil, "it takes keys out of replies, whoever asked"},
	"internal/replies":           {[]string{"", "internal/sse"}, "it reads what models answer, whoever asked them"},
	"internal/sse":               {nil, "it cuts a stream into events, whatever they say"},
	"internal/plural":            {nil, "it counts things, whatever they are"},
	"internal/near":              {nil, "it compares names, whatever they name"},
	"internal/worddiff":          {nil, "a diff knows two texts and nothing of where they came from"},
	"internal/web":               {[]string{"", "internal/browse", "metric", "report", "internal/worddiff", "internal/annotate", "internal/writing", "internal/writing/collect", "internal/writing/study", "internal/serving", "internal/accounts", "internal/gateway", "internal/jsonl", "internal/plural", "verify"}, "pages show what others worked out"},
	"internal/workers":           {[]string{"", "eval", "model", "model/provider", "run", "internal/jobs", "internal/store"}, "workers evaluate parts of runs that a queue hands out"},
	"internal/cli":               {[]string{"", "dataset", "model/provider", "prompt", "report", "internal/jsonl", "internal/progress", "internal/settings", "internal/store", "internal/userfile"}, "the frame of the command knows flags, files and how things are printed, and nothing that a command does"},
	"internal/cli/stores":        {[]string{"", "eval", "internal/cli", "internal/store"}, "a database is opened for whatever is done with it"},
	"internal/cli/asking":        {[]string{"", "build", "eval", "judge", "model", "model/batch", "model/provider", "prompt", "report", "internal/cli", "internal/cli/stores", "internal/progress", "internal/store", "internal/userfile", "internal/plural"}, "a model is opened for whatever is asked of it"},
	"internal/cli/evaluations":   {[]string{"", "bench", "dataset", "dataset/parquet", "eval", "judge", "metric", "model", "model/provider", "refine", "report", "run", "internal/cli", "internal/cli/asking", "internal/progress", "internal/store", "internal/userfile", "internal/plural"}, "flags make the spec of an evaluation; package eval does the rest"},
	"internal/cli/services":      {[]string{"", "internal/cli", "internal/cli/stores", "internal/serving", "internal/store", "internal/userfile"}, "a service is started and ended alike, whatever it serves"},
	"cmd/adhere":                 {[]string{"*"}, "the command wires everything together"},
	"dataset/pull":               {[]string{"", "dataset"}, "downloads speak HTTP, which only those who download compile"},
	"dataset/inspect":            {[]string{"", "dataset"}, "logs of inspect are packed in a way whose library only those who meet them compile"},
	"dataset/parquet":            {[]string{"", "dataset"}, "Parquet is a shape of files, whose library only those who meet them compile"},
	"cmd/demo":                   {[]string{"eval", "report"}, "it shows the library, without what commands need"},
	"cmd/modelstub":              {[]string{"", "model/modeltest"}, "it serves modeltest's stub and nothing else"},
	"internal/demandsets":        {[]string{"", "dataset", "verify", "internal/jsonl"}, "it holds the readers of demands against what people labelled and models answered"},
	// Only tests import these.
	"internal/benchdata":        {nil, "it finds files for tests"},
	"internal/store/servertest": {nil, "it makes databases for tests"},
}

// A goFile is one parsed file that goes into the program.
type goFile struct {
	path string // slash-separated, from the root
	dir  string
	ast  *ast.File
	fset *token.FileSet
}

func sources(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	fset := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "bin") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		path = filepath.ToSlash(path)
		dir := filepath.ToSlash(filepath.Dir(path))
		if dir == "." {
			dir = ""
		}
		files = append(files, goFile{path, dir, f, fset})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d source files found; the tests below would prove nothing", len(files))
	}
	return files
}

// room returns the room that a package folder lies in.
func room(dir string) (string, bool) {
	for d := dir; ; d = d[:strings.LastIndexByte(d, '/')] {
		if _, ok := rooms[d]; ok {
			return d, true
		}
		if !strings.Contains(d, "/") {
			return "", false
		}
	}
}

func TestImportTable(t *testing.T) {
	for _, f := range sources(t) {
		from, ok := room(f.dir)
		if !ok {
			t.Errorf("%s: folder %q is in no room of the import table: add it to rooms with a reason", f.path, f.dir)
			continue
		}
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			if path != "adhere" && !strings.HasPrefix(path, "adhere/") {
				continue
			}
			to, _ := room(strings.TrimPrefix(strings.TrimPrefix(path, "adhere"), "/"))
			may := rooms[from].may
			if to != from && to != "internal/lazyregexp" && to != "internal/lists" && to != "internal/plainjson" && !slices.Contains(may, to) && !slices.Contains(may, "*") {
				t.Errorf("%s imports %q, but %q may import only %q: %s", f.path, path, from, may, rooms[from].why)
			}
		}
	}
}

// outside lists standard or third-party packages that only some rooms may
// import.
var outside = []struct {
	path *regexp.Regexp
	in   []string
	why  string
}{
	{regexp.MustCompile(`^database/sql|^modernc\.org/sqlite|/pgx/|/goose/`), []string{"internal/store", "internal/store/powercut", "internal/store/servertest", "internal/jobs", "internal/postgres"}, "only the store speaks SQL"},
	{regexp.MustCompile(`^net/http$`), []string{"model/provider", "model/batch", "model/modeltest", "dataset/pull", "internal/web", "internal/gateway", "internal/serving", "internal/redact", "internal/replies", "internal/reward", "internal/identity", "cmd/adhere", "cmd/modelstub"}, "only providers, downloads, servers and who signs people in speak HTTP"},
	{regexp.MustCompile(`/cobra$|x/term$`), []string{"cmd/adhere", "internal/cli", "internal/cli/stores", "internal/cli/asking", "internal/cli/evaluations", "internal/cli/services"}, "only the command speaks to a terminal"},
	{regexp.MustCompile(`/go-oidc/|x/oauth2`), []string{"internal/identity"}, "only one place signs people in elsewhere"},
	{regexp.MustCompile(`/mpb/`), []string{"internal/progress"}, "only displays of progress draw in place"},
	{regexp.MustCompile(`^testing`), []string{"model/modeltest", "internal/benchdata", "internal/store/servertest"}, "test tools are modeltest, benchdata and servertest"},
	{regexp.MustCompile(`^unsafe$`), []string{"internal/store/powercut"}, "only a test's layer below SQLite, which was translated from C, needs it"},
	{regexp.MustCompile(`^reflect$`), nil, "nothing here needs it"},
}

func TestOutsideImports(t *testing.T) {
	for _, f := range sources(t) {
		from, _ := room(f.dir)
		for _, imp := range f.ast.Imports {
			path, _ := strconv.Unquote(imp.Path.Value)
			for _, rule := range outside {
				if rule.path.MatchString(path) && !slices.Contains(rule.in, from) {
					t.Errorf("%s imports %q: %s", f.path, path, rule.why)
				}
			}
		}
	}
}

func TestPackageNames(t *testing.T) {
	vague := []string{"util", "utils", "common", "helper", "helpers", "types", "core", "misc", "shared"}
	for _, f := range sources(t) {
		if slices.Contains(vague, f.ast.Name.Name) {
			t.Errorf("%s: package %s says nothing about what is in it", f.path, f.ast.Name.Name)
		}
	}
}

// TestOnlyTheCommandTouchesTheProcess holds that exit, standard output and
// the environment belong to cmd/adhere.
func TestOnlyTheCommandTouchesTheProcess(t *testing.T) {
	forbidden := regexp.MustCompile(`^(os\.(Exit|Getenv|LookupEnv|Environ|Setenv|Stdout|Stderr|Stdin)|fmt\.Print(f|ln)?|log\.(Fatal|Print|Panic)(f|ln)?)$`)
	for _, f := range sources(t) {
		if from, _ := room(f.dir); from == "cmd/adhere" || from == "internal/benchdata" || from == "internal/store/servertest" {
			continue
		}
		if f.ast.Name.Name == "main" { // a generator run by go generate
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := sel.X.(*ast.Ident); ok && forbidden.MatchString(x.Name+"."+sel.Sel.Name) {
				t.Errorf("%s: %s.%s: only cmd/adhere exits, prints or reads the environment; take a writer or a lookup function",
					f.fset.Position(sel.Pos()), x.Name, sel.Sel.Name)
			}
			return true
		})
	}
}

// TestBenchmarkNames holds that benchmarks are data: code outside bench,
// dataset and the suites of verify must not know one by name. Comments and
// the proper names of papers in a metric's Doc are free.
func TestBenchmarkNames(t *testing.T) {
	name := regexp.MustCompile(`ifeval|infobench|followbench|ifbench|realinstruct|IFEval|IFBench`)
	for _, f := range sources(t) {
		from, _ := room(f.dir)
		if from == "bench" || from == "dataset" || strings.HasPrefix(f.dir, "verify/") || strings.HasSuffix(f.path, "_help.go") {
			continue
		}
		ast.Inspect(f.ast, func(n ast.Node) bool {
			text := ""
			switch n := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.BasicLit:
				text = n.Value
			case *ast.Ident:
				text = n.Name
			}
			if name.MatchString(text) {
				t.Errorf("%s: %.60s names a benchmark; make it a named option of a checker, judge or metric, or move it to bench or a *_help.go file",
					f.fset.Position(n.Pos()), text)
			}
			return true
		})
	}
}

// TestNoHiddenState holds that there is no registering init and no package
// variable that is changed: every plug-in point is one explicit list.
func TestNoInit(t *testing.T) {
	for _, f := range sources(t) {
		for _, d := range f.ast.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				t.Errorf("%s: init functions hide what the program consists of; use an explicit list", f.fset.Position(fn.Pos()))
			}
		}
	}
}

// TestTourNamesPackages holds doc.go to the truth: each package it lists
// exists, and each package that exists is listed.
func TestTourNamesPackages(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^//\t([a-z][a-z/]*)  +\S`).FindAllStringSubmatch(string(doc), -1) {
		listed[m[1]] = true
		if entries, err := os.ReadDir(m[1]); err != nil || len(entries) == 0 {
			t.Errorf("doc.go leads to package %s, which does not exist", m[1])
		}
	}
	for _, f := range sources(t) {
		if f.dir != "" && f.ast.Name.Name != "main" && !listed[f.dir] {
			t.Errorf("package %s is not in doc.go's tour", f.dir)
			listed[f.dir] = true // once is enough
		}
	}
}

// TestOneMeaning holds that a word names one thing: a type of these names may
// be exported by these packages only, where it means what is said here.
func TestOneMeaning(t *testing.T) {
	meanings := map[string][]string{
		"Finding":   {"verify"},                                                // what a checker says of one text
		"Question":  {"internal/annotate", "internal/writing"},                 // what a person is asked, or asks
		"Rater":     {"report", "internal/annotate", "internal/writing/study"}, // who gives verdicts or ratings: a person or a judge
		"Reading":   {"verify/algebra", "verify/english"},                      // how words are understood
		"Rule":      {""},                                                      // a checker's name with its arguments
		"Source":    {"", "dataset", "internal/gateway", "verify/algebra"},     // where something comes from
		"TiePolicy": {""},                                                      // the outcome of a vote without a winner
	}
	for _, f := range sources(t) {
		for _, d := range f.ast.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, spec := range g.Specs {
				name := spec.(*ast.TypeSpec).Name.Name
				if in, ok := meanings[name]; ok && !slices.Contains(in, f.dir) {
					t.Errorf("%s: type %s has another meaning in %q: name it otherwise, or add the package where it means the same", f.path, name, in)
				}
			}
		}
	}
}
