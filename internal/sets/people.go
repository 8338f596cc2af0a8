package sets

import (
	"fmt"

	"adhere"
	"adhere/build"
	"adhere/internal/annotate"
)

// People sums up what people did in a campaign; it is an error if they have
// decided nothing yet.
func People(r *annotate.Results) (*build.People, error) {
	v, err := r.Reviewed()
	if err != nil {
		return nil, err
	}
	if v.Decided == 0 {
		return nil, &adhere.Error{Code: adhere.Conflict, Message: "nobody has decided anything in the campaign " + r.Campaign.ID, Hint: "adhere campaign list shows how far campaigns are"}
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
