package web

import (
	"bytes"
	"encoding/json"
	"path"

	"adhere/internal/annotate"
)

// sendCampaignFile sends results as a file, or all events.
func (s *Server) sendCampaignFile(v *visit) error {
	r, _, err := s.resultsOf(v)
	if err != nil {
		return err
	}
	if run := v.r.URL.Query().Get("run"); run != "" {
		if r, err = r.OfRun(run); err != nil {
			return err
		}
	}
	var b bytes.Buffer
	name := v.r.PathValue("file")
	if name == eventsFile {
		err = s.writeEvents(v, r.Campaign, &b)
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

func (s *Server) writeEvents(v *visit, c *annotate.Campaign, b *bytes.Buffer) error {
	events, err := s.Annotation.Sheets.CampaignEvents(v.ctx(), c.ID, "", 0)
	if err != nil {
		return err
	}
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	for i := range events {
		if err := enc.Encode(&events[i]); err != nil {
			return err
		}
	}
	return nil
}
