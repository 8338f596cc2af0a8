package store

import (
	"context"
	"database/sql"
	"errors"

	"adhere/internal/annotate"
)

// standsIn is how far a member of a campaign has come whose work counts: units
// of work done, places that wait for others, and whether it was noted before
// that the person has completed.
const standsIn = `select m.participant,
	(select count(*) from campaign_places p join campaign_units u on u.campaign = p.campaign and u.unit = p.unit
		where p.campaign = $1 and p.person = $2 and p.state = 'done' and u.kind = 'work'),
	(select count(*) from campaign_places where campaign = $1 and person = $2 and state = 'waiting'),
	(select count(*) from campaign_log where campaign = $1 and about = $2 and kind = 'completed')
	from campaign_members m where m.campaign = $1 and m.person = $2 and m.paused = '' and m.excluded = ''`

// Complete returns what a person gets who has done work in a campaign and for
// whom there is no more, and notes the first time. It is empty where there is
// more, or will be once others have done theirs, and for who is paused or
// excluded. A closed campaign gives it only to who got it before.
func (s *Store) Complete(ctx context.Context, campaign, person string) (annotate.Completion, error) {
	var completion annotate.Completion
	err := s.change(ctx, "complete "+campaign, func(t *tx) error {
		completion = ""
		c, err := campaignIn(t, campaign)
		if err != nil {
			return err
		}
		var participant string
		var done, waiting, noted int
		err = t.queryRow(standsIn, []any{campaign, person}, &participant, &done, &waiting, &noted)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil || done == 0 || waiting > 0 || c.State != annotate.Open && noted == 0 {
			return err
		}
		if c.State == annotate.Open {
			if unit, _, err := s.next(t, campaign, person); err != nil || unit != 0 {
				return err
			}
		}
		completion = c.Completion
		if noted > 0 || completion == "" {
			return nil
		}
		return t.log(ctx, s, campaign, person, annotate.LogCompleted, person, participant)
	})
	return completion, err
}
