package main

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"

	"adhere/internal/cli"
)

// TestCommandsOfManifests holds that what the manifests start are commands and
// flags of this program.
func TestCommandsOfManifests(t *testing.T) {
	started := regexp.MustCompile(`(?m)^\s*(?:command|args): (\[.*\])`)
	for _, name := range []string{"compose.yaml", "deploy/compose-workers.yaml", "deploy/kubernetes/worker.yaml"} {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		found := started.FindAllSubmatch(text, -1)
		if len(found) == 0 {
			t.Errorf("%s starts nothing", name)
		}
		for _, match := range found {
			var args []string
			if err := yaml.Unmarshal(match[1], &args); err != nil {
				t.Fatal(name, err)
			}
			started, rest, err := newProgram(&cli.Program{}).root().Find(args)
			if err == nil {
				err = started.ParseFlags(rest)
			}
			if err != nil || !started.Runnable() {
				t.Errorf("%s: adhere %s: %v", name, strings.Join(args, " "), err)
			}
		}
	}
}

// TestValuesOfTheChart holds that the schema of the chart knows every value that
// values.yaml explains, and refuses others.
func TestValuesOfTheChart(t *testing.T) {
	const chart = "../../deploy/helm/adhere-worker/"
	schema, err := jsonschema.NewCompiler().Compile(chart + "values.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(chart + "values.yaml")
	if err != nil {
		t.Fatal(err)
	}
	check := func(text string) error {
		var values any
		if err := yaml.Unmarshal([]byte(text), &values); err != nil {
			t.Fatal(err)
		}
		plain, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		if values, err = jsonschema.UnmarshalJSON(strings.NewReader(string(plain))); err != nil {
			t.Fatal(err)
		}
		return schema.Validate(values)
	}
	if err := check(string(text)); err != nil {
		t.Error(err)
	}
	for _, bad := range []string{"sendkey: true", "keda: {enable: true}", "queue: it's", "secret: 123", "pull: ifeval", "connections: 0"} {
		if check(bad) == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
