package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"adhere/model/modeltest"
)

// A picky model refuses the parameters that reasoning models refuse, and all that
// its provider does not know, in the provider's words.
type picky struct {
	spec    string
	format  modeltest.Format
	refuses []refusal
	fields  string   // what a body may hold beside what is refused
	unknown string   // how the provider words that a field has no meaning to it
	said    []string // of the parameters of an evaluation
}

// A refusal is what a provider says to a request that holds a part.
type refusal struct{ part, message string }

// pickyModels has one of each wire format, and Bedrock's words for OpenAI's.
var pickyModels = []picky{
	{"openai-api/local/m", modeltest.OpenAI, []refusal{
		{`"temperature":`, "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported."},
		{`"max_tokens":`, "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."},
		{`"stop":`, "Unsupported parameter: 'stop' is not supported with this model."},
		{`"top_p":`, "Unsupported parameter: 'top_p' is not supported with this model."},
	}, "model messages max_completion_tokens stream stream_options", "Unrecognized request argument supplied: %s", []string{"temperature was left out", "stop was left out"}},
	{"bedrock/openai.gpt-oss-120b", modeltest.OpenAI, []refusal{
		{`"temperature":`, "This model doesn't support the temperature field. Remove temperature and try again."},
		{`"max_tokens":`, "This model doesn't support the maxTokens field. Remove maxTokens and try again."},
		{`"max_completion_tokens":`, "This model doesn't support the maxTokens field. Remove maxTokens and try again."},
		{`"stop":`, "This model doesn't support the stopSequences field. Remove stopSequences and try again."},
		{`"top_p":`, "This model doesn't support the topP field. Remove topP and try again."},
	}, "model messages stream stream_options", "extraneous key [%s] is not permitted", []string{"temperature was left out", "max_tokens was left out", "stop was left out"}},
	{"openai-responses/m", modeltest.Responses, []refusal{
		{`"temperature":`, "Unsupported parameter: 'temperature' is not supported with this model."},
		{`"stop":`, "Unknown parameter: 'stop'."},
		{`"seed":`, "Unknown parameter: 'seed'."},
		{`"max_tokens":`, "Unsupported parameter: 'max_tokens'. In the Responses API, this parameter has moved to 'max_output_tokens'."},
		{`"max_output_tokens":`, "Unsupported parameter: 'max_output_tokens' is not supported with this model."},
		{`"reasoning":`, "Unsupported parameter: 'reasoning.effort' is not supported with this model."},
	}, "model input store stream text", "Unknown parameter: '%s'.", []string{"temperature was left out", "stop was left out", "max_tokens was left out"}},
	{"anthropic/claude-next", modeltest.Anthropic, []refusal{
		{`"temperature":`, "`temperature` is deprecated for this model."},
		{`"top_p":`, "`top_p` is deprecated for this model."},
		{`"top_k":`, "`top_k` is deprecated for this model."},
		{`"stop_sequences":`, "`stop_sequences` is not supported for this model."},
		{`"type":"enabled"`, `"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`},
	}, "model system messages max_tokens stream thinking tools tool_choice", "%s: Extra inputs are not permitted", []string{"temperature and top_k were left out", "stop was left out", "the model decides itself how much it reasons", "reasoning_effort was left out"}},
	{"google/gemma-3-27b-it", modeltest.Gemini, []refusal{
		{`"systemInstruction":`, "Developer instruction is not enabled for models/gemma-3-27b-it"},
		{`"responseMimeType":`, "JSON mode is not enabled for models/gemma-3-27b-it"},
		{`"temperature":`, "Unable to submit request because temperature is not supported by this model."},
		{`"maxOutputTokens":`, "Unable to submit request because the model does not support the maxOutputTokens parameter. Remove it and try again."},
		{`"topP":`, "Unable to submit request because topP is not supported by this model."},
		{`"stopSequences":`, "Unable to submit request because the model does not support the stopSequences parameter. Remove it and try again."},
		{`"thinkingLevel":`, "Thinking level is not supported for this model."},
		{`"thinkingBudget":`, "Thinking budget is not supported for this model."},
	}, "contents systemInstruction generationConfig generationConfig.seed", `Invalid JSON payload received. Unknown name "%s" at 'generation_config': Cannot find field.`, []string{"the system message was put before the first question", "temperature was left out", "max_tokens was left out", "stop was left out"}},
}

// objection returns what the provider says to a request that holds what it
// refuses, or what it does not know; "" if there is no such thing.
func (p *picky) objection(body []byte) string {
	for _, r := range p.refuses {
		if strings.Contains(string(body), r.part) {
			return r.message
		}
	}
	return p.stranger(body, "")
}

// stranger returns what the provider says to the first field of a body that it
// does not know.
func (p *picky) stranger(body []byte, above string) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(body, &members) != nil {
		return "the body is no JSON object"
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(strings.Fields(p.fields), above+name) {
			return fmt.Sprintf(p.unknown, name)
		}
		if name != "generationConfig" {
			continue
		}
		if said := p.stranger(members[name], name+"."); said != "" {
			return said
		}
	}
	return ""
}

// serve starts a server of the model and returns its base URL.
func (p *picky) serve(t *testing.T) string {
	stub := &modeltest.Stub{Reply: pickyReply}
	stub.Plan = func(a *modeltest.Asked) modeltest.Behaviour {
		if said := p.objection(a.Body); said != "" {
			return modeltest.Behaviour{Status: http.StatusBadRequest, Kind: "invalid_request_error", Message: said}
		}
		return modeltest.Behaviour{}
	}
	server := httptest.NewServer(stub)
	t.Cleanup(server.Close)
	return server.URL + "/v1"
}

func pickyReply(a *modeltest.Asked) string {
	switch {
	case strings.Contains(a.Prompt(), "Say of each to which of the categories"):
		return "1: Number of Words in response"
	case strings.Contains(a.Prompt(), "Examine them."):
		return "1: fine\nmissing: nothing"
	case strings.Contains(a.Prompt(), "Context:"):
		return "Task: Write about tea.\nContext:\nConstraints:\n1. Use at most 50 words."
	case strings.Contains(a.Prompt(), "List the constraints"):
		return "1. Write about tea."
	case strings.Contains(a.Prompt(), "Corrected response:"):
		return "Tea and coffee"
	case strings.Contains(a.Prompt(), "onstraint"):
		return "Final Answer: Constraint followed"
	case strings.Contains(a.Prompt(), "drinks"):
		return "Tea, coffee"
	default:
		return "ok"
	}
}

// pickyFiles are what the commands below read.
var pickyFiles = map[string]string{
	"requests.jsonl": `{"id":"a","prompt":"Write about tea in at most 50 words."}`,
	"tasks.jsonl": `{"id":"a","prompt":"Say a.","requirements":[{"id":"1","rule":{"name":"ifeval/punctuation:no_comma"}}]}
{"id":"b","prompt":"Say b.","requirements":[{"id":"1","rule":{"name":"ifeval/punctuation:no_comma"}}]}`,
	"judged.jsonl": `{"id":"a","prompt":"Say one.","requirements":[{"id":"1","text":"Says one."}]}`,
	"r.jsonl":      `{"id":"a","response":"one"}`,
}

// TestRefusedParameters holds that every command finishes with a model that
// refuses what it is sent, whatever its wire format: what is refused is left out.
func TestRefusedParameters(t *testing.T) {
	t.Parallel()
	const judged = "score judged.jsonl --responses r.jsonl --judge MODEL --judge-base-url URL "
	commands := map[string]struct{ args, want string }{ // no argument holds a space
		"eval":      {"eval tasks.jsonl --model MODEL --base-url URL --system Briefly. --temperature 0 --max-tokens 50 --stop END --seed 7 --top-p 0.5 --top-k 3 --reasoning-effort low --thinking-budget 2000 --attempts 2 --json", `"failed": 0`},
		"judge":     {judged + "--strategy constraint", "constraint_acc    100.0%"},
		"samples":   {judged + "--judge-samples 2 --strategy constraint", "constraint_acc    100.0%"},
		"refined":   {"eval tasks.jsonl --model MODEL --base-url URL --refine decrim --critic self --decomposer self --max-iterations 1 --temperature 0 --quiet", " 2 items"},
		"sampled":   {"eval tasks.jsonl --model MODEL --base-url URL --refine best_of_n --critic rules --max-iterations 2 --quiet", " 2 items"},
		"refine":    {"refine --text Pour. --requirement Name-the-tea. --model MODEL --base-url URL", ""},
		"decompose": {"decompose --text Write-about-tea. --model MODEL --base-url URL --protocol constraints", "tea"},
		"build":     {"build decompose requests.jsonl --out set --model MODEL --base-url URL", "decompose "},
	}
	for _, p := range pickyModels {
		t.Run(p.spec, func(t *testing.T) {
			t.Parallel()
			dir, url := t.TempDir(), p.serve(t)
			for name, text := range pickyFiles {
				check(t, os.WriteFile(filepath.Join(dir, name), []byte(text+"\n"), 0o600))
			}
			run := func(name, args string) (string, error) {
				cmd := exec.Command("adhere", strings.Fields(strings.NewReplacer("MODEL", p.spec, "URL", url).Replace(args))...)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "ADHERE_DB="+filepath.Join(dir, name+".db"), "NO_COLOR=1")
				out, err := cmd.CombinedOutput()
				return string(out), err
			}
			for name, c := range commands {
				out, err := run(name, c.args)
				if err != nil || !strings.Contains(out, c.want) {
					t.Errorf("%s: %v: %s", name, err, out)
				}
				if missing := slices.DeleteFunc(slices.Clone(p.said), func(said string) bool { return strings.Contains(out, said) }); name == "eval" && len(missing) > 0 {
					t.Errorf("not said: %q: %s", missing, out)
				}
			}
			out, err := run("field", `eval tasks.jsonl --model MODEL --base-url URL --extra-body {"colour":1} --max-connections 1`)
			if err == nil || !strings.Contains(out, "does not take colour: leave it out of --extra-body") || strings.Contains(out, "2 failed") {
				t.Errorf("a field that no model takes does not end the run at the first item: %v: %s", err, out)
			}
			p.behindAGateway(t, "--upstream", pickyModels[0].serve(t), "--judge", p.spec, "--decomposer", p.spec, "--judge-base-url", url)
			if p.format != modeltest.Gemini { // the gateway has no such route
				p.behindAGateway(t, "--upstream", url, "--judge", "self", "--decomposer", "self")
			}
		})
	}
}

// behindAGateway has a gateway list the demands on an answer, check it and correct it.
func (p *picky) behindAGateway(t *testing.T, upstream ...string) {
	_, base := startGateway(t, append(upstream, "--strategy", "decrim", "--keys", filepath.Join(t.TempDir(), "keys.json"))...)
	path, turn := "/chat/completions", `"messages":[{"role":"user","content":"List drinks."}]`
	switch {
	case !slices.Contains(upstream, "self"):
	case p.format == modeltest.Responses:
		path, turn = "/responses", `"input":"List drinks."`
	case p.format == modeltest.Anthropic:
		path, turn = "/messages", `"max_tokens":50,`+turn
	}
	const demands = `"Do not use commas.","Answer in at most 3 words.",{"text":"The answer names drinks that are served hot."}`
	resp, err := http.Post(base+"/v1"+path, "application/json", strings.NewReader(`{"model":"m",`+turn+`,"adhere":{"constraints":[`+demands+`]}}`))
	check(t, err)
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	check(t, err)
	if resp.Header.Get("X-Adhere-Met") != "3" || !strings.Contains(string(said), `"Tea and coffee"`) {
		t.Errorf("%v: %s, met %s: %s", upstream, resp.Status, resp.Header.Get("X-Adhere-Met"), said)
	}
}
