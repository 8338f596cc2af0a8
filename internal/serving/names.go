package serving

// The names of metrics and attributes, after OpenTelemetry's conventions for
// HTTP and for generative models where those have one. Prometheus wants
// underscores and the unit.
const (
	metricRequests = "http_server_requests_total"
	metricDuration = "http_server_request_duration_seconds"
	metricOpen     = "http_server_active_requests"

	// Tokens that requests used upstream, by type (input, output) and model.
	MetricTokens = "gen_ai_client_token_usage_total"
	// Seconds of calls to a model, by operation and model.
	MetricOperation = "gen_ai_client_operation_duration_seconds"
	// Seconds until the first token of a streamed reply.
	MetricFirstToken = "gen_ai_server_time_to_first_token_seconds"
	// US dollars that requests cost.
	MetricCost = "adhere_cost_usd_total"

	// EventEvaluation is one verdict, as a log record.
	EventEvaluation = "gen_ai.evaluation.result"

	AttrEvaluationName        = "gen_ai.evaluation.name"        // what was judged
	AttrEvaluationScore       = "gen_ai.evaluation.score.value" // a number
	AttrEvaluationLabel       = "gen_ai.evaluation.score.label" // met, not_met, unsure
	AttrEvaluationExplanation = "gen_ai.evaluation.explanation" // why
	AttrProvider              = "gen_ai.provider.name"          // openai
	AttrResponseID            = "gen_ai.response.id"            // of the reply
	AttrKey                   = "adhere.key.name"               // whose key it was
)
