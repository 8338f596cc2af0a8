package annotate

import "time"

// An Entry is one thing that was done to a campaign as a whole. Entries are
// only ever added.
type Entry struct {
	ID       int64     `json:"id"`
	Campaign string    `json:"campaign"`
	Person   string    `json:"person"` // who did it
	Kind     EntryKind `json:"kind"`
	About    string    `json:"about,omitempty"` // which person or unit it is about, where that is one
	Text     string    `json:"text,omitempty"`  // the new guidelines or settings, why, or the platform's name for whom it is about
	At       time.Time `json:"at"`
}

// An EntryKind says what was done to a campaign.
type EntryKind string

// The kinds of entries.
const (
	LogStarted    EntryKind = "started"
	LogClosed     EntryKind = "closed"
	LogReopened   EntryKind = "reopened"
	LogGuidelines EntryKind = "guidelines" // the guidelines were written anew
	LogSettings   EntryKind = "settings"   // so were the demands on quality, or what a unit is for
	LogPaused     EntryKind = "paused"     // somebody gets no more work
	LogResumed    EntryKind = "resumed"    // and does again
	LogCompletion EntryKind = "completion" // what people get at the end was changed
	LogCompleted  EntryKind = "completed"  // somebody got it, for the first time
)

// ByQuality is who pauses people whose work is not as the campaign demands.
const ByQuality = "quality control"

// Guidelines are what people read before they label, in one version.
type Guidelines struct {
	Version int       `json:"version"` // from 1: the protocol's own
	Text    string    `json:"text"`
	By      string    `json:"by,omitempty"` // empty for the protocol's own
	At      time.Time `json:"at,omitzero"`
}

// Guidelines returns all versions of a campaign's guidelines, the one in force
// last.
func (c *Campaign) Guidelines() ([]Guidelines, error) {
	p, err := ProtocolNamed(c.Protocol)
	if err != nil {
		return nil, err
	}
	own, err := p.Guidelines()
	if err != nil {
		return nil, err
	}
	all := []Guidelines{{Version: 1, Text: own}}
	for _, e := range c.Log {
		if e.Kind == LogGuidelines {
			all = append(all, Guidelines{len(all) + 1, e.Text, e.Person, e.At})
		}
	}
	return all, nil
}

// GuidelinesVersion is the number of the version in force, from 1.
func (c *Campaign) GuidelinesVersion() int {
	version, _ := c.inForce(time.Unix(1<<60, 0))
	return version
}

// inForce returns which version of the guidelines was in force, and of practice
// and checks together; both count from 1.
func (c *Campaign) inForce(t time.Time) (guidelines, practice int) {
	guidelines, practice = 1, 1
	for _, e := range c.Log {
		switch {
		case e.At.After(t):
		case e.Kind == LogGuidelines:
			guidelines++
		case e.Kind == LogSettings && e.About != "": // a unit
			practice++
		}
	}
	return guidelines, practice
}
