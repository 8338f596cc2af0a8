package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"adhere"
	"adhere/internal/annotate"
	"adhere/internal/annotate/material"
	"adhere/internal/cli"
	"adhere/internal/lists"
	"adhere/internal/store"
	"adhere/internal/userfile"
	"adhere/report"
)

func (p *program) campaignCommand() *cobra.Command {
	cmd := cli.OnlyCommands(p.Command("campaign", nil))
	db := p.DBFlag(cmd)
	cmd.AddCommand(p.campaignListCommand(db), p.campaignCreateCommand(db),
		p.campaignStepCommand(db, "start", "Assign the units to people, and start", "started", "open", func(ctx context.Context, s *store.Store, id string) error {
			return s.OpenCampaign(ctx, id, byCommand, annotate.NewPlan)
		}),
		p.campaignStepCommand(db, "close", "End a campaign: nothing can be changed until it is reopened", "closed", "closed", func(ctx context.Context, s *store.Store, id string) error {
			return s.CloseCampaign(ctx, id, byCommand)
		}),
		p.campaignStepCommand(db, "reopen", "Undo the closing of a campaign", "reopened", "open again", func(ctx context.Context, s *store.Store, id string) error {
			return s.ReopenCampaign(ctx, id, byCommand)
		}),
		p.campaignExportCommand(db), p.campaignImportCommand(db))
	return cmd
}

// A campaignInfo is a campaign as JSON gives it.
type campaignInfo struct {
	ID       string         `json:"id"`
	Name     string         `json:"name"`
	Protocol string         `json:"protocol"`
	State    annotate.State `json:"state"`
	Overlap  int            `json:"overlap"`
	Seed     int            `json:"seed"`
	Units    int            `json:"units,omitempty"`
	Created  time.Time      `json:"created"`
}

func infoOf(c *annotate.Campaign, units int) campaignInfo {
	return campaignInfo{c.ID, c.Name, c.Protocol, c.State, c.Overlap, c.Seed, units, c.Created}
}

func (p *program) campaignListCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithStoreToRead, "campaign", "list", "List the campaigns", cobra.NoArgs, func(ctx context.Context, s *store.Store, _ []string) error {
		all, err := s.Campaigns(ctx)
		if err != nil {
			return err
		}
		infos := make([]campaignInfo, len(all))
		for i := range all {
			infos[i] = infoOf(&all[i], 0)
		}
		return cli.List(p.Program, infos, []string{"campaign", "protocol", "state", "made"}, func(c campaignInfo) []string {
			return []string{c.ID, c.Protocol, string(c.State), report.When(c.Created)}
		})
	})
}

// campaignFlags say what a campaign is made of.
type campaignFlags struct {
	protocol, dataset, data, practice, topic string
	runs, responses, people                  []string
	limit                                    int
	pay                                      float64
	settings                                 annotate.Settings
	bare                                     bool
}

func (p *program) campaignCreateCommand(db *string) *cobra.Command {
	var o campaignFlags
	cmd := p.Sub("campaign", "create NAME", "Make a draft from runs, or from files of instructions and answers", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return p.WithStore(cmd.Context(), *db, func(s *store.Store) error { return p.createCampaign(cmd.Context(), s, args[0], &o) })
	})
	f := cmd.Flags()
	f.StringVar(&o.protocol, "protocol", annotate.Protocols()[0].Name, "what people do: "+annotate.ProtocolNames())
	f.StringSliceVar(&o.runs, "run", nil, "runs whose answers people label")
	f.StringVar(&o.dataset, "dataset", "", "benchmark or file of instructions, if the answers are in files")
	f.StringVar(&o.data, "data", "", "folder of benchmark data (default data in the user's data folder)")
	f.StringSliceVar(&o.responses, "responses", nil, "files of recorded answers to --dataset")
	f.StringSliceVar(&o.people, "people", nil, "names of accounts that take part; more can be invited on the page")
	f.StringVar(&o.practice, "practice", "", "file of practice and attention checks, instead of the built-in ones (docs/annotate.md)")
	f.BoolVar(&o.bare, "no-practice", false, "neither practice nor attention checks")
	f.StringVar(&o.topic, "topic", "", "the tag of the instructions that holds the topic, of which people may prefer some")
	f.IntVar(&o.limit, "limit", 0, "how many instructions, drawn at random by the seed; 0 takes all")
	f.IntVar(&o.settings.Overlap, "overlap", 0, "how many people label each unit, exactly; 0 takes the protocol's number")
	f.IntVar(&o.settings.Seed, "seed", 0, "seed of the plan and of the orders in which answers are shown")
	f.IntVar(&o.settings.Every, "checks-every", 0, "units between two attention checks; 0 takes 10")
	f.DurationVar(&o.settings.Lease, "lease", 0, "how long a person may be away before others may take over a unit that the person has started; 0 is 2h")
	f.Float64Var(&o.pay, "pay", 0, "US dollars per unit")
	return cmd
}

func (p *program) createCampaign(ctx context.Context, s *store.Store, name string, o *campaignFlags) error {
	o.settings.Pay = adhere.Dollars(o.pay)
	c, err := annotate.NewCampaign(name, o.protocol, o.settings)
	if err != nil {
		return err
	}
	protocol, err := annotate.ProtocolNamed(o.protocol)
	if err != nil {
		return err
	}
	units, err := material.Practice(protocol, o.practice, o.bare)
	if err != nil {
		return err
	}
	records, err := p.material(ctx, s, protocol, o)
	if err != nil {
		return err
	}
	if err := annotate.CheckTag("--topic", records, o.topic); err != nil {
		return err
	}
	units = append(units, annotate.NewUnits(protocol, records, annotate.Choosing{Limit: o.limit, Seed: o.settings.Seed, Tag: o.topic})...)
	if err := c.SetUnits(units); err != nil {
		return err
	}
	for _, person := range o.people {
		if _, err := s.PersonNamed(ctx, person); err != nil {
			return err
		}
	}
	c.Created = p.Now()
	if err := s.CreateCampaign(ctx, c, units); err != nil {
		return err
	}
	for _, person := range o.people {
		if err := s.SaveMember(ctx, c.ID, person, nil); err != nil {
			return err
		}
	}
	return p.Done(infoOf(c, len(units)), "the draft %s has %s; adhere campaign start %s, or look at the plan on the page\n", c.ID, annotate.CountUnits(units), c.ID)
}

// material reads what becomes work: answers of runs or of files.
func (p *program) material(ctx context.Context, s *store.Store, protocol *annotate.Protocol, o *campaignFlags) ([]annotate.Sourced, error) {
	switch {
	case (len(o.runs) == 0) == (o.dataset == ""):
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "a campaign is made of either runs or files", Hint: "give --run, or --dataset with --responses"}
	case o.dataset == "":
		return material.OfRuns(ctx, s, o.runs)
	case len(o.responses) == 0 && protocol.Answers[0] > 0:
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "the protocol " + protocol.Name + " needs answers", Hint: "give --responses FILE"}
	}
	_, set, err := p.ReadBench(ctx, o.dataset, o.data, append(o.responses, "")[0])
	if err != nil {
		return nil, err
	}
	work, warnings, err := material.OfFiles(ctx, set, o.responses)
	for _, w := range warnings {
		p.Warn("%s", w)
	}
	return work, err
}

// campaignStepCommand does something with one campaign, which is then so.
func (p *program) campaignStepCommand(db *string, name, short, then, so string, do func(ctx context.Context, s *store.Store, id string) error) *cobra.Command {
	return p.StoreSub(db, p.WithExistingStore, "campaign", name+" CAMPAIGN", short, cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		if err := do(ctx, s, args[0]); err != nil {
			return err
		}
		return p.Done(map[string]string{then: args[0]}, "%s is %s\n", args[0], so)
	})
}

// byCommand is who did what was done to a campaign by this program's commands.
const byCommand = "the command line"

func (p *program) campaignExportCommand(db *string) *cobra.Command {
	var as, run string
	names := lists.Map(annotate.Exports(), func(e annotate.Export) string { return e.Name })
	cmd := p.StoreSub(db, p.WithStoreToRead, "campaign", "export CAMPAIGN", "Write what people said, in formats that other programs read", cobra.ExactArgs(1), func(ctx context.Context, s *store.Store, args []string) error {
		r, err := s.CampaignResults(ctx, args[0])
		if err == nil && run != "" {
			r, err = r.OfRun(material.RunNamed(ctx, s, run))
		}
		if err != nil {
			return err
		}
		var b bytes.Buffer // all or nothing
		if err := r.Write(&b, as); err != nil {
			return err
		}
		_, err = io.Copy(p.Out, &b)
		return err
	})
	cmd.Flags().StringVar(&as, "as", names[0], "one of "+strings.Join(names, ", "))
	cmd.Flags().StringVar(&run, "run", "", "only verdicts on the answers of this run or file, as --labels needs them")
	return cmd
}

func (p *program) campaignImportCommand(db *string) *cobra.Command {
	return p.StoreSub(db, p.WithExistingStore, "campaign", "import CAMPAIGN FILE", "Add labels made elsewhere to an open campaign", cobra.ExactArgs(2), func(ctx context.Context, s *store.Store, args []string) error {
		file, err := userfile.Named("the labels", args[1]).Open()
		if err != nil {
			return err
		}
		defer file.Close()
		labels, err := annotate.ReadLabels(filepath.Base(args[1]), file)
		if err != nil {
			return err
		}
		r, err := s.CampaignResults(ctx, args[0])
		if err != nil {
			return err
		}
		events, strays, err := r.Imports(labels, p.Now())
		if err == nil {
			err = s.AddEvents(ctx, args[0], events)
		}
		if err != nil {
			return err
		}
		if strays > 0 {
			p.Warn("%d labels belong to no unit of the campaign and were left out", strays)
		}
		return p.Done(map[string]int{"taken": len(labels) - strays, "left_out": strays}, "took %d labels\n", len(labels)-strays)
	})
}
