package dataset_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"adhere/dataset"
)

// told is what is read from a file, an answer a line.
func told(t *testing.T, name, text string) string {
	t.Helper()
	a, err := dataset.ReadResponses(t.Context(), name, inMemory(name, text))
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, x := range a.List {
		fmt.Fprintf(&b, "%s|%s|%s|%s|%d|%s\n", x.ID, x.Key, x.Prompt, x.Model, x.Attempt, x.Text)
	}
	for _, w := range a.Warnings {
		b.WriteString("! " + w + "\n")
	}
	return b.String()
}

// TestShapes reads answers as other programs record them.
func TestShapes(t *testing.T) {
	const sample = `{"id":7,"epoch":2,"input":"Say hi.","target":"","messages":[{"role":"user","content":"Say hi."},{"role":"assistant","content":"hi"}],"output":{"model":"lab/m","choices":[{"message":{"role":"assistant","content":[{"type":"reasoning","reasoning":"hm"},{"type":"text","text":"hi"}]},"stop_reason":"stop"}]},"scores":{}}`
	for _, tt := range []struct{ name, text, want string }{
		{
			"samples.jsonl",
			`{"doc_id":0,"doc":{"key":1000,"prompt":"Say hi.","kwargs":[]},"target":0,"arguments":{"gen_args_0":{"arg_0":"<user>Say hi.","arg_1":{}}},"resps":[["hi","hello"]],"filtered_resps":["hi"],"filter":"none"}` + "\n" +
				`{"doc_id":0,"doc":{"key":1000,"prompt":"Say hi.","kwargs":[]},"target":0,"arguments":{},"resps":[["hi","hello"]],"filtered_resps":["h"],"filter":"strict"}` + "\n" +
				`{"doc_id":1,"doc":{"question":"x"},"arguments":[["Ask x",{}]],"resps":[["y"]]}`,
			"|1000|Say hi.||0|hi\n|1000|Say hi.||1|hello\n||Ask x||0|y\n",
		},
		{"log.json", "{\n \"version\": 2, \"status\": \"success\",\n \"samples\": [" + sample + "]}", "7||Say hi.|lab/m|1|hi\n"},
		{
			"batch.jsonl",
			`{"id":"b1","custom_id":"a","response":{"status_code":200,"request_id":"r","body":{"model":"gpt-x","choices":[{"index":0,"message":{"role":"assistant","content":"one"}},{"index":1,"message":{"role":"assistant","content":"two"}}]}},"error":null}` + "\n" +
				`{"id":"b2","custom_id":"b","response":{"status_code":200,"body":{"model":"gpt-y","output":[{"type":"reasoning","summary":[]},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"three"}]}]}},"error":null}` + "\n" +
				`{"id":"b3","custom_id":"c","response":null,"error":{"code":"expired"}}`,
			"a|||gpt-x|0|one\na|||gpt-x|1|two\nb|||gpt-y|0|three\n! batch.jsonl line 3: no answer is recorded for id c\n",
		},
		{
			"errors.jsonl", strings.Repeat(`{"custom_id":"a","response":null}`+"\n", 7) + strings.Repeat(`{"id":"b","output":null}`+"\n", 2) + `{"id":"c","response":null}`,
			"! errors.jsonl: in 7 lines no answer is recorded: lines 1 (id a), 2 (id a), 3 (id a), 4 (id a), 5 (id a) and 2 more\n" +
				"! errors.jsonl line 10: response is null, which counts as no answer\n! errors.jsonl: in 2 lines output is null, which counts as no answer: lines 8, 9\n",
		},
		{"one.jsonl", `{"id":"a","choices":[{"message":{"role":"assistant","content":"one"}},{"text":"two"}]}`, "a||||0|one\na||||1|two\n"},
		{"quiz.jsonl", `{"id":"a","choices":["A","B"],"response":"A"}`, "a||||0|A\n"},
		{"named.jsonl", `{"id":"a","answer":"gold","response":"said"}` + "\n" + `{"id":"c","prediction":"said"}`, "a||||0|said\nc||||0|said\n"},
		{"answered.jsonl", `{"id":"b","answer":"said"}` + "\n" + `{"id":"c","output":"said"}`, "b||||0|said\nc||||0|said\n"},
		{"gold.jsonl", `{"id":"a","answer":"gold","error":"timeout"}` + "\n" + `{"id":"b","answer":"gold","response":"said"}`, "gold.jsonl line 1: response: missing, and answer, beside response on line 2, may be the right answer"},
		{"byid.json", "{\"a\": \"one\",\n\"b\": \"two\"}", "a||||0|one\nb||||0|two\n"},
		{"listed.json", `[{"name":"a","text":"Hello"}]`, "listed.json record 1: response: missing, expected the answer's text there or in one of output, completion, generation, generated, model_output, answer, prediction; the fields here are name, text"},
		{"long.json", "[" + strings.Repeat(`{"id":"a","attempt":0,"response":"Hello"},`, 2000) + `{"id":"a"}]`, "long.json record 2001: response: missing, expected the answer's text there or in one of output, completion, generation, generated, model_output, answer, prediction; the fields here are id"},
		{"lines.json", `{"name":"a","text":"Hello"}` + "\n" + `{"name":"b","text":"Hi"}`, "lines.json line 1: response: missing, expected the answer's text there or in one of output, completion, generation, generated, model_output, answer, prediction; the fields here are name, text"},
		{"semicolons.csv", "id;answer\na;\"[1,5]; and\"\nb;1,5\n", "a||||0|[1,5]; and\nb||||0|1,5\n"},
		{"commas.csv", "id,answer\na;b,c\n", "a;b||||0|c\n"},
		{
			"results.jsonl", `{"custom_id":"a","result":{"type":"succeeded","message":{"model":"claude-x","content":[{"type":"text","text":"hi"}]}}}` + "\n" + `{"custom_id":"b","result":{"type":"errored"}}`,
			"a|||claude-x|0|hi\n! results.jsonl line 2: no answer is recorded for id b\n",
		},
		{
			"chat.jsonl", `{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Say hi."},{"role":"assistant","content":"hi"}]}` + "\n" +
				`{"id":"s","conversations":[{"from":"human","value":"Again."},{"from":"gpt","value":"hi again"}]}`,
			"||Say hi.||0|hi\ns||Again.||0|hi again\n",
		},
		{
			"trl.jsonl", `{"prompt":[{"role":"user","content":"Say hi."}],"completion":[{"role":"assistant","content":"hi"}]}` + "\n" + `{"id":"p","prompt":[{"role":"user","content":"Again."}],"response":"hi again","model":"m"}`,
			"||Say hi.||0|hi\np||Again.|m|0|hi again\n",
		},
		{"sampled.jsonl", `{"prompt":"Say hi.","outputs":["hi",{"index":1,"text":"hello"}]}`, "||Say hi.||0|hi\n||Say hi.||1|hello\n"},
		{"table.csv", "id,response,kwargs\na,\"{\"\"k\"\": 1}\",[1]\nb,[x],\n", "a||||0|{\"k\": 1}\nb||||0|[x]\n"},
		{"list.json", "[\n{\"id\": \"a\",\n \"response\": \"one\"}, {\"id\": \"b\", \"completion\": \"two\", \"attempt\": 1}]", "a||||0|one\nb||||1|two\n"},
		{"one.json", "{\n\"id\": \"a\",\n \"response\": \"one\"}", "a||||0|one\n"},
		{"table.csv", "\ufeffid,response,attempt,model\na,\"one,\n\"\"two\"\"\",1,m\nb,3,,\n", "a|||m|1|one,\n\"two\"\nb||||0|3\n"},
		{"table.csv", "id,response\na,b,c\n", `table.csv row 2: wrong number of fields`},
		{"log.eval", archive(t, sample), "7||Say hi.|lab/m|1|hi\n"},
		{"log.eval", "PK\x03\x04nothing", "log.eval: expected an archive of samples: zip: not a valid zip file"},
		{
			"promptfoo.json", `{"evalId":"e","results":{"version":3,"results":[` +
				`{"testIdx":0,"prompt":{"raw":"Say hi.","label":"p"},"provider":{"id":"openai:m","label":""},"response":{"output":"hi"},"testCase":{"vars":{}}},` +
				`{"testIdx":1,"prompt":{"raw":"[{\"role\":\"user\",\"content\":\"Say it in JSON.\"}]"},"provider":{"id":"openai:m","label":"m"},"response":{"output":{"say":"hi"}},"testCase":{}},` +
				`{"testIdx":2,"prompt":{"raw":"Fail."},"provider":"m","response":{"error":"429"},"testCase":{}}]},"config":{}}`,
			"||Say hi.|openai:m|0|hi\n||Say it in JSON.|m|0|{\"say\":\"hi\"}\n! promptfoo.json line 3: no answer is recorded for prompt \"Fail.\"\n",
		},
		{"run.json", `{"testRunData":{"testCases":[{"name":"test_case_0","input":"Say hi.","actualOutput":"hi","expectedOutput":"Hi","metricsData":[]}]}}`, "||Say hi.||0|hi\n"},
		{"cases.json", `[{"input":"Say hi.","actual_output":"hi","expected_output":"Hi"}]`, "||Say hi.||0|hi\n"},
		{
			"scenario_state.json", `{"adapter_spec":{"model":"lab/m"},"request_states":[{"instance":{"input":{"text":"Say hi."},"references":[],"id":"id7"},"request":{"model":"lab/m","prompt":"Q: Say hi."},"result":{"success":true,"completions":[{"text":"hi","logprob":0},{"text":"hello"}]}}]}`,
			"id7||Say hi.|lab/m|0|hi\nid7||Say hi.|lab/m|1|hello\n",
		},
		{
			"scenario_state.json", `{"request_states":[{"instance":{"input":{"text":"","messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Say hi."}]},"references":[],"id":"id8"},"train_trial_index":1,"request":{"model":"lab/m","prompt":""},"result":{"success":true,"completions":[{"text":"hi"}]}},` +
				`{"instance":{"input":{"text":"Again."},"id":"id9"},"train_trial_index":0,"request":{"model":"lab/m"},"result":{"success":false,"completions":[],"error":"429"}}]}`,
			"id8||Say hi.|lab/m|1|hi\n! scenario_state.json line 2: no answer is recorded for id id9\n",
		},
		{
			"predictions.json", `{"0":{"origin_prompt":[{"role":"HUMAN","prompt":"Say hi."},{"role":"BOT","prompt":""}],"prediction":"hi","gold":"x"},"10":{"origin_prompt":[{"role":"user","content":"Once more."}],"prediction":"hi"},"2":{"origin_prompt":"Again.","prediction":"hi again"}}`,
			"||Say hi.||0|hi\n||Again.||0|hi again\n||Once more.||0|hi\n",
		},
		{"predicted.json", `{"0":{"origin_prompt":[{"role":"user","content":"Once more."}],"prediction":"hi"}}`, "||Once more.||0|hi\n"},
		{"rounds.jsonl", `{"idx":"0","origin_prompt":[["Say hi."],["Again."]],"prediction":["hi","hi again"],"gold":[null,null]}`, "rounds.jsonl line 1: prediction: expected a string, got a list"},
		{"evalscope.jsonl", `{"index":1,"model":"m","model_output":{"id":"c","model":"m","choices":[{"message":{"role":"assistant","content":"hi"}}]},"messages":[{"role":"user","content":"Say hi."},{"role":"assistant","content":"hi"}],"metadata":{"key":1}}`, "||Say hi.|m|0|hi\n"},
		{"request.jsonl", `{"messages":[{"role":"user","content":"Say hi."}],"response":{"id":"c"}}`, "request.jsonl line 1: response: expected a string, got an object"},
		{"pointer.jsonl", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 624411\n", "pointer.jsonl is a pointer of Git LFS, not the file itself: get that with git lfs pull"},
		{"pointer.csv", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 624411\n", "pointer.csv is a pointer of Git LFS, not the file itself: get that with git lfs pull"},
		{"details.jsonl", `{"doc":{"id":"0","query":"Say hi.","choices":[""]},"model_response":{"input":"<user>","text":["hi","hello"]},"metric":{"em":1}}`, "||Say hi.||0|hi\n||Say hi.||1|hello\n"},
		{"tasks.json", `[{"id":1,"data":{"prompt":"Say hi.","response":"hi"},"annotations":[{"id":5,"result":[]}]}]`, "||Say hi.||0|hi\n"},
		{"records.json", `[{"id":"a","fields":{"instruction":"Say hi.","response":"hi"},"suggestions":{},"responses":{}}]`, "a||Say hi.||0|hi\n"},
		{
			"chat.jsonl", // lm-evaluation-harness, with a chat model: the prompt is a conversation in JSON
			`{"doc_id":0,"doc":{"question":"Say hi."},"arguments":{"gen_args_0":{"arg_0":["[{\"role\": \"system\", \"content\": \"Be brief.\"}, {\"role\": \"user\", \"content\": \"Say hi.\"}]"],"arg_1":{"until":[]}}},"resps":[["hi"]],"filtered_resps":["hi"],"filter":"none"}`,
			"||Say hi.||0|hi\n",
		},
		{"deepeval.csv", "input,actual_output,expected_output,name\nSay it in JSON.,\"{\"\"say\"\":\"\"hi\"\"}\",,\n", "||Say it in JSON.||0|{\"say\":\"hi\"}\n"},
		{"empty.csv", "id,response,answer\na,,gold\nb,said,\n", "a||||0|\nb||||0|said\n"}, // gold is not what the model said
		{"emptier.csv", "input,actual_output,name\nSay nothing.,,\n", "||Say nothing.||0|\n"},
		{"either.csv", "id,response,output\na,,said\n", "a||||0|said\n"},
		{"questions.csv", "question,answer\n\"[1,2]\",three\n", "||[1,2]||0|three\n"},
		{"evaluated.json", `{"test_results":[{"name":"test_case_0","success":true,"input":"Say hi.","actual_output":"hi"}],"test_run_id":"r"}`, "||Say hi.||0|hi\n"},
		{
			"repeated.jsonl", promptfoo(0, 0, "Say hi.", "hi") + promptfoo(1, 0, "Say hi.", "hello") + promptfoo(2, 0, "Again.", "hi again"),
			"||Say hi.|m|0|hi\n||Say hi.|m|1|hello\n||Again.|m|0|hi again\n",
		},
		{
			"completions.jsonl", `{"step":1,"prompt":"Say hi.","completion":"hi","adhere":1,"advantage":0.7}` + "\n" + `{"step":1,"prompt":"Again.","completion":"hi again","adhere":1,"advantage":0}` + "\n" + `{"step":1,"prompt":"Say hi.","completion":"","adhere":0,"advantage":-0.7}`,
			"||Say hi.||0|hi\n||Again.||0|hi again\n||Say hi.||1|\n", // of TRL
		},
		{
			"results.jsonl", strings.Repeat(`{"example_id":0,"prompt":[{"role":"user","content":"Say hi."}],"completion":[{"role":"assistant","content":"hi"}],"answer":"gold","task":"t","reward":1.0,"info":{}}`+"\n", 2),
			"||Say hi.||0|hi\n||Say hi.||1|hi\n", // of verifiers
		},
		{
			"prompts.jsonl", promptfoo(0, 0, "Say hi.", "hi") + promptfoo(0, 1, `[{\"role\":\"system\",\"content\":\"Be brief.\"},{\"role\":\"user\",\"content\":\"Say hi.\"}]`, "hello"),
			"||Say hi.|m|0|hi\n||Say hi.|m|0|hello\n", // answers to two prompts, not two to one
		},
		{
			"thoughts.jsonl", promptfoo(0, 0, "Say hi.", `Thinking: which greeting?\n\nhi`) + promptfoo(1, 0, "Say hi.", `Thinking: again.\n\nhello`),
			"||Say hi.|m|0|Thinking: which greeting?\n\nhi\n||Say hi.|m|1|Thinking: again.\n\nhello\n! thoughts.jsonl: 2 answers begin with \"Thinking:\": promptfoo wrote reasoning before the answer, and both are judged; set showThinking: false for the provider, and run it again\n",
		},
		{"followbench.jsonl", `{"prompt_new":"Say hi.","choices":[{"message":{"content":"hi"}}]}`, "||Say hi.||0|hi\n"},
		{"mtbench.jsonl", `{"question_id":81,"answer_id":"x","model_id":"m","choices":[{"index":0,"turns":["hi","hi again"]}],"tstamp":1.5}`, "81|||m|0|hi again\n"},
		{"arena.jsonl", `{"question_id":"q","answer_id":"x","model_id":"m","choices":[{"index":0,"turns":[{"content":"hi","token_len":1}]},{"index":1,"turns":[{"content":"hello"}]}]}`, "q|||m|0|hi\nq|||m|1|hello\n"},
		{"twice.jsonl", `{"question_id":81,"choices":[{"turns":["a","b"]},{"turns":["c","d"]}]}`, "twice.jsonl line 1: choices: expected one choice where choices have several turns, got 2: give each a line of its own, with attempt"},
		{"arena2.jsonl", `{"uid":"u","model":"m","messages":[{"role":"user","content":"Say hi."},{"role":"assistant","content":{"answer":"hi"}}]}`, "||Say hi.|m|0|hi\n"},
		{"strange.jsonl", `{"messages":[{"role":"user","content":"Say hi."},{"role":"assistant","content":{"said":"hi"}}]}`, "strange.jsonl line 1: messages: the content of the last is an object without text, expected a text or a list of parts"},
		{"wildbench.json", `[{"session_id":"s","chat_history":["Say hi."],"output":["hi"],"generator":"m"}]`, "s|||m|0|hi\n"},
		{"example.jsonl", `{"example":"Say hi.","full_prompt":"<user>Say hi.","instruction":"","predictions":["hi","hello"],"gold":[""],"metrics":{"em":1}}`, "||Say hi.||0|hi\n||Say hi.||1|hello\n"},
		{
			"gemini.jsonl", `{"key":"a","response":{"candidates":[{"content":{"parts":[{"text":"hm","thought":true},{"text":"h"},{"text":"i"}],"role":"model"},"finishReason":"STOP"}],"modelVersion":"gemini-x"}}` + "\n" + `{"key":"b","error":{"code":13,"message":"no"}}`,
			"|a||gemini-x|0|hi\n! gemini.jsonl line 2: no answer is recorded for key b\n",
		},
		{"none.json", `{"version":2,"status":"error","samples":[]}`, "none.json: the file holds no answers, expected a line or a sample for each"},
		{"alpaca.json", `[{"instruction":"Say hi.","output":"hi","generator":"m"}]`, "||Say hi.|m|0|hi\n"},
		{"ragas.csv", "user_input,response\nSay hi.,hi\n", "||Say hi.||0|hi\n"},
		{"io.jsonl", `{"input":"Say hi.","output":"hi"}`, "||Say hi.||0|hi\n"},
		{"split.json", `{"columns":["prompt","response","attempt"],"index":[0,1],"data":[["Say hi.","hi",0],["Say hi.",null,1]]}`, "||Say hi.||0|hi\n! split.json line 2: response is null, which counts as no answer\n"}, // of pandas, W&B and MLflow
		{"table.json", `{"schema":{"fields":[{"name":"index","type":"integer"}],"primaryKey":["index"]},"data":[{"index":0,"prompt":"Say hi.","response":"hi"}]}`, "||Say hi.||0|hi\n"},                                   // of pandas
		{"one.json", `{"prompt":"Say hi.","response":"hi","data":[]}`, "||Say hi.||0|hi\n"},
		{"columns.json", `{"prompt":{"0":"Say hi."},"response":{"0":"hi"}}`, `columns.json: expected rows, got columns or numbered rows, as pandas writes them: use to_json(orient="records")`},
		{"index.json", `{"0":{"prompt":"Say hi.","response":"hi"}}`, `index.json: expected rows, got columns or numbered rows, as pandas writes them: use to_json(orient="records")`},
		{"gaps.csv", ",prompt,response,attempt\n0,Say hi.,hi,0.0\n1,Say hi.,ho,1.0\n", "||Say hi.||0|hi\n||Say hi.||1|ho\n"}, // of pandas, with its index
		{"book.xlsx", "PK\x03\x04\x14\x00", "book.xlsx is a spreadsheet"},
		{"latin.csv", "id;response\na;hi\nb;\"so\nf\xfcr\"\n", "latin.csv row 3: cell 2 is not valid UTF-8"},
		{"blank.csv", "id;response\na;hi\n;\n \t; \nb;\n;\n", "a||||0|hi\nb||||0|\n"},
		{"a.csv.gz", gzipped("id;response\na;hi\n"), "a||||0|hi\n"},
		{"a.jsonl.gz", gzipped(`{"id":"a","response":"hi"}`), "a||||0|hi\n"},
		{"a.jsonl.zst", "\x28\xb5\x2f\xfd\x00", "a.jsonl.zst is compressed: unpack it, or name it .gz if gzip packed it"},
		{"utf16.csv", "\xff\xfep\x00,\x00", "utf16.csv is in UTF-16, as Windows often writes: save it as UTF-8"},
		{"promptfoo.csv", "question,answer,[openai:gpt-4o] Say {{question}}\nSay hi.,hi,[FAIL] Expected output to equal hi\n", "promptfoo.csv row 2: response: missing: in promptfoo's CSV, answers stand behind its marks; give its JSON, promptfoo eval -o results.json"},
		{
			"traces.jsonl", strings.Repeat(verifiersEpisode(`{"parent":0,"message":{"role":"assistant","content":"hi","reasoning_content":"hm"},"sampled":true}`), 2) +
				verifiersEpisode(`{"parent":0,"message":{"role":"assistant","content":"As before."},"sampled":false}`),
			"||Say hi.|m|0|hi\n||Say hi.|m|1|hi\n! traces.jsonl line 3: no answer is recorded for prompt \"Say hi.\"\n",
		},
		{"agents.jsonl", `{"task":{"data":{"prompt":"Say hi."}},"traces":[{},{}]}`, "agents.jsonl line 1: traces: expected that of one agent, got 2: which of them answers is not known; write a line with prompt and response for each"},
		{
			"healthbench_m_allresults.json", `{"score":0.5,"metrics":{},"htmls":[""],"convos":[[]],"metadata":{"example_level_metadata":[{"score":0.5,"prompt":[{"role":"user","content":"Say hi."}],"completion":[{"content":"hi","role":"assistant"}],"prompt_id":"p","completion_id":"c"}]}}`,
			"p||Say hi.||0|hi\n",
		},
		{"said.jsonl", `{"id":"a","input":[{"role":"user","content":"Say it in JSON."}],"output":"{\"answer\":\"hi\"}"}`, "a||Say it in JSON.||0|{\"answer\":\"hi\"}\n"},
		{"object.jsonl", `{"id":"a","input":"Say hi.","output":{"say":"hi"}}`, "object.jsonl line 1: output: expected a string, got an object"},
		{"short.json", `{"columns":["id","response"],"data":[["a","hi"],["b"]]}`, "short.json: row 2 has 1 cell, expected 2 as there are columns"},
		{"tabs.csv", "\"id\"\t\"response\"\na\t\"one, two\"\n", "a||||0|one, two\n"}, // of Label Studio
		{"promptfoo.yaml", "evalId: e\nresults:\n  version: 3\n  results:\n    - prompt: {raw: Say hi., label: p}\n      provider: {id: m, label: ''}\n      response: {output: hi}\n      testCase: {vars: {}}\n", "||Say hi.|m|0|hi\n"},
		{
			"langfuse.jsonl", `{"id":"o1","trace_id":"t","session_id":"s","input":{"messages":[{"role":"system","content":"Be brief."},{"role":"user","content":"Say hi."}]},"output":{"role":"assistant","content":"hi"},"model":"m"}` + "\n" +
				`{"id":"o2","input":"[{\"role\":\"user\",\"content\":\"Again.\"}]","output":"{\"role\":\"assistant\",\"content\":\"hi again\"}"}` + "\n" +
				`{"id":"o3","input":[{"role":"user","content":"Once more."}],"output":null}`,
			"o1||Say hi.|m|0|hi\no2||Again.||0|hi again\n! langfuse.jsonl line 3: no answer is recorded for id o3\n",
		},
		{
			"langsmith.jsonl", `{"id":"r1","run_type":"llm","inputs":{"messages":[{"role":"user","content":"Say hi."}],"model":"m"},"outputs":{"choices":[{"message":{"role":"assistant","content":"hi"}}]}}` + "\n" +
				`{"id":"r2","run_type":"chain","inputs":{"question":"Again."},"outputs":{"answer":"hi again"}}` + "\n" +
				`{"id":"r4","inputs":{"question":"Fail."},"outputs":null,"error":"429"}` + "\n" +
				`{"id":"r5","inputs":{"messages":[{"role":"user","content":"Last."}]},"outputs":{"messages":[{"role":"user","content":"Last."},{"role":"assistant","content":"bye"}]}}`,
			"r1||Say hi.||0|hi\nr2||Again.||0|hi again\nr5||Last.||0|bye\n! langsmith.jsonl line 3: no answer is recorded for id r4\n",
		},
		{"rows.parquet", rows(t), "a||||0|one\nb||||1|two\n"},
		{"rows.parquet", "PAR1 and no more", "rows.parquet: "},
	} {
		if got := told(t, tt.name, tt.text); got != tt.want && (!strings.HasSuffix(tt.want, ": ") || !strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s:\n%s\nwant\n%s", tt.name, got, tt.want)
		}
	}
}

// promptfoo is a line of its results.
func promptfoo(test, prompt int, asked, said string) string {
	return fmt.Sprintf(`{"testIdx":%d,"promptIdx":%d,"prompt":{"raw":"%s","label":"p"},"provider":{"id":"m","label":""},"response":{"output":"%s"},"testCase":{"vars":{}}}`+"\n", test, prompt, asked, said)
}

// verifiersEpisode is a line of its traces, whose last message is this node.
func verifiersEpisode(last string) string {
	return `{"id":"e","task":{"type":"T","data":{"idx":0,"prompt":"Say hi.","answer":"gold"},"key":"0"},"ok":true,"traces":[{"id":"t","agent":{"config":{"model":"m"}},"nodes":[{"message":{"role":"user","content":"Say hi."},"sampled":false},` + last + `],"rewards":{"r":{"score":1.0,"weight":1.0}}}]}` + "\n"
}

// archive is a log of inspect, compressed as it compresses.
func archive(t *testing.T, sample string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for name, text := range map[string]string{"header.json": "{}", "samples/7_epoch_2.json": sample} {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zstd.ZipMethodWinZip})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func rows(t *testing.T) string {
	t.Helper()
	type row struct {
		ID       string `parquet:"id"`
		Response string `parquet:"response"`
		Attempt  int64  `parquet:"attempt"`
		Model    *string
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, []row{{"a", "one", 0, nil}, {"b", "two", 1, nil}}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestInstructionsFromTables reads instructions as data hubs serve them.
func TestInstructionsFromTables(t *testing.T) {
	const name = "tasks.csv"
	set, err := dataset.Read(t.Context(), "tasks", name, dataset.Options{Files: inMemory(name, "id,prompt,requirements\na,Say hi.,\"[{\"\"id\"\":\"\"1\"\",\"\"text\"\":\"\"says hi\"\"}]\"\n")})
	if err != nil {
		t.Fatal(err)
	}
	if all := load(t, set); len(all) != 1 || all[0].ID != "a" || all[0].Requirements[0].Text != "says hi" {
		t.Errorf("%+v", all)
	}
}

// TestFormatsInOtherContainers holds that what a benchmark's file is does not depend
// on a byte order mark, or on keys that a table has as texts.
func TestFormatsInOtherContainers(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       dataset.Format
	}{
		{"tasks.json", "\ufeff" + `[{"id":"a","prompt":"Say hi.","requirements":["It says hi."]}]`, dataset.Own},
		{"tasks.csv", "key,prompt,instruction_id_list,kwargs\n1,Say hi.,\"[\"\"punctuation:no_comma\"\"]\",[{}]\n", dataset.IFEval},
	} {
		set, err := dataset.Read(t.Context(), "tasks", c.name, dataset.Options{Files: inMemory(c.name, c.text)})
		if err != nil || set.Format != c.want {
			t.Errorf("%s: %+v, %v", c.name, set, err)
		}
	}
}

// FuzzContainers: a file of any kind is read, or refused by its name.
func FuzzContainers(f *testing.F) {
	for _, s := range []string{"PAR1", "PK\x03\x04", "[{}]", `{"samples":[{"id":1,"epoch":1,"input":[],"output":{}}]}`, "id,response\na,b", `{"doc":{},"resps":[[]]}`, `{"custom_id":1,"response":{"body":{"output":[{}]}}}`, `{"messages":[{}]}`, `{"results":{"results":[{"prompt":{},"testCase":{}}]}}`, `{"request_states":[{"instance":{},"request":{}}]}`} {
		f.Add("data.json", s)
		f.Add("data.csv", s)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		name = "data" + name
		_, err := dataset.ReadResponses(t.Context(), name, inMemory(name, text))
		if err != nil && !strings.Contains(err.Error(), filepath.Base(name)) {
			t.Errorf("%q", err)
		}
	})
}

// TestEvalsLog holds that who brings a log of OpenAI's evals is told what to do.
func TestEvalsLog(t *testing.T) {
	if got := told(t, "evals.jsonl", `{"spec":{"completion_fns":["m"],"run_id":"r"}}`); !strings.Contains(got, "line 1: spec: logs of OpenAI's evals") || !strings.Contains(got, "sampling") {
		t.Error(got)
	}
}

func gzipped(text string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text)) // a buffer takes everything
	_ = z.Close()
	return b.String()
}
