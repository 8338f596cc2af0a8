package replies

import (
	"cmp"
	"encoding/json"

	"adhere"
)

// Usage is what a reply says that it used, in tokens. Calls, Money and Time are for
// others to fill in.
type Usage struct {
	adhere.Usage
	Created int  // of the prompt's tokens, those that the provider's cache took in
	Odd     bool // something else is said, which cannot be believed
}

// ReadUsage reads a usage as any of the formats writes it; some servers write it as
// several do. It is false for what is no object.
func ReadUsage(raw []byte) (Usage, bool) {
	var said usage
	_ = said.UnmarshalJSON(raw) // which never fails
	return said.Usage, said.given
}

// Larger returns the larger of two, number by number: what is said in a stream is
// added up, and an event leaves out what stands in another.
func (u Usage) Larger(v Usage) Usage {
	return Usage{adhere.Usage{
		In: max(u.In, v.In), Cached: max(u.Cached, v.Cached), Out: max(u.Out, v.Out), Thought: max(u.Thought, v.Thought),
	}, max(u.Created, v.Created), u.Odd || v.Odd}
}

// None reports whether it does not say what was used.
func (u Usage) None() bool { return u.Usage == adhere.Usage{} && u.Created == 0 }

// usage is a member that may hold a usage.
type usage struct {
	Usage
	named bool // the member is there
	given bool // it is an object
}

// UnmarshalJSON never fails: what is no usage is odd.
func (u *usage) UnmarshalJSON(b []byte) error {
	var in struct {
		Prompt     Count   `json:"prompt_tokens"` // OpenAI's chat completions
		Completion Count   `json:"completion_tokens"`
		PromptOf   details `json:"prompt_tokens_details"`
		ReplyOf    details `json:"completion_tokens_details"`
		Total      Count   `json:"total_tokens"`
		Reasoning  Count   `json:"reasoning_tokens"`        // SGLang's
		Hit        Count   `json:"prompt_cache_hit_tokens"` // DeepSeek's
		In         Count   `json:"input_tokens"`            // OpenAI's Responses, and Anthropic's Messages, which leave out what is cached
		Out        Count   `json:"output_tokens"`
		InOf       details `json:"input_tokens_details"`
		OutOf      details `json:"output_tokens_details"`
		Read       Count   `json:"cache_read_input_tokens"`
		Created    Count   `json:"cache_creation_input_tokens"`
	}
	u.named = true
	if string(b) == "null" {
		return nil
	}
	if u.Odd = json.Unmarshal(b, &in) != nil; u.Odd {
		return nil
	}
	u.given = true
	for _, n := range []Count{in.Prompt, in.Completion, in.In, in.Out, in.Read, in.Created} {
		u.Odd = u.Odd || n.Odd
	}
	u.Created = in.Created.N
	u.In = cmp.Or(in.Prompt.N, in.In.N+in.Read.N+in.Created.N)
	u.Out = cmp.Or(in.Completion.N, in.Out.N)
	u.Cached = min(u.In, max(in.PromptOf.V.Cached.N, in.InOf.V.Cached.N, in.Hit.N, in.Read.N))
	u.Thought = max(in.ReplyOf.V.Reasoning.N, in.OutOf.V.Reasoning.N, in.OutOf.V.Thinking.N, in.Reasoning.N)
	if apart := in.Total.N - u.In - u.Out; apart > 0 && in.Read.N+in.Created.N == 0 && (u.Thought == apart || u.Thought == 0) {
		u.Out, u.Thought = u.Out+apart, apart // reasoning that xAI, and Gemini in OpenAI's format, count in the total only
	}
	u.Thought = min(u.Out, u.Thought)
	return nil
}

type details = Lenient[struct {
	Cached    Count `json:"cached_tokens"`
	Reasoning Count `json:"reasoning_tokens"`
	Thinking  Count `json:"thinking_tokens"` // Anthropic's
}]

// use takes over what is said of the usage, if anything is.
func (r *Reply) use(said usage) {
	if said.given || said.Odd {
		r.Usage = r.Usage.Larger(said.Usage)
	}
}
