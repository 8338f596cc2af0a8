package reasoning

import (
	"bufio"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What models and servers leave around an answer, and the answer.
func TestMarks(t *testing.T) {
	const answer = "Roses are red,\nviolets are blue."
	for name, text := range map[string]string{
		"[THINK]":              "[THINK]Let me see, twice.[/THINK]" + answer,
		"kimi":                 "◁think▷hm, hm◁/think▷" + answer,
		"seed":                 "<seed:think>hm\n</seed:think>\n" + answer,
		"reasoning tag":        "<reasoning>\nhm\n</reasoning>\n\n" + answer,
		"thought tag":          "<thought>hm</thought>" + answer,
		"command":              "<|START_THINKING|>hm<|END_THINKING|><|START_RESPONSE|>" + answer + "<|END_RESPONSE|>",
		"sky":                  "<|begin_of_thought|>\nhm\n<|end_of_thought|>\n\n<|begin_of_solution|>\n" + answer + "\n<|end_of_solution|>",
		"gpt-oss":              "<|channel|>analysis<|message|>hm, hm<|end|><|start|>assistant<|channel|>final<|message|>" + answer + "<|return|>",
		"gpt-oss, two":         "<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>" + answer,
		"gpt-oss, no end":      "<|channel|>analysis<|message|>hm<|start|>assistant<|channel|>final<|message|>" + answer,
		"gpt-oss, only final":  "<|channel|>final<|message|>" + answer + "<|return|>",
		"gpt-oss, marks lost":  "analysisThe user wants a poem.assistantfinal" + answer,
		"llama":                answer + "<|eot_id|>",
		"llama, opening":       "assistant\n\n" + answer,
		"llama, header":        "<|start_header_id|>assistant<|end_header_id|>\n\n" + answer + "<|eot_id|>",
		"chatml":               answer + "<|im_end|>\n",
		"chatml, opening":      "<|im_start|>assistant\n" + answer + "<|im_end|>",
		"chatml, words only":   "assistant\n" + answer,
		"chatml, think":        "<|im_start|>assistant\n<think>\nhm\n</think>\n\n" + answer + "<|im_end|>",
		"gemma":                answer + "<end_of_turn>\n<eos>",
		"mistral":              answer + "</s>",
		"deepseek":             answer + "<｜end▁of▁sentence｜>",
		"cut opening":          "hm, hm\n[/THINK]\n" + answer,
		"cut opening, seed":    "hm, hm\n</seed:think>\n" + answer,
		"end of thinking only": "[/THINK]" + answer,
		"exaone":               "<thought>\nhm\n</thought>\n\n" + answer + "[|endofturn|]",
		"exaone, opening":      "[|assistant|]" + answer + "[|endofturn|]",
		"minimax":              "<think>hm</think>\n" + answer + "[e~[",
		"minimax, opening":     "]~b]ai\n<think>hm</think>\n" + answer + "[e~[",
		"nemotron":             "<think></think>" + answer + "<SPECIAL_12>",
		"granite":              "Here is my thought process: hm, hm\n\nHere is my response: " + answer,
		"glm, next turn":       answer + "<|user|>",
		"minimax m3":           "<mm:think>hm</mm:think>" + answer,
		"minimax m3, cut":      "hm, hm\n</mm:think>\n" + answer,
		"minimax m3, end only": "</mm:think>" + answer,
		"longcat":              "<longcat_think>\nhm\n</longcat_think>\n" + answer,
		"longcat, cut":         "hm, hm.</longcat_think>\n" + answer,
		"k2 horizon":           "<ifm|think_fast>hm</ifm|think_fast>" + answer,
		"k2 horizon, cut":      "hm, hm.\n</ifm|think>\n" + answer,
		"k2 horizon, fast":     "hm, hm.\n</ifm|think_fast>\n" + answer,
		"gemma 4":              "<|turn>model\n<|channel>thought\nhm<channel|>" + answer + "<turn|>",
		"gemma 4, cut":         "hm, hm.\n<channel|>" + answer,
		"gemma 4, no thought":  "<|channel>thought\n<channel|>" + answer,
		"apertus":              "<|inner_prefix|>hm<|inner_suffix|>" + answer + "<|assistant_end|>",
		"solar":                "<|think:start|>hm<|think:end|>" + answer,
		"solar, cut":           "hm, hm.<|think:end|>" + answer,
		"kimi k3":              "<|open|>think<|sep|>hm<|close|>think<|sep|><|open|>response<|sep|>" + answer + "<|close|>response<|sep|><|close|>message<|sep|><|end_of_msg|>",
		"inkling":              "<|message_model|><|content_thinking|>hm<|end_message|><|message_model|><|content_text|>" + answer + "<|end_message|><|content_model_end_sampling|>",
	} {
		got, _, notes := split(text)
		if got != answer || len(notes) == 0 {
			t.Errorf("%s: %q gave %q (%q)", name, text, got, notes)
		}
	}
	for _, text := range []string{
		"[THINK] and no end", "<seed:think>for ever", "<reasoning>a, b", "<|channel|>analysis<|message|>hm, hm<|end|>",
	} {
		if got, reasoning, _ := split(text); got != "" || reasoning == "" {
			t.Errorf("%q: answer %q, reasoning %q", text, got, reasoning)
		}
	}
}

// TestLeftInAnswers holds that what may be asked for stays in an answer, with a
// warning.
func TestLeftInAnswers(t *testing.T) {
	for text, want := range map[string]string{
		"<think>hm</think>\n<answer>Roses are red.</answer>": "<answer>Roses are red.</answer>",
		"Assistant: Roses are red.":                          "Assistant: Roses are red.",
	} {
		got, _, notes := split(text)
		if got != want || !strings.Contains(strings.Join(notes, ";"), "left in it") {
			t.Errorf("%q became %q (%q)", text, got, notes)
		}
	}
}

// What an answer rightly holds stays.
func TestMarksInsideAnswers(t *testing.T) {
	for _, text := range []string{
		"Use <|im_end|> to end a turn in ChatML.",
		"The tag <reasoning> opens it, and </reasoning> closes it.",
		"assistant\nhelper\naide\n",
		"assistant professors teach.\nThey write too.",
		"analysis: this is the final part.",
		"analysis and assistants",
		"<s>struck</s>",
		"This is <s>wrong</s>",
		"[x] done\n[ ] open",
		"<b>bold</b>",
		"a < b > c",
		"Write [THINK] on the board.",
		"<thoughts>x</thoughts>",
		"\"quoted\" <end>",
		"Here is my thought process: first I count, then I write.",
		"<scene>\n<thought of=\"Ann\">I must go.</thought>\n</scene>",
		"Tea warms.<|end|>\n<|user|>\nAnd coffee?",
		"Tea warms.<|end_message|>\n<|message_user|>And coffee?",
		"A list: [a|b]", "f <| g |> h", "x[e~[1]]",
	} {
		if got, _, notes := split(text); got != text || notes != nil {
			t.Errorf("%q became %q (%q)", text, got, notes)
		}
	}
}

// TestMarksOnRecordedAnswers goes over every answer in the public data, where
// there is any: none of them holds a mark, so none may change.
func TestMarksOnRecordedAnswers(t *testing.T) {
	dir := os.Getenv("ADHERE_DATA")
	if dir == "" {
		t.Skip("ADHERE_DATA is not set: measured where the public data is")
	}
	seen := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".jsonl" {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 16<<20)
		for lines.Scan() {
			var row map[string]any
			if json.Unmarshal(lines.Bytes(), &row) != nil {
				continue
			}
			for _, field := range []string{"response", "output", "reply"} {
				text, _ := row[field].(string)
				if strings.TrimSpace(text) == "" {
					continue
				}
				seen++
				if got, _, notes := split(text); got != text || notes != nil {
					t.Errorf("%s: %.80q became %.80q (%q)", filepath.Base(path), text, got, notes)
				}
			}
		}
		return lines.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d answers", seen)
}
