package english

import (
	"sync"

	"adhere/verify/algebra"
)

// languages are those that can be told by code, by their English names.
var languages = sync.OnceValue(func() map[string]algebra.Language {
	m := map[string]algebra.Language{}
	for _, l := range wordLines("languages") {
		m[l[0]] = algebra.Language(l[1])
	}
	return m
})
