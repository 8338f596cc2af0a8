package algebra

import "testing"

// TestSchemaFaults names the same fault of the same text every time, and what is wrong
// there: a model that is to repair it reads nothing else.
func TestSchemaFaults(t *testing.T) {
	for _, c := range []struct{ schema, text, want string }{
		{`{"properties":{"a":{"type":"string"},"b":{"type":"string"},"c":{"type":"string"}}}`, `{"c":1,"b":2,"a":3}`, "/a (type)"},
		{`{"required":["city","day"]}`, `{"town":3,"day":1}`, "/ (required city)"},
		{`{"properties":{"town":{}},"additionalProperties":false}`, `{"x":1,"y":2}`, "/ (additionalProperties)"},
		{`{"properties":{"n":{"items":{"enum":[1,2]}}}}`, `{"n":[1,7]}`, "/n/1 (enum)"},
	} {
		s, err := compileSchema(c.schema)
		if err != nil {
			t.Fatal(err)
		}
		for range 30 {
			if err := s.check(c.text); err == nil || err.Error() != "JSON that breaks the schema at "+c.want {
				t.Fatalf("%s against %s: %v, want the fault %s", c.text, c.schema, err, c.want)
			}
		}
	}
}
