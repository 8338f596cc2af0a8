package english

import "slices"

// directed doubts that the sentence demands something of the answer.
func (v *view) directed() string {
	for _, ask := range []func() string{v.following, v.reported, v.others, v.mood, v.programmed} {
		if why := ask(); why != "" {
			return why
		}
	}
	return ""
}

const (
	statesOrAsks   = "it states or asks something"
	demandsNothing = "it stands in a sentence that demands nothing"
)

// others doubts what may be demanded of somebody in the text, or said of them,
// and what is asked about: "Which letter begins with …?"
func (v *view) others() string {
	if t := &v.s[v.from]; v.from > 0 && v.ownClause() && (taskVerbs()[t.low] || t.low == "no") {
		return "" // it commands
	}
	switch first := v.s[0].low; first {
	case "which", "who", "whose", "whom", "where", "when":
		if v.s[len(v.s)-1].low == "?" && !slices.ContainsFunc(v.s[:v.from], func(t token) bool { return separates(&t) }) {
			return statesOrAsks
		}
	}
	for i := 0; i < v.from; i++ {
		switch v.s[i].low {
		case "he", "she", "they", "him", "her", "them", "who", "whose", "whom", "telling", "speaks":
			if !v.known(i) {
				return "it may be said of “" + v.s[i].text + "”"
			}
		case "which", "where":
			if i > 0 && (v.s[i-1].low == "in" || v.s[i].low == "where") {
				return "it may be said of something in the text"
			}
		}
	}
	return ""
}

// programmed doubts what a prompt about code says of what is not the answer.
func (v *view) programmed() string {
	if v.d.prospect().program && !v.addressed() {
		return "the prompt is about code"
	}
	return ""
}

// following doubts what goes on where a sentence states or asks something.
func (v *view) following() string {
	for i := range v.d.found {
		if g := &v.d.found[i]; g.in == v.f.in && g.to <= v.f.from && (g.Doubt == statesOrAsks || g.Doubt == demandsNothing) {
			return g.Doubt
		}
	}
	return ""
}

// reported doubts words without a verb behind somebody who demands them: "she
// asked for full sentences, no tables".
func (v *view) reported() string {
	first := v.s[v.from].low
	if taskVerbs()[first] || first == "never" || slices.ContainsFunc(v.s[v.from:v.to], func(t token) bool { return modals()[t.low] }) {
		return ""
	}
	for i := 1; i < v.from; i++ {
		if before := v.s[i-1].low; reporting()[v.s[i].low] && v.s[i-1].kind == word && before != "i" && before != "to" && before != "you" && before != "please" && before != "and" {
			return "it may be what “" + before + "” demands"
		}
	}
	return ""
}

// reporting verbs say that somebody else demands or says something.
var reporting = wordSet(`asked asks said says told tells wants wanted wrote writes requires required demands demanded insists insisted requested requests prefers expects`)
