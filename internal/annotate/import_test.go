package annotate_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/internal/annotate"
)

// TestImportGivesBackExport holds that what is exported and read again says
// the same: labels and direct scores, by whom, when, in which order shown.
func TestImportGivesBackExport(t *testing.T) {
	c, units, members, events := labelled(t)
	r := results(t, c, units, members, events)
	for _, name := range []string{"verdicts.jsonl", "labels.csv", "label-studio.json", "records.jsonl", "verdicts.jsonl and scores.jsonl"} {
		var file bytes.Buffer
		for part := range strings.SplitSeq(name, " and ") {
			code(t, r.Write(&file, part), "")
		}
		labels, err := annotate.ReadLabels(name, &file)
		code(t, err, "")
		stray := annotate.Label{VerdictLine: adhere.VerdictLine{Instruction: "no such"}}
		imported, strays, err := results(t, c, units, nil, nil).Imports(append(labels, stray), noon.Add(time.Hour))
		code(t, err, "")
		if strays != 1 {
			t.Errorf("%d strays", strays)
		}
		again := results(t, c, units, nil, imported)
		got := again.Labels()
		for i := range got {
			if !got[i].Imported {
				t.Fatalf("%s: %+v is not marked as imported", name, got[i])
			}
			got[i].Imported = false
		}
		want := r.Labels()
		for i := range want {
			want[i].Guidelines, want[i].Practice = 0, 0 // what people read elsewhere is not known
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s: %s", name, d)
		}
		if !slices.Contains([]string{"verdicts.jsonl", "labels.csv"}, name) {
			if d := cmp.Diff(r.Graded(), again.Graded()); d != "" {
				t.Errorf("%s: %s", name, d)
			}
		}
		_, _, err = r.Imports(labels, noon)
		code(t, err, adhere.Conflict)
	}
}

// TestPreferencesComeBack does the same for pairs, which are shown in two
// orders.
func TestPreferencesComeBack(t *testing.T) {
	c, units := sample(t, "pairwise", 3, annotate.Settings{})
	var events []annotate.Event
	for _, person := range []string{"ada", "bo"} {
		for i, u := range units {
			order := []int{i % 2, 1 - i%2}
			said := []string{"first", "second", "tie"}[(i+len(person))%3]
			events = append(events, annotate.Event{
				Unit: u.Number, Person: person, Kind: annotate.Handed, Version: 1, At: noon, Client: "c",
				Fields: fields(annotate.FieldOrder, annotate.OrderText(order), "prefer", said, "prefer.why", "it is better"),
			})
		}
	}
	r := results(t, c, units, nil, events)
	for _, name := range []string{"verdicts.jsonl", "labels.csv", "label-studio.json", "records.jsonl"} {
		var file bytes.Buffer
		code(t, r.Write(&file, name), "")
		if name == "records.jsonl" {
			asArgillaReads(t, file.String())
		}
		if name == "records.jsonl" || name == "verdicts.jsonl" { // as Argilla's to_json and pandas write lines
			lines := strings.Split(strings.TrimSpace(file.String()), "\n")
			listed, err := annotate.ReadLabels("records.json", strings.NewReader("["+strings.Join(lines, ",")+"]"))
			code(t, err, "")
			alone, err := annotate.ReadLabels(name, strings.NewReader(file.String()))
			code(t, err, "")
			if d := cmp.Diff(alone, listed); d != "" {
				t.Errorf("%s as a list: %s", name, d)
			}
		}
		labels, err := annotate.ReadLabels(name, &file)
		code(t, err, "")
		imported, strays, err := results(t, c, units, nil, nil).Imports(labels, noon)
		code(t, err, "")
		if d := cmp.Diff(r.Judged(), results(t, c, units, nil, imported).Judged()); d != "" || strays != 0 {
			t.Errorf("%s, %d strays: %s", name, strays, d)
		}
		_, _, err = results(t, c, units, nil, nil).Imports(labels[:1], noon) // one answer of a pair
		code(t, err, adhere.Invalid)
	}
}

// asArgillaReads holds that responses have the fields that Argilla's client
// takes: it refuses a record with any other. Reasons are responses too.
func asArgillaReads(t *testing.T, records string) {
	t.Helper()
	why := 0
	for line := range strings.Lines(records) {
		var record struct {
			Responses map[string][]map[string]any `json:"responses"`
		}
		code(t, json.Unmarshal([]byte(line), &record), "")
		for question, all := range record.Responses {
			for _, response := range all {
				if got := slices.Sorted(maps.Keys(response)); !slices.Equal(got, []string{"status", "user_id", "value"}) {
					t.Errorf("%s: a response with %v", question, got)
				}
				if strings.HasSuffix(question, ".why") && response["value"] == "it is better" {
					why++
				}
			}
		}
	}
	if why == 0 {
		t.Error("no reasons")
	}
}

// TestLabelStudioAsItWrites reads what Label Studio exports: people as its users,
// by number or with their address, annotations that were skipped, and tasks of
// ours that went through it, which say themselves who labelled.
func TestLabelStudioAsItWrites(t *testing.T) {
	const said = `"result":[{"id":"r","from_name":"answer_1.1","to_name":"answer_1","type":"choices","origin":"manual","value":{"choices":["met"]}}],"lead_time":3.5,"ground_truth":false,"created_at":"2026-11-27T19:41:04.594059Z","updated_at":"2026-11-27T19:41:08.594108Z","task":4,"project":1`
	ours := strings.Replace(said, `"origin":"manual"`, `"meta":{"person":"ada","seconds":60}`, 1)
	labels, err := annotate.ReadLabels("tasks.json", strings.NewReader(`[{"id":4,"data":{"id":"a","answer_1":"x","answer_1_model":"m"},"predictions":[],"annotations":[`+
		`{"completed_by":7,"was_cancelled":false,`+said+`},{"completed_by":{"id":8,"email":"bo@example.org"},`+said+`},{"completed_by":9,"was_cancelled":true,`+said+`},{"completed_by":1,`+ours+`}]}]`))
	code(t, err, "")
	var got []string
	for _, l := range labels {
		got = append(got, fmt.Sprint(l.Person, " ", l.Instruction, " ", l.Model, " ", l.Requirement, " ", l.Outcome, " ", l.Seconds))
	}
	if d := cmp.Diff([]string{"7 a m 1 met 3.5", "bo@example.org a m 1 met 3.5", "ada a m 1 met 60"}, got); d != "" {
		t.Error(d)
	}
	var file bytes.Buffer
	c, units, members, events := labelled(t)
	code(t, results(t, c, units, members, events).Write(&file, "label-studio.json"), "")
	if strings.Contains(file.String(), "completed_by") {
		t.Error("Label Studio refuses people who are no users of it")
	}
}

// TestOrdersThatDontFit holds that an order is believed only if the places
// say the same: else answers would change their owners.
func TestOrdersThatDontFit(t *testing.T) {
	c, units, _, _ := labelled(t)
	r := results(t, c, units, nil, nil)
	for _, bad := range []struct {
		order []int
		slot  string
	}{{[]int{1, 0}, "A"}, {[]int{0}, "A"}, {[]int{7, 8}, "A"}, {[]int{0, 0}, "A"}, {nil, ""}} {
		l := annotate.Label{VerdictLine: adhere.VerdictLine{
			Instruction: units[0].Instruction.ID, Model: units[0].Answers[0].Model, Verdict: adhere.Verdict{Requirement: "1", Judge: "person/x", Outcome: adhere.NotMet},
		}, Origin: annotate.Origin{Person: "x", Order: bad.order}, Subject: annotate.Subject{Slot: bad.slot}}
		imported, _, err := r.Imports([]annotate.Label{l}, noon)
		code(t, err, "")
		got := results(t, c, units, nil, imported).Labels()
		if len(got) != 1 || got[0].Model != l.Model || got[0].Order[0] != 0 || !got[0].Finished.Equal(noon) {
			t.Errorf("order %v with slot %s became %+v", bad.order, bad.slot, got)
		}
	}
}

// TestTwoRunsOfOneModel holds that their answers share units, go by names of
// their own in results, and by the model's in the results of one run.
func TestTwoRunsOfOneModel(t *testing.T) {
	c, units := sample(t, "constraint-wise", 2, annotate.Settings{})
	var two []annotate.Unit
	for _, u := range units {
		for _, run := range []string{"run-1", "run-2"} {
			v := u
			v.Answers = []annotate.Answer{{Model: "m/x", Run: run, Text: run, Verdicts: []adhere.Verdict{{Requirement: "1", Judge: "judge/j@1", Outcome: adhere.Met}}}}
			two = append(two, v)
		}
	}
	code(t, c.SetUnits(two), "")
	var events []annotate.Event
	for _, u := range two {
		said := map[string]string{"run-1": "met", "run-2": "not_met"}[u.Answers[0].Run]
		events = append(events, annotate.Event{Unit: u.Number, Person: "ada", Kind: annotate.Handed, Version: 1, At: noon, Fields: fields(annotate.FieldOrder, "0", "A.1", said)})
	}
	r := results(t, c, two, nil, events)
	models := func(r *annotate.Results) (all []string) {
		for _, l := range r.Labels() {
			all = append(all, l.Model+" "+string(l.Outcome)+" "+l.Run)
		}
		return all
	}
	if got, want := models(r), []string{"m/x (run-1) met run-1", "m/x (run-2) not_met run-2", "m/x (run-1) met run-1", "m/x (run-2) not_met run-2"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	var file bytes.Buffer
	code(t, r.Write(&file, "verdicts.jsonl"), "")
	labels, err := annotate.ReadLabels("f", &file)
	code(t, err, "")
	for i := range labels {
		labels[i].Model = "m/x" // as elsewhere, where only the run tells
	}
	imported, strays, err := results(t, c, two, nil, nil).Imports(labels, noon)
	code(t, err, "")
	if got := models(results(t, c, two, nil, imported)); strays != 0 || !slices.Equal(got, models(r)) {
		t.Errorf("after an import %q", got)
	}
	one, err := r.OfRun("run-2")
	code(t, err, "")
	if got := models(one); !slices.Equal(got, []string{"m/x not_met run-2", "m/x not_met run-2"}) {
		t.Errorf("of one run %q", got)
	}
	gold, _ := one.Gold()
	if judged := one.JudgesVerdicts(); len(gold) != 2 || len(judged) != 2 || gold[0].Model != "m/x" || judged[0].Model != "m/x" {
		t.Errorf("of one run %+v and %+v", gold, judged)
	}
	_, err = r.OfRun("run-3")
	code(t, err, adhere.NotFound)
	if got := models(r); len(got) != 4 || got[3] != "m/x (run-2) not_met run-2" {
		t.Errorf("the whole has become %q", got)
	}
}

// TestImportSaysWhatDoesNotFit holds that a file of labels that the campaign
// cannot take is refused with the label that does not fit.
func TestImportSaysWhatDoesNotFit(t *testing.T) {
	c, units := sample(t, "constraint-wise", 1, annotate.Settings{})
	r := results(t, c, units, nil, nil)
	label := func(instruction string, outcome adhere.Outcome) annotate.Label {
		line := adhere.VerdictLine{Instruction: instruction, Model: units[0].Answers[0].Model}
		line.Requirement, line.Judge, line.Outcome = units[0].Instruction.Requirements[0].ID, "person/ada", outcome
		l := annotate.Label{VerdictLine: line}
		l.Person = "ada"
		return l
	}
	for says, labels := range map[string][]annotate.Label{
		`the first is on instruction "nowhere"`: {label("nowhere", adhere.Met), label("elsewhere", adhere.Met)},
		`"unsure" is none of the answers`:       {label(units[0].Instruction.ID, adhere.Unsure)},
	} {
		_, _, err := r.Imports(labels, noon)
		code(t, err, adhere.Invalid)
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(adhere.HintOf(err), "page") {
			t.Errorf("%v (%s), want %q", err, adhere.HintOf(err), says)
		}
	}
}

// TestLabelsAsPandasWritesThem reads a table with an index, whose column of numbers has gaps.
func TestLabelsAsPandasWritesThem(t *testing.T) {
	labels, err := annotate.ReadLabels("labels.csv", strings.NewReader(",instruction,requirement,judge,outcome,attempt\n0,a,1,person/bo,met,1.0\n1,b,1,person/bo,met,\n"))
	code(t, err, "")
	if len(labels) != 2 || labels[0].Attempt != 1 || labels[1].Attempt != 0 {
		t.Errorf("%+v", labels)
	}
	labels, err = annotate.ReadLabels("labels.csv", strings.NewReader("\ufeffinstruction;requirement;judge;outcome\r\na;1;person/bo;met\r\n;;;\r\nb;1;person/bo;met\r\n;;;\r\n")) // of a spreadsheet
	code(t, err, "")
	if len(labels) != 2 || labels[1].Instruction != "b" {
		t.Errorf("%+v", labels)
	}
	labels, err = annotate.ReadLabels("labels.json", strings.NewReader(`[{"instruction":"a","requirement":1,"judge":"person/bo","outcome":"met","model":null},
		{"instruction":2.0,"requirement":1.0,"judge":"person/bo","outcome":"met","attempt":1.0,"score":null},{"instruction":"b","judge":"person/bo","attempt":null,"score":4.0}]`))
	code(t, err, "")
	if len(labels) != 3 || labels[0].Requirement != "1" || labels[1].Requirement != "1" || labels[1].Instruction != "2" || labels[1].Attempt != 1 || labels[2].Score != 4 {
		t.Errorf("%+v", labels)
	}
	_, err = annotate.ReadLabels("labels.json", strings.NewReader(`{"instruction":{"0":"a"},"requirement":"1","judge":"person/bo","outcome":"met"}`))
	code(t, err, adhere.Invalid)
}

// TestNoLabelGetsLostOnTheWayIn reads files that are several lists, begin with
// empty lines, hold direct scores only, or use a comma in numbers, and refuses one
// that goes on with something else.
func TestNoLabelGetsLostOnTheWayIn(t *testing.T) {
	label := func(instruction string) string {
		return `{"instruction":"` + instruction + `","requirement":"1","judge":"person/bo","outcome":"met"}`
	}
	for name, file := range map[string]string{
		"lists.json":  "[" + label("a") + "][" + label("b") + "]\n",
		"empty.jsonl": "\n \r\n " + label("a") + "\n" + label("b"),
		"scores.csv":  "instruction,judge,score\na,person/bo,4\nb,person/bo,5\n",
		"comma.csv":   "instruction;requirement;judge;outcome;seconds\na;1;person/bo;met;1,5\nb;1;person/bo;met;2\n",
	} {
		labels, err := annotate.ReadLabels(name, strings.NewReader(file))
		code(t, err, "")
		if len(labels) != 2 || labels[0].Instruction != "a" || labels[1].Instruction != "b" {
			t.Errorf("%s: %+v", name, labels)
		}
		if name == "comma.csv" && labels[0].Seconds != 1.5 {
			t.Errorf("%v seconds, want 1.5", labels[0].Seconds)
		}
	}
	for _, file := range []string{"[" + label("a") + "] and more", "[" + label("a") + "]" + label("b"), " \n\n", "instruction,judge\na,person/bo\n"} {
		_, err := annotate.ReadLabels("file", strings.NewReader(file))
		code(t, err, adhere.Invalid)
	}
}

// TestResponsesThatWereNotSubmitted leaves drafts and discarded responses of
// Argilla out.
func TestResponsesThatWereNotSubmitted(t *testing.T) {
	labels, err := annotate.ReadLabels("records.jsonl", strings.NewReader(`{"fields":{"id":"a","answer_1_model":"m"},"responses":{"answer_1.1":[{"value":"met","user_id":"ada","status":"submitted"},`+
		`{"value":"met","user_id":"bo"},{"value":"met","user_id":"cy","status":"draft"},{"value":null,"user_id":"di","status":"discarded"}]}}`))
	code(t, err, "")
	if len(labels) != 2 || labels[0].Person != "ada" || labels[1].Person != "bo" {
		t.Errorf("%+v", labels)
	}
}

// TestTextsThatLookGuarded holds that a text which begins as those do that are
// kept from being taken for formulas comes back from a table as it was.
func TestTextsThatLookGuarded(t *testing.T) {
	c, units, members, events := labelled(t)
	for i, reason := range []string{"=1", "'=1", "''-x", "'tis"} {
		events[2*i+1].Fields["A.1.why"] = reason
	}
	r := results(t, c, units, members, events)
	var file bytes.Buffer
	code(t, r.Write(&file, "labels.csv"), "")
	labels, err := annotate.ReadLabels("labels.csv", &file)
	code(t, err, "")
	for i, l := range r.Labels() {
		if labels[i].Reason != l.Reason {
			t.Errorf("%q came back as %q", l.Reason, labels[i].Reason)
		}
	}
}
