package annotate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"adhere"
	"adhere/internal/lazyregexp"
	"adhere/internal/lists"
)

// A State says how far a campaign has come.
type State string

// The states of a campaign.
const (
	Draft  State = "draft"  // who does what is not settled yet
	Open   State = "open"   // people work
	Closed State = "closed" // nothing changes until it is reopened
)

// A Campaign is one piece of work for several people.
type Campaign struct {
	ID       string // in addresses and files
	Name     string // what people read
	Protocol string // the name of one
	State    State
	Settings
	Created, Opened, Closed time.Time // zero where it has not come to that
	Log                     []Entry   // what was done to it as a whole, in order
}

// Settings are how a campaign is carried out.
type Settings struct {
	Overlap    int           `json:"overlap"` // people for each unit of work, exactly
	Seed       int           `json:"seed"`    // of the plan and of the orders in which answers are shown
	Lease      time.Duration `json:"lease"`   // how long somebody may be away from what was begun before others may take it
	Pay        adhere.Money  `json:"pay"`     // for one unit
	Every      int           `json:"every"`   // one attention check after so many units of work; 0 for none
	Quality    Quality       `json:"quality,omitzero"`
	Completion Completion    `json:"completion,omitempty"`
}

// The bounds of a name, in characters, and of settings.
const (
	mostName    = 60
	mostOverlap = 20
	shortLease  = time.Minute
	longLease   = 30 * 24 * time.Hour
	mostPay     = 1000 * adhere.USD
	usualLease  = 2 * time.Hour
	usualEvery  = 10
)

var goodID = lazyregexp.New(`^[a-z0-9][a-z0-9-]{0,59}$`)

// NewCampaign returns a draft. Settings that are 0 get their usual value; its
// ID is made of the name.
func NewCampaign(name, protocol string, s Settings) (*Campaign, error) {
	p, err := ProtocolNamed(protocol)
	if err != nil {
		return nil, err
	}
	s.Overlap = cmp.Or(s.Overlap, p.Overlap)
	s.Lease = cmp.Or(s.Lease, usualLease)
	s.Every = cmp.Or(s.Every, usualEvery)
	c := &Campaign{ID: idOf(name), Name: strings.TrimSpace(name), Protocol: protocol, State: Draft, Settings: s}
	return c, c.check()
}

// idOf makes a name an ID of Latin letters, digits and hyphens. Names that lose
// letters end in a piece of their hash, so that they stay apart from their like;
// so does "new", whose page is the form for a new campaign.
func idOf(name string) string {
	var lost bool
	words := strings.FieldsFunc(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		lost = lost || unicode.IsLetter(r) || unicode.IsDigit(r)
		return '-'
	}, name), func(r rune) bool { return r == '-' })
	id := strings.Join(words, "-")
	if lost || id == "new" {
		sum := sha256.Sum256([]byte(strings.TrimSpace(name)))
		const room = mostName - 1 - 8 // before the hash
		id = strings.Trim(strings.TrimRight(id[:min(len(id), room)], "-")+"-"+hex.EncodeToString(sum[:4]), "-")
	}
	return id
}

func (c *Campaign) check() error {
	wrong := func(format string, args ...any) error {
		return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf(format, args...), Hint: "change the campaign's settings"}
	}
	switch {
	case !goodID.MatchString(c.ID) || utf8.RuneCountInString(c.Name) > mostName:
		return wrong("the name %q: expected at least one letter or digit, and at most %d characters", c.Name, mostName)
	case c.Overlap < 1 || c.Overlap > mostOverlap:
		return wrong("%d people for each unit: expected 1 to %d", c.Overlap, mostOverlap)
	case c.Lease < shortLease || c.Lease > longLease:
		return wrong("a lease of %v: expected one minute to 30 days", c.Lease)
	case c.Pay < 0 || c.Pay > mostPay:
		return wrong("a pay of %v: expected 0 to %v", c.Pay, mostPay)
	case c.Every < 0:
		return wrong("an attention check after every %d units", c.Every)
	}
	return cmp.Or(c.Quality.Check(), c.Completion.Check())
}

// A Kind says what a unit is for.
type Kind string

// The kinds of units. Only work counts in exports and agreement.
const (
	Work     Kind = "work"
	Training Kind = "training" // everybody does it first and is told what is right
	Check    Kind = "check"    // has a known answer, which the page does not hold
	// Withdrawn is what a unit of training or a check becomes that nobody does
	// any more; what people did of it counts for nothing.
	Withdrawn Kind = "withdrawn"
)

// A Unit is what one person does at one sitting: an instruction, its answers
// and what is asked about them.
type Unit struct {
	Number      int                `json:"number"` // from 1, in the campaign; all that people are told
	Kind        Kind               `json:"kind"`
	Topic       string             `json:"topic,omitempty"`
	Instruction adhere.Instruction `json:"instruction"`
	Answers     []Answer           `json:"answers,omitempty"`
	Gold        []Gold             `json:"gold,omitempty"` // what is right, in training and checks
}

// An Answer is one answer to a unit's instruction. Nobody who labels learns
// more of it than its text.
type Answer struct {
	Model    string           `json:"model,omitempty"`
	System   string           `json:"system,omitempty"` // its name in results, where runs of one model have to be told apart
	Attempt  int              `json:"attempt,omitempty"`
	Text     string           `json:"text"`
	Earlier  []string         `json:"earlier,omitempty"` // the answers to the turns before, in a conversation
	Run      string           `json:"run,omitempty"`
	Verdicts []adhere.Verdict `json:"verdicts,omitempty"` // of the run's judges
	Maker    string           `json:"maker,omitempty"`    // by which words it names its maker; empty for none
}

// A Gold is what is right about one question.
type Gold struct {
	Answer   int    `json:"answer,omitempty"` // its place among the unit's answers, from 0
	Question string `json:"question"`
	Value    string `json:"value"` // of the choice
	Why      string `json:"why,omitempty"`
}

// A Member is a person who takes part in a campaign.
type Member struct {
	Person      string
	Topics      []string // that the person would rather have
	Joined      time.Time
	Excluded    string // why the person's labels don't count; empty where they do
	Paused      string // why the person gets no more work; empty where the person does
	Participant string // what the platform that sent the person calls them; empty where none did

	Releases Release // a command to SaveMember: which of the person's work whoever comes gets; always empty when read
}

// A Release says which of a person's work others get.
type Release string

// What is released. The zero value is nothing.
const (
	ReleaseOpen Release = "open" // what is not handed in
	ReleaseAll  Release = "all"
)

// Pause stops giving a member work, for a reason, releases what is open, and
// leaves the labels out until somebody has looked. A member who is paused stays
// so for the first reason.
func (m *Member) Pause(why string) {
	if m.Paused == "" {
		m.Paused, m.Excluded, m.Releases = why, cmp.Or(m.Excluded, why), cmp.Or(m.Releases, ReleaseOpen)
	}
}

// Resume undoes Pause, but for what was released.
func (m *Member) Resume() {
	if m.Excluded == m.Paused {
		m.Excluded = ""
	}
	m.Paused = ""
}

// MemberNamed returns the member who is that person; false where nobody is.
func MemberNamed(members []Member, person string) (Member, bool) {
	for _, m := range members {
		if m.Person == person {
			return m, true
		}
	}
	return Member{}, false
}

// SetUnits checks units and numbers them in order, with the name of the
// maker marked where an answer gives it away.
func (c *Campaign) SetUnits(units []Unit) error {
	p, err := ProtocolNamed(c.Protocol)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(units, func(u Unit) bool { return u.Kind == Work }) {
		hint := "choose runs or files with answers; conversations with several answers take the protocol constraint-wise"
		if p.Asks == AskPreference {
			hint = "a pair takes two answers to one instruction, not to several in turn: choose two runs or files"
		}
		return &adhere.Error{Code: adhere.Invalid, Message: "the campaign has nothing to label", Hint: hint}
	}
	nameSystems(units)
	seen := map[string]bool{}
	for i := range units {
		u := &units[i]
		u.Number = i + 1
		if err := p.fits(u); err != nil {
			return err
		}
		for _, key := range p.keys(u) {
			if seen[key] {
				return &adhere.Error{Code: adhere.Invalid, Message: "the campaign has " + key + " twice", Hint: "verdicts could not be assigned to one of them; choose each run and file once"}
			}
			seen[key] = true
		}
		for j := range u.Answers {
			a := &u.Answers[j]
			a.Maker = NamesMaker(strings.Join(append(slices.Clone(a.Earlier), a.Text), "\n"), a.Model)
			if gives(c.Name, a.Model) {
				return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("the campaign's name %q names the model %s", c.Name, a.Model), Hint: "people who label would read it: choose another name"}
			}
		}
	}
	return nil
}

// nameSystems tells answers apart that one model gave in several runs.
func nameSystems(units []Unit) {
	type key struct {
		instruction, model string
		attempt            int
	}
	run, several := map[key]string{}, map[string]bool{}
	each := func(do func(id string, a *Answer)) {
		for i := range units {
			for j := range units[i].Answers {
				do(units[i].Instruction.ID, &units[i].Answers[j])
			}
		}
	}
	each(func(id string, a *Answer) {
		k := key{id, a.Model, a.Attempt}
		if before, ok := run[k]; ok && before != a.Run {
			several[a.Model] = true
		}
		run[k] = a.Run
	})
	each(func(_ string, a *Answer) {
		if several[a.Model] && a.Run != "" {
			a.System = a.Model + " (" + a.Run + ")"
		}
	})
}

// system is what results call whoever gave the answer.
func (a *Answer) system() string { return cmp.Or(a.System, a.Model) }

// keys name what verdicts on a unit are about: each answer, a pair of them, or
// the instruction.
func (p *Protocol) keys(u *Unit) []string {
	answered := lists.Map(u.Answers, func(a Answer) string {
		return fmt.Sprintf("%s answered by %s, attempt %d", u.Instruction.ID, a.system(), a.Attempt)
	})
	if p.Asks != AskRequirements {
		return []string{strings.Join(append([]string{u.Instruction.ID}, answered...), ", ")}
	}
	return answered
}

// fits says why a unit cannot be labelled under the protocol.
func (p *Protocol) fits(u *Unit) error {
	wrong := func(format string, args ...any) error {
		return &adhere.Error{Code: adhere.Invalid, Message: u.Instruction.ID + ": " + fmt.Sprintf(format, args...), Hint: "the protocol " + p.Name + " cannot take it; choose another, or leave the item out"}
	}
	if n := len(u.Answers); n < p.Answers[0] || n > p.Answers[1] {
		return wrong("%d answers, expected %d to %d", n, p.Answers[0], p.Answers[1])
	}
	if (p.Asks == AskRequirements || p.Asks == AskEdit) && len(u.Instruction.Requirements) == 0 {
		return wrong("no requirements")
	}
	if u.Kind != Work && len(u.Gold) == 0 {
		return wrong("training and checks need to say what is right")
	}
	seen := map[string]bool{}
	for i := range u.Instruction.Requirements {
		id := u.Instruction.Requirements[i].ID
		if seen[id] {
			return wrong("two requirements of id %q", id)
		}
		seen[id] = true
	}
	for i, a := range u.Answers {
		for _, b := range u.Answers[:i] {
			if a.system() == b.system() && a.Attempt == b.Attempt {
				return wrong("two answers of %q, attempt %d", a.system(), a.Attempt)
			}
		}
	}
	return nil
}
