package prompt

import "testing"

// TestOwnTemplates tries the templates of the default pack, which nothing else
// does before they are used.
func TestOwnTemplates(t *testing.T) {
	for name, e := range Default().templates {
		if err := e.parsed().try(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
