package model

import (
	"strings"

	"adhere/internal/lazyregexp"
)

// keyShape finds what looks like a secret: an authorization value, a header
// or a query parameter that holds a key, or a key by its usual beginning.
var keyShape = lazyregexp.New(`(?i)((?:x-)?api[-_]key["']?\s*[:=]\s*["']?|[?&](?:api[-_]?)?key=)[^\s"'&,}]+|(bearer\s+)[^\s"'&,}]{8,}|\b(?:sk|pk|rk)-[A-Za-z0-9*_-]{6,}`)

// Scrub removes the given keys and whatever looks like one from a text that
// will be shown or written.
func Scrub(text string, keys ...string) string {
	for _, k := range keys {
		if k != "" {
			text = strings.ReplaceAll(text, k, "[key]")
		}
	}
	return keyShape.ReplaceAllString(text, "${1}${2}[key]")
}
