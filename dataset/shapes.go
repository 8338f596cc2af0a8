package dataset

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"adhere/internal/rawjson"
)

// Answers come in the shapes of the programs that recorded them. Each of these
// takes what it knows out of a line, or says that the line is not its own.
// Several answers of a line are attempts, from the number that it has.
type shape func(o *object) (a Answer, texts []string, ok bool)

func shapes() []shape {
	return []shape{lmEval, inspectSample, batchOutput, messageBatch, geminiBatch, promptfooResult, testCase, requestState, details, oldDetails, openCompass, rollout, episode, tracedCall, promptTurns, turnsSoFar, chatTurns, listed, completion}
}

// part reads a field as an object; nil if it is none.
func (o *object) part(field string) *object {
	raw := members(o.raw[field])
	if raw == nil {
		return nil
	}
	return &object{place: o.place, line: o.line, path: o.path + field + ".", raw: raw, err: o.err}
}

// row is the row of a table that a task of Label Studio or a record of Argilla
// holds; any other object is one itself.
func (o *object) row() *object {
	if in := o.part("data"); in != nil && (o.raw["annotations"] != nil || o.raw["predictions"] != nil) {
		return in
	}
	if in := o.part("fields"); in != nil && o.raw["suggestions"] != nil {
		if in.raw["id"] == nil {
			in.raw["id"] = o.raw["id"]
		}
		return in
	}
	return o
}

// lmEval reads a line of lm-evaluation-harness's samples_*.jsonl: the document
// is the benchmark's own line, resps the model's answers.
func lmEval(o *object) (a Answer, texts []string, ok bool) {
	doc := o.part("doc")
	if doc == nil || o.raw["resps"] == nil {
		return a, nil, false
	}
	a = Answer{
		ID: cmp.Or(doc.name("id"), followBenchID(doc)), Key: doc.name("key"), Prompt: cmp.Or(quietText(doc.raw["prompt"]), quietText(doc.raw["instruction"])), Input: quietText(doc.raw["input"]),
	}
	if a.ID == "" && a.Key == "" && a.Prompt == "" {
		a.Prompt = firstArgument(o)
	}
	var requests [][]string
	o.into("resps", "a list of lists of strings", &requests)
	return a, slices.Concat(requests...), true
}

// firstArgument is the prompt that was put to the model; in a conversation,
// which is JSON in a list of one, what the user said last.
func firstArgument(o *object) string {
	if calls := o.part("arguments"); calls != nil {
		if call := calls.part("gen_args_0"); call != nil {
			if chat := elements(call.raw["arg_0"]); len(chat) == 1 {
				return lastOf(turnsIn([]byte(quietText(chat[0]))), "user")
			}
			return quietText(call.raw["arg_0"])
		}
	}
	var list [][]json.RawMessage
	if json.Unmarshal(o.raw["arguments"], &list) == nil && len(list) > 0 && len(list[0]) > 0 {
		return quietText(list[0][0])
	}
	return ""
}

// quietText is a string, or nothing where the value is none.
func quietText(raw json.RawMessage) string {
	s, _ := rawjson.Text(raw)
	return s
}

// inspectSample reads a sample of a log of inspect. Its epochs are attempts.
func inspectSample(o *object) (a Answer, texts []string, ok bool) {
	output := o.part("output")
	if output == nil || o.raw["epoch"] == nil || o.raw["input"] == nil {
		return a, nil, false
	}
	a = Answer{ID: o.name("id"), Prompt: quietText(o.raw["input"]), Model: output.text("model"), Attempt: max(0, o.count("epoch")-1)}
	a.counted = kind(o.raw["id"]) == "a number" // as inspect gives where the data set has no ids
	if a.Prompt == "" {
		a.Prompt = lastOf(turnsIn(o.raw["input"]), "user")
	}
	var choices []struct {
		Message turn `json:"message"`
	}
	output.into("choices", "a list of choices", &choices)
	for _, c := range choices {
		texts = append(texts, c.Message.text())
	}
	if len(texts) > 1 { // only the first is the sample's
		texts = texts[:1]
	}
	return a, texts, true
}

// batchOutput reads a line of OpenAI's batch output, for chat completions,
// completions and responses.
func batchOutput(o *object) (a Answer, texts []string, ok bool) {
	if o.raw["custom_id"] == nil || o.raw["response"] == nil {
		return a, nil, false
	}
	a.ID = o.name("custom_id")
	response := o.part("response")
	if response == nil {
		return a, nil, true
	}
	body := response.part("body")
	if body == nil {
		return a, nil, true
	}
	a.Model = quietText(body.raw["model"])
	texts, _ = body.choices()
	if said := turnsIn(body.raw["output"]); len(said) > 0 {
		texts = append(texts, lastOf(said, "assistant"))
	}
	return a, texts, true
}

// choices returns the answers in the reply of a chat or completions endpoint,
// and the turns before them where a choice has several, as in MT-Bench.
func (o *object) choices() (texts, earlier []string) {
	var choices []struct {
		Message *turn           `json:"message"`
		Text    *string         `json:"text"`
		Turns   json.RawMessage `json:"turns"`
	}
	if json.Unmarshal(o.raw["choices"], &choices) != nil {
		return nil, nil
	}
	for _, c := range choices {
		if turns := textsIn(c.Turns); len(turns) > 0 {
			earlier, texts = turns[:len(turns)-1], append(texts, turns[len(turns)-1])
		} else if c.Message != nil {
			texts = append(texts, c.Message.text())
		} else if c.Text != nil {
			texts = append(texts, *c.Text)
		}
	}
	if len(earlier) > 0 && len(texts) > 1 {
		o.fail("choices", fmt.Sprintf("expected one choice where choices have several turns, got %d: give each a line of its own, with attempt", len(texts)))
	}
	return texts, earlier
}

// completion reads the reply of such an endpoint that stands beside an id.
func completion(o *object) (a Answer, texts []string, ok bool) {
	if slices.ContainsFunc(answerNames(), o.has) {
		return a, nil, false
	}
	texts, earlier := o.choices()
	a = o.recorded()
	a.Earlier = earlier
	return a, texts, len(texts) > 0
}

// messageBatch reads a line of the results of Anthropic's message batches.
func messageBatch(o *object) (a Answer, texts []string, ok bool) {
	result := o.part("result")
	if o.raw["custom_id"] == nil || result == nil {
		return a, nil, false
	}
	a.ID = o.name("custom_id")
	if message := result.part("message"); message != nil {
		a.Model = quietText(message.raw["model"])
		texts = append(texts, turn{Content: message.raw["content"]}.text())
	}
	return a, texts, true
}

// geminiBatch reads a line of the results of Gemini's batches, without the
// parts that are thoughts.
func geminiBatch(o *object) (a Answer, texts []string, ok bool) {
	response := o.part("response")
	if o.raw["key"] == nil || o.raw["error"] == nil && (response == nil || response.raw["candidates"] == nil) {
		return a, nil, false
	}
	a.Key = o.name("key")
	if response == nil {
		return a, nil, true
	}
	a.Model = quietText(response.raw["modelVersion"])
	var candidates []struct {
		Content struct {
			Parts []struct {
				Text    string
				Thought bool
			}
		}
	}
	response.into("candidates", "a list of candidates", &candidates)
	for _, c := range candidates {
		var b strings.Builder
		for _, p := range c.Content.Parts {
			if !p.Thought {
				b.WriteString(p.Text)
			}
		}
		texts = append(texts, b.String())
	}
	return a, texts, true
}

// promptfooResult reads a result of promptfoo.
func promptfooResult(o *object) (a Answer, texts []string, ok bool) {
	prompt, response := o.part("prompt"), o.part("response")
	if prompt == nil || o.raw["testCase"] == nil {
		return a, nil, false
	}
	a.Prompt = quietText(prompt.raw["raw"])
	if turns := turnsIn([]byte(a.Prompt)); len(turns) > 0 {
		a.Prompt = lastOf(turns, "user")
	}
	a.Model = quietText(o.raw["provider"])
	if provider := o.part("provider"); provider != nil {
		a.Model = cmp.Or(quietText(provider.raw["label"]), quietText(provider.raw["id"]))
	}
	if response == nil || !response.has("output") {
		return a, nil, true
	}
	text := quietText(response.raw["output"])
	if kind(response.raw["output"]) != "a string" { // promptfoo parses answers in JSON
		text = string(response.raw["output"])
	}
	return a, []string{text}, true
}

// testCase reads a test case of DeepEval.
func testCase(o *object) (a Answer, texts []string, ok bool) {
	for _, field := range []string{"actualOutput", "actual_output"} {
		if kind(o.raw[field]) == "a string" {
			return Answer{Prompt: quietText(o.raw["input"])}, []string{o.text(field)}, true
		}
	}
	return a, nil, false
}

// requestState reads a request of HELM's scenario_state.json. Its trials, and the
// completions of each, are attempts.
func requestState(o *object) (a Answer, texts []string, ok bool) {
	instance, request := o.part("instance"), o.part("request")
	if instance == nil || request == nil {
		return a, nil, false
	}
	a = Answer{ID: instance.name("id"), Model: quietText(request.raw["model"])}
	if input := instance.part("input"); input != nil {
		a.Prompt = cmp.Or(quietText(input.raw["text"]), lastOf(turnsIn(input.raw["messages"]), "user"))
	}
	if result := o.part("result"); result != nil {
		texts = textsIn(result.raw["completions"])
	}
	a.Attempt = o.count("train_trial_index") * len(texts)
	return a, texts, true
}

// details reads a row of LightEval's details. The number of a document there
// counts rows, and names nothing.
func details(o *object) (a Answer, texts []string, ok bool) {
	doc, response := o.part("doc"), o.part("model_response")
	if doc == nil || response == nil {
		return a, nil, false
	}
	return Answer{Prompt: quietText(doc.raw["query"])}, textsIn(response.raw["text"]), true
}

// oldDetails reads a row of the details of LightEval before 0.10.
func oldDetails(o *object) (a Answer, texts []string, ok bool) {
	if o.raw["example"] == nil || o.raw["full_prompt"] == nil {
		return a, nil, false
	}
	return Answer{Prompt: quietText(o.raw["example"])}, textsIn(o.raw["predictions"]), true
}

// openCompass reads a prediction of OpenCompass. Its number counts rows, and
// names nothing.
func openCompass(o *object) (a Answer, texts []string, ok bool) {
	if o.raw["origin_prompt"] == nil || o.raw["prediction"] == nil {
		return a, nil, false
	}
	prompt := cmp.Or(quietText(o.raw["origin_prompt"]), lastOf(turnsIn(o.raw["origin_prompt"]), "user"))
	return Answer{Prompt: prompt}, []string{o.text("prediction")}, true
}

// rollout reads a row of what TRL's trainers log of completions, or of the results
// of verifiers. Rows with one prompt are attempts.
func rollout(o *object) (a Answer, texts []string, ok bool) {
	if !o.isRollout() {
		return a, nil, false
	}
	if a, texts, ok = promptTurns(o); ok {
		return a, texts, true
	}
	return o.recorded(), []string{o.text("completion")}, true
}

func (o *object) isRollout() bool {
	scored := o.raw["advantage"] != nil || o.raw["reward"] != nil && o.raw["example_id"] != nil
	return scored && o.has("prompt") && o.has("completion") && !o.has("attempt")
}

// episode reads an episode of verifiers' traces.jsonl, as version 0.4 writes it.
// Its messages are nodes, and the last one is the answer if the model gave it.
// Episodes of one task are attempts.
func episode(o *object) (a Answer, texts []string, ok bool) {
	traces := elements(o.raw["traces"])
	task := o.part("task")
	if task == nil || traces == nil {
		return a, nil, false
	}
	if data := task.part("data"); data != nil {
		a = Answer{ID: data.name("id"), Prompt: cmp.Or(quietText(data.raw["prompt"]), lastOf(turnsIn(data.raw["prompt"]), "user"))}
	}
	if len(traces) > 1 {
		o.fail("traces", fmt.Sprintf("expected that of one agent, got %d: which of them answers is not known; write a line with prompt and response for each", len(traces)))
	}
	for _, trace := range traces {
		var t struct {
			Agent struct{ Config struct{ Model string } }
			Nodes []struct {
				Message turn
				Sampled bool
			}
		}
		if json.Unmarshal(trace, &t) != nil || len(t.Nodes) == 0 {
			continue
		}
		a.Model = t.Agent.Config.Model
		last := t.Nodes[len(t.Nodes)-1]
		if text := last.Message.text(); last.Sampled && text != "" { // a call of a tool has none
			texts = []string{text}
		}
	}
	return a, texts, true
}

// tracedCall reads a call as services that trace programs export it: Langfuse's
// input and output, LangSmith's inputs and outputs, which are messages or objects
// that hold these or a text.
func tracedCall(o *object) (a Answer, texts []string, ok bool) {
	for _, s := range []string{"", "s"} {
		in, out := o.raw["input"+s], o.raw["output"+s]
		if in == nil || out == nil {
			continue
		}
		a = o.recorded()
		a.Prompt, a.Input = saidIn(in, "user", append([]string{"messages", "input"}, promptNames()...)), ""
		if a.Prompt == "" || quietText(in) == a.Prompt && kind(out) != "an object" {
			continue // or texts alone, which are a line of our own
		}
		if string(out) == "null" {
			return a, nil, true
		}
		text := saidIn(out, "assistant", append([]string{"messages"}, answerNames()...))
		if text == "" {
			texts, _ = (&object{raw: members(out), err: o.err}).choices()
			return a, texts, len(texts) > 0
		}
		return a, []string{text}, true
	}
	return a, nil, false
}

// saidIn returns what somebody said last, in a text, a message, a list of messages,
// or the first of the named fields that has one of these.
func saidIn(raw json.RawMessage, who string, names []string) string {
	if raw == nil {
		return ""
	}
	turns := turnsIn(inText(raw))
	if one := members(inText(raw)); one["role"] != nil && one["content"] != nil {
		turns = turnsIn(slices.Concat([]byte("["), inText(raw), []byte("]")))
	}
	text := cmp.Or(lastOf(turns, who), quietText(raw))
	for _, name := range names {
		text = cmp.Or(text, saidIn(members(raw)[name], who, nil))
	}
	return text
}

// promptTurns reads a line whose prompt is a conversation, as training data and
// logs of calls have it; its answer is the next turn, or text.
func promptTurns(o *object) (a Answer, texts []string, ok bool) {
	turns := turnsIn(o.raw["prompt"])
	if len(turns) == 0 {
		return a, nil, false
	}
	a = o.recorded()
	a.Prompt = lastOf(turns, "user")
	for _, field := range answerFields() {
		if said := turnsIn(o.raw[field]); len(said) > 0 {
			return a, []string{lastOf(said, "assistant")}, true
		}
		if text := quietText(o.raw[field]); text != "" {
			return a, []string{text}, true
		}
	}
	return a, nil, true
}

// listed reads a line with several answers to one prompt, as servers that
// sample write them: a list of texts, or of objects that hold one.
func listed(o *object) (a Answer, texts []string, ok bool) {
	for _, field := range []string{"outputs", "responses", "completions", "generations"} {
		if kind(o.raw[field]) == "a list" {
			return o.recorded(), textsIn(o.raw[field]), true
		}
	}
	for _, field := range answerFields() { // a list there is one of texts alone
		if areTexts(elements(o.raw[field])) {
			return o.recorded(), textsIn(o.raw[field]), true
		}
	}
	return a, nil, false
}

func areTexts(list []json.RawMessage) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(one json.RawMessage) bool { return kind(one) != "a string" })
}

// recorded is what the fields of a line say of its answers.
func (o *object) recorded() Answer {
	a := Answer{Key: o.name("key"), Input: quietText(o.raw["input"]), Attempt: o.attempt()}
	for _, name := range []string{"id", "instruction_id", "main_id", "system_id", "question_id", "session_id", "prompt_id"} {
		a.ID = cmp.Or(a.ID, o.name(name))
	}
	a.ID = cmp.Or(a.ID, followBenchID(o))
	a.Model = o.text("model")
	for _, name := range []string{"generator", "model_id", "infer_model"} {
		a.Model = cmp.Or(a.Model, quietText(o.raw[name]))
	}
	for _, name := range promptNames() {
		a.Prompt = cmp.Or(a.Prompt, quietText(o.raw[name]))
	}
	return a
}

// textsIn returns the texts of a list of texts, or of objects that hold one.
func textsIn(list json.RawMessage) (texts []string) {
	for _, one := range elements(list) {
		text := quietText(one)
		if part := members(one); part != nil {
			text = cmp.Or(quietText(part["text"]), quietText(part["content"]))
		}
		texts = append(texts, text)
	}
	return texts
}

// answerFields are the names under which lines of our own shape, and those of
// data hubs, have the answer.
func answerFields() []string {
	return []string{"response", "output", "completion", "generation", "generated", "model_output"}
}

// answerNames has what an answer is called only where nothing else can be meant:
// an answer may be the right one.
func answerNames() []string { return append(answerFields(), "answer", "prediction") }

// promptNames are the names under which lines have the prompt: its own, that of
// FollowBench's program, and those that tables of questions and answers use.
func promptNames() []string {
	return []string{"prompt", "prompt_new", "instruction", "question", "query", "user_input"}
}

// asked is the prompt of a row, which must be a text.
func (o *object) asked() string {
	for _, name := range promptNames() {
		if o.has(name) {
			return o.text(name)
		}
	}
	return ""
}
