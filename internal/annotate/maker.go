package annotate

import (
	"strings"

	"adhere/internal/lazyregexp"
)

// makers are names by which answers give away who made them.
var makers = lazyregexp.New(`(?i)\b(?:i am|i'm|i’m|my name is|as|called|trained by|developed by|created by|made by|built by|from)\s+(?:an? |the )?(?:ai |language model |large language model |assistant |model |chatbot )*(?:named |called |by |from |trained by |developed by |created by |made by )*` +
	`(openai|chatgpt|gpt-?[0-9][\w.]*|anthropic|claude|google|deepmind|gemini|bard|gemma|palm|meta ai|meta|llama|alpaca|vicuna|mistral|mixtral|qwen|tongyi|alibaba|deepseek|cohere|command r|grok|xai|microsoft|copilot|phi-?[0-9]|baidu|ernie|zhipu|chatglm|glm|moonshot|kimi|yi|falcon|olmo|nemotron|nova|amazon|apple|ibm|granite)\b`)

// NamesMaker returns the words by which an answer says who made it, empty
// where it does not: "I'm Claude", "trained by OpenAI", or the model's own
// name. Such answers are not blind; analysis may leave them out.
func NamesMaker(text, model string) string {
	if m := makers.FindString(text); m != "" {
		return strings.Join(strings.Fields(m), " ")
	}
	if name := model[strings.LastIndexByte(model, '/')+1:]; gives(text, model) {
		return name
	}
	return ""
}

// gives reports whether a text holds a model's name.
func gives(text, model string) bool {
	name := strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	return len(name) > 3 && strings.Contains(strings.ToLower(text), name)
}
