package sets

import (
	"fmt"
	"slices"

	"adhere"
	"adhere/build"
	"adhere/internal/annotate"
)

// People sums up what people did in a campaign with the instructions of a file.
// It is an error if they have decided nothing yet, or were shown other prompts
// under the same IDs.
func People(r *annotate.Results, file string, list []*adhere.Instruction) (*build.People, error) {
	v, err := r.Reviewed()
	if err != nil {
		return nil, err
	}
	if v.Decided == 0 {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "nobody has decided anything in the campaign " + r.Campaign.ID, Hint: "adhere campaign list shows how far campaigns are"}
	}
	shown := map[string][]adhere.Message{}
	for i := range r.Units {
		shown[r.Units[i].Instruction.ID] = r.Units[i].Instruction.Messages
	}
	for i, in := range list {
		if was, ok := shown[in.ID]; ok && !slices.Equal(was, in.Messages) {
			return nil, &adhere.Error{
				Code: adhere.Invalid, Message: fmt.Sprintf("%s: instruction %d (%q) has another prompt than in the campaign %s", file, i+1, in.ID, r.Campaign.ID),
				Hint: "name the file as the campaign was created from it, or let people validate this one in a new campaign",
			}
		}
	}
	agreement, err := r.Agreement()
	if err != nil {
		return nil, err
	}
	people := &build.People{
		Campaign: r.Campaign.ID + " (" + r.Protocol.Name + ")", N: v.People, Decided: v.Decided, Several: v.Several, Alike: v.Alike,
		Corrects: r.Protocol.Asks == annotate.AskEdit, Of: v.Of,
	}
	if agreement.Verdicts != nil {
		if a := agreement.Verdicts.Alpha; a.Undefined == "" {
			people.Alpha = fmt.Sprintf("%.2f (%.2f to %.2f)", a.Value, a.Lo, a.Hi)
		}
	}
	return people, nil
}
