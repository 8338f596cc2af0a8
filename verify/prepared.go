package verify

import "sync"

const (
	maxPrepared     = 64      // texts that are kept
	maxPreparedSize = 1 << 16 // bytes of one that is still kept
	maxViews        = 8       // of the texts, the last ones, keep their views
)

// preparedTexts keeps the texts that were judged last, with the views that
// were worked out. Two judges of one catalog that judge one answer, strictly
// and loosely, then share the work. A text that is in use is not in here, so
// that it is used by one judge at a time.
type preparedTexts struct {
	mu    sync.Mutex
	texts []*Text // the last put in is the last
}

// take returns a Text for s, prepared if it was judged lately.
func (p *preparedTexts) take(s string) *Text {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.texts) - 1; i >= 0; i-- {
		if t := p.texts[i]; t.s == s {
			p.texts = append(p.texts[:i], p.texts[i+1:]...)
			return t
		}
	}
	return NewText(s)
}

// put gives a Text back.
func (p *preparedTexts) put(t *Text) {
	if len(t.s) > maxPreparedSize {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.texts) == maxPrepared {
		p.texts = append(p.texts[:0], p.texts[1:]...)
	}
	p.texts = append(p.texts, t)
	if n := len(p.texts) - 1 - maxViews; n >= 0 {
		p.texts[n].views = nil
	}
}
