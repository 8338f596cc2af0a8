package web

import (
	"bytes"
	"path"

	"adhere/internal/annotate"
	"adhere/internal/jsonl"
)

// sendCampaignFile sends results as a file, or all events.
func (s *Server) sendCampaignFile(v *visit, all survey) (err error) {
	r := all.Results
	if run := v.r.URL.Query().Get("run"); run != "" {
		if r, err = r.OfRun(run); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	name := v.r.PathValue("file")
	if name == eventsFile {
		var events []annotate.Event
		if events, err = s.Annotation.CampaignEvents(v.ctx(), r.Campaign.ID, "", 0); err == nil {
			err = jsonl.Write(&b, events)
		}
	} else {
		err = r.Write(&b, name)
	}
	if err != nil {
		return err
	}
	types := map[string]string{".jsonl": "application/jsonl", ".json": "application/json", ".csv": "text/csv; charset=utf-8"}
	return v.download(r.Campaign.ID+"-"+name, types[path.Ext(name)], b.Bytes())
}

// eventsFile holds everything that anybody did.
const eventsFile = "events.jsonl"
