package adhere

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Plan is everything that decides a result, each part with its version. Its
// hash names the run, so that an interrupted run can be found and resumed.
type Plan struct {
	Bench      string   `json:"bench"`             // name and version, "ifeval@1"
	Dataset    string   `json:"dataset"`           // name, version and the hash of the data that was read
	Model      string   `json:"model"`             // "provider/exact-model-version"
	Servers    []Server `json:"servers,omitempty"` // of models that are not asked at their provider's own address; sorted
	Answers    string   `json:"answers,omitempty"` // hash of the file, where answers are recorded instead of generated
	Prompt     string   `json:"prompt,omitempty"`  // hash of a prompt pack that replaces the built-in wording
	Judges     []string `json:"judges,omitempty"`  // each with its version and, for a model judge, its model
	Metrics    []string `json:"metrics,omitempty"` // names
	Counted    string   `json:"counted,omitempty"` // how they count what is undecided: not_met or paper; empty leaves it out of every denominator
	System     string   `json:"system,omitempty"`  // a message before each instruction
	Params     Params   `json:"params,omitzero"`
	AllowEmpty bool     `json:"allow_empty,omitempty"` // an answer without text is judged as it is
	Attempts   int      `json:"attempts,omitempty"`    // answers per instruction; 0 is read as 1
	Skip       int      `json:"skip,omitempty"`        // instructions left out at the start
	Limit      int      `json:"limit,omitempty"`       // instructions taken; 0 takes all
	Sample     int      `json:"sample,omitempty"`      // instructions drawn by Seed from each subset, category and level in proportion; 0 draws none
	Seed       int      `json:"seed,omitempty"`
}

// A Server says where a model is asked that is not at its provider's own
// address. Models of the same name on two servers make two different runs.
type Server struct {
	Role    string `json:"role"`    // "subject", "judge", "critic", ...
	Model   string `json:"model"`   // "provider/exact-model-version"
	Address string `json:"address"` // "http://gpu:8000/v1", without keys and credentials
}

// Compare orders servers by role, model and address.
func (s Server) Compare(t Server) int {
	return cmp.Or(strings.Compare(s.Role, t.Role), strings.Compare(s.Model, t.Model), strings.Compare(s.Address, t.Address))
}

// Hash returns the plan's identity as 64 hexadecimal digits.
func (p *Plan) Hash() string {
	b, err := json.Marshal(p)
	if err != nil {
		panic("a plan is plain data: " + err.Error())
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// RunID returns the name of the plan's run: benchmark, model and the start of
// the hash, "ifeval-gpt-4o-3f2a9c41". It is safe as a file name: letters of any
// script, digits, dots and hyphens, at most 170 bytes.
func (p *Plan) RunID() string {
	bench, _, _ := strings.Cut(p.Bench, "@")
	model := p.Model[strings.LastIndexByte(p.Model, '/')+1:]
	return inFileName(bench) + "-" + inFileName(model) + "-" + p.Hash()[:8]
}

// inFileName returns at most 80 bytes of a name, as a part of a file's name.
func inFileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '.' || unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	for len(name) > 80 {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

// A RunState says how far a run has come.
type RunState string

// The states of a run. A run that a crash ended stays Started; it can be
// resumed like a Stopped one.
const (
	Started  RunState = "started"
	Stopped  RunState = "stopped" // interrupted on purpose, or by the budget
	Finished RunState = "finished"
)

// A Run is a Plan being carried out or done.
type Run struct {
	ID       string           `json:"run"`
	Plan     Plan             `json:"plan"`
	State    RunState         `json:"state"`
	Items    int              `json:"items"`  // instructions times attempts
	Done     int              `json:"done"`   // items with a record
	Failed   int              `json:"failed"` // of these: no answer, or a judge that could not be asked; they are tried again
	Started  time.Time        `json:"started"`
	Finished time.Time        `json:"finished,omitzero"`
	Usage    map[string]Usage `json:"usage,omitempty"`    // by role: subject, judge, critic, rewriter
	Warnings []string         `json:"warnings,omitempty"` // what a reader of its result must know from the beginning
}
