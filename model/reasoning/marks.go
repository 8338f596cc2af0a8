package reasoning

import (
	"slices"
	"strings"

	"adhere/internal/lazyregexp"
)

// This file lists what current models and servers leave in a reply that is not
// part of the answer. It is the only such list; what is here goes for answers
// that are generated, recorded, checked and passed on alike.

// A tag is what a block of reasoning starts with and ends with.
type tag struct {
	start, end string // without an end the mark stands alone
	first      bool   // counts only at the very start
}

// tags are looked for where an answer begins.
var tags = [...]tag{
	{start: "<think>", end: "</think>"},                         // DeepSeek R1, Qwen 3, QwQ, Magistral by some servers
	{start: "<thinking>", end: "</thinking>"},                   // prompts in the style of Anthropic
	{start: "<thought>", end: "</thought>"},                     // Gemini by its compatible endpoint
	{start: "<reasoning>", end: "</reasoning>"},                 // fine-tunes
	{start: "<seed:think>", end: "</seed:think>"},               // Seed-OSS
	{start: "[THINK]", end: "[/THINK]"},                         // Magistral
	{start: "◁think▷", end: "◁/think▷"},                         // Kimi-VL
	{start: "<|START_THINKING|>", end: "<|END_THINKING|>"},      // Command A Reasoning
	{start: "<|begin_of_thought|>", end: "<|end_of_thought|>"},  // Sky-T1, OpenThinker
	{start: "<unused94>", end: "<unused95>"},                    // MedGemma
	{start: "<|channel|>analysis<|message|>", end: "<|end|>"},   // gpt-oss
	{start: "<|channel|>commentary<|message|>", end: "<|end|>"}, //
	{start: "<|start|>assistant"},                               //
	{start: "<|channel|>final<|message|>"},                      //
	{start: "<|START_RESPONSE|>"},                               //
	{start: "<|begin_of_solution|>"},                            //
	{start: "</think>", first: true},                            // servers that cut the block but for its end
	{start: "[/THINK]", first: true},                            //
	{start: "◁/think▷", first: true},                            //
	{start: "</seed:think>", first: true},                       //
	{start: "</thinking>", first: true},
	{start: "</reasoning>", first: true},

	{start: "<mm:think>", end: "</mm:think>"},
	{start: "</mm:think>", first: true},                 // MiniMax M3
	{start: "<longcat_think>", end: "</longcat_think>"}, // LongCat
	{start: "<ifm|think>", end: "</ifm|think>"},         // K2 Horizon, at three efforts
	{start: "<ifm|think_fast>", end: "</ifm|think_fast>"},
	{start: "<ifm|think_faster>", end: "</ifm|think_faster>"},
	{start: "<|channel>thought", end: "<channel|>"},      // Gemma 4
	{start: "<|inner_prefix|>", end: "<|inner_suffix|>"}, // Apertus
	{start: "<|think:start|>", end: "<|think:end|>"},     // Solar Open 2
	{start: "<|open|>think<|sep|>", end: "<|close|>think<|sep|>"},
	{start: "<|open|>response<|sep|>"}, // Kimi K3
	{start: "<|message_model|>"},
	{start: "<|content_thinking|>", end: "<|end_message|>"},
	{start: "<|content_text|>"}, // Inkling
}

// endMark ends a turn in a chat template; a server that does not know a model's
// own leaves it in the text. Most are a word between <| and |>.
var endMark = lazyregexp.New(`(?:<[|｜][\pL\pN_▁]{1,40}[|｜]>|` + // Llama 3, ChatML, Phi, gpt-oss, Command, GLM, DeepSeek
	`\[\|[a-z_]{1,40}\|\]|` + // EXAONE
	`<end_of_turn>|<turn\|>|<eos>|` + // Gemma
	`\[/s\]|</s>|` + // Llama 2, Mistral
	`<SPECIAL_\d{1,4}>|\[e~\[)$`) // Nemotron, MiniMax

// longestMark is more bytes than any end mark has.
const longestMark = 200

// openings begin an assistant's turn in chat templates.
var openings = [...]string{
	"<|start_header_id|>assistant<|end_header_id|>", "<|im_start|>assistant", "<|assistant|>", "<start_of_turn>model",
	"<｜Assistant｜>", "<|header_start|>assistant<|header_end|>", "<s>", "<bos>", "<|begin_of_text|>",
	"<|turn>model", "[|assistant|]", "]~b]ai", "<SPECIAL_11>Assistant", "<|start_of_role|>assistant<|end_of_role|>",
}

const (
	graniteThinks = "Here is my thought process:"
	bareSpeaker   = "Assistant:"
)

// leftIn names what an answer has that is probably no part of it, and may have
// been asked for.
func leftIn(answer string, reasoned bool) string {
	body := strings.TrimSpace(answer)
	switch {
	case strings.HasPrefix(body, bareSpeaker):
		return "\"Assistant:\" at the start of the text was left in it"
	case reasoned && strings.HasPrefix(body, "<answer>") && strings.HasSuffix(body, "</answer>"):
		return "<answer> tags around the text were left in it"
	}
	return ""
}

// marked reports, quickly, whether a text may hold any of these marks.
func marked(text string) bool {
	body := strings.TrimSpace(text)
	if body == "" {
		return false
	}
	switch body[0] {
	case '<', '[', ']', "◁"[0]:
		return true
	case 'a', 'A', 'H':
		if strings.HasPrefix(body, "assistant") || strings.HasPrefix(body, "analysis") || strings.HasPrefix(body, bareSpeaker) || strings.HasPrefix(body, graniteThinks) {
			return true
		}
	}
	switch body[len(body)-1] {
	case '>', ']', '[':
		return true
	}
	parts := []string{"</think", "[/THINK]", "◁/think▷", "think>", "</ifm|", "<channel|>", "</reasoning>", "</thought>", "<|"}
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(body, part) })
}

// closings are end marks of several pieces, of Kimi K3.
var closings = [...]string{"<|close|>response<|sep|>", "<|close|>message<|sep|>"}

// cutEndMarks takes end marks off the end of a text.
func cutEndMarks(text string) (string, bool) {
	body, cut := text, false
	for {
		trimmed := strings.TrimRight(body, space)
		if trimmed == "" || strings.IndexByte(">][", trimmed[len(trimmed)-1]) < 0 { // no mark ends otherwise
			break
		}
		from := max(0, len(trimmed)-longestMark)
		from += max(0, strings.LastIndexAny(trimmed[from:len(trimmed)-1], "<[")) // where a mark begins, and holds no other
		mark := endMark.FindString(trimmed[from:])
		for _, closing := range closings {
			if strings.HasSuffix(trimmed, closing) {
				mark = closing
			}
		}
		rest := strings.TrimSuffix(trimmed, mark)
		if mark == "" || mark == "</s>" && strings.Contains(rest, "<s>") { // struck-through text
			break
		}
		body, cut = rest, true
	}
	if !cut {
		return text, false
	}
	return strings.TrimRight(body, space), true
}

// cutOpening takes the opening of an assistant's turn off a text.
func cutOpening(text string) (string, bool) {
	body, cut := strings.TrimLeft(text, space), false
	for again := true; again; {
		again = false
		for _, mark := range openings {
			if rest, ok := strings.CutPrefix(body, mark); ok && (mark != "<s>" || !strings.Contains(rest, "</s>")) {
				body, again, cut = strings.TrimLeft(rest, space), true, true
			}
		}
	}
	if rest, ok := bareOpening(body); ok {
		return rest, true
	}
	return body, cut
}

// bareOpening takes off a first line that is only the word "assistant", which
// is left of a header without its marks. A list of single words may begin so.
func bareOpening(body string) (string, bool) {
	first, rest, ok := strings.Cut(body, "\n")
	if !ok || strings.TrimRight(first, " \t\r:") != "assistant" || strings.TrimSpace(rest) == "" {
		return body, false
	}
	second, _, _ := strings.Cut(rest, "\n")
	if second = strings.TrimSpace(second); second != "" && !strings.Contains(second, " ") {
		return body, false
	}
	return strings.TrimLeft(rest, space), true
}

// cutChannels parts a reply in channels, whose marks a server may have dropped:
// the last final channel is the answer, and all before is reasoning.
func cutChannels(text string) (reasoning, answer string, ok bool) {
	const final = "<|channel|>final<|message|>"
	body := strings.TrimLeft(text, space)
	if i := strings.LastIndex(body, final); i >= 0 && (strings.HasPrefix(body, "<|channel|>") || strings.HasPrefix(body, "<|start|>")) {
		before := strings.NewReplacer("<|channel|>analysis<|message|>", "", "<|channel|>commentary<|message|>", "", "<|start|>assistant", "", "<|end|>", "").Replace(body[:i])
		return strings.TrimSpace(before), strings.TrimLeft(body[i+len(final):], space), true
	}
	if rest, began := strings.CutPrefix(body, "analysis"); began {
		if before, after, found := strings.Cut(rest, "assistantfinal"); found {
			return strings.TrimSpace(before), strings.TrimLeft(after, space), true
		}
	}
	if rest, began := strings.CutPrefix(body, graniteThinks); began {
		if before, after, found := strings.Cut(rest, "Here is my response:"); found {
			return strings.TrimSpace(before), strings.TrimLeft(after, space), true
		}
	}
	return "", "", false
}
