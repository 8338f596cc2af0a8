package gateway

import (
	"io"

	"adhere/internal/replies"
	"adhere/internal/sse"
)

// An event is one event of a stream of server-sent events.
type event struct {
	raw  []byte // see sse.Event
	name string
	data []byte

	replies.Piece
}

// done reports whether the event is the end mark of OpenAI's streams.
func (e *event) done() bool { return sse.Ends(e.data) }

// largestEvent bounds one event in bytes: a whole answer of the Responses API
// is one.
const largestEvent = 16 << 20

// An eventReader takes a stream apart.
type eventReader struct{ events *sse.Reader }

func newEventReader(r io.Reader) *eventReader {
	return &eventReader{sse.NewReader(r, largestEvent)}
}

// next returns the next event that has data; see sse.Reader.
func (s *eventReader) next() (*event, error) {
	var e sse.Event
	if err := s.events.Next(&e); err != nil {
		return nil, err
	}
	return &event{raw: e.Raw, name: e.Name, data: e.Data}, nil
}

// written returns an event of ours.
func written(name string, data []byte) []byte {
	out := make([]byte, 0, len(name)+len(data)+24)
	if name != "" {
		out = append(append(append(out, "event: "...), name...), '\n')
	}
	out = append(append(out, "data: "...), data...)
	return append(out, "\n\n"...)
}

// withData returns the event with other data.
func (e *event) withData(data []byte) []byte { return written(e.name, data) }
