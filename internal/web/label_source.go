package web

import (
	"context"

	"adhere/internal/annotate"
)

// An Annotation keeps campaigns, and what people label in them.
type Annotation interface {
	// Campaigns returns all, the newest first.
	Campaigns(ctx context.Context) ([]annotate.Campaign, error)
	// Campaign returns the one of that ID. The error's code is NotFound where
	// there is none.
	Campaign(ctx context.Context, id string) (*annotate.Campaign, error)
	// CreateCampaign stores a draft. The error's code is Conflict where the ID
	// is taken.
	CreateCampaign(ctx context.Context, c *annotate.Campaign, units []annotate.Unit) error

	// OpenCampaign, CloseCampaign and ReopenCampaign lead a campaign from draft to
	// open to closed and back, and note who did it. The error's code is Conflict
	// where it is not at that stage.
	OpenCampaign(ctx context.Context, id, by string, plan func(*annotate.Campaign, []annotate.Unit, []annotate.Member) ([]annotate.Place, error)) error
	CloseCampaign(ctx context.Context, id, by string) error
	ReopenCampaign(ctx context.Context, id, by string) error

	// LogCampaign notes what was done, such as guidelines written anew, if check
	// says so, which is shown the campaign while nobody else changes it.
	LogCampaign(ctx context.Context, e *annotate.Entry, check func(*annotate.Campaign) error) error
	// SaveSettings has change alter the settings while nobody else does, and
	// notes that as the entry says.
	SaveSettings(ctx context.Context, e *annotate.Entry, change func(*annotate.Settings) error) error
	// MarkUnit makes a unit practice or a check, or takes that back, as do says.
	MarkUnit(ctx context.Context, campaign string, unit int, by string, do func(*annotate.Marking) error) error
	// WriteUnit adds a unit that somebody made up, for practice or a check.
	WriteUnit(ctx context.Context, campaign string, w annotate.Written, by string) (number int, err error)

	// Units returns units by number, those given or all.
	Units(ctx context.Context, campaign string, numbers ...int) ([]annotate.Unit, error)
	// Outline returns the units without what they hold: those whose answers are
	// known, and for each topic of the others one, whose number is 0.
	Outline(ctx context.Context, campaign string) ([]annotate.Unit, error)
	// Places returns the places of a person, or all.
	Places(ctx context.Context, campaign, person string) ([]annotate.Place, error)
	// CountPlaces returns how many places of a person are in which state.
	CountPlaces(ctx context.Context, campaign, person string) (map[annotate.PlaceState]int, error)
	// FreeUnits returns how many units are free that a person could take.
	FreeUnits(ctx context.Context, campaign, person string) (int, error)
	// CampaignEvents returns what a person did, or everybody, on one unit or,
	// where that is 0, on all, in order.
	CampaignEvents(ctx context.Context, campaign, person string, unit int) ([]annotate.Event, error)
	// CampaignEventsAfter returns what everybody did since the event of that ID.
	CampaignEventsAfter(ctx context.Context, campaign string, id int64) ([]annotate.Event, error)
	// CampaignStamp names the state of a campaign: it changes with every event.
	CampaignStamp(ctx context.Context, id string) (string, error)

	// Members returns who takes part in a campaign.
	Members(ctx context.Context, campaign string) ([]annotate.Member, error)
	// SaveMember adds one, unless the person is there, and has change, unless it
	// is nil, alter it while nobody else does; who is new has no name yet. Who
	// joins a campaign that is open gets the units that everybody does. The
	// error's code is Conflict where another member has the same participant ID.
	SaveMember(ctx context.Context, campaign, person string, change func(*annotate.Member) error) error

	// Take hands out a person's next unit; 0 where there is none. Here and in Work,
	// what is read, decided and stored happens all at once or not at all.
	Take(ctx context.Context, campaign, person string, do func(*annotate.Assignment) error) (unit int, err error)
	// Complete returns what a person gets who has done all there is, and notes
	// it; empty where the person has not.
	Complete(ctx context.Context, campaign, person string) (annotate.Completion, error)
	// Work has a person work on a unit.
	Work(ctx context.Context, campaign string, unit int, person string, do func(*annotate.Assignment) error) error
	// AddEvents adds what has no place.
	AddEvents(ctx context.Context, campaign string, events []annotate.Event) error
}
