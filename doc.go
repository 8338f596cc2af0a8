// Package adhere measures how well language models follow instructions, and
// makes them follow better. It holds the words that the whole program shares:
// Instruction, Requirement, Demand, Task, Subject, Answer, Trace, Response,
// Judge, Verdict, Record, Metric, Summary, Plan, Run and Error. It imports
// nothing of ours.
//
// One idea joins everything: a requirement is decided by a verdict. Rules,
// models and people give verdicts of one kind, and every metric is arithmetic
// on them.
//
//	dataset ──► prompt ──► model ──► Response ──► verify (code)  ┐
//	                                              judge (model)  ├──► Verdict ──► metric ──► report
//	                                              people         ┘
//
// # A tour, bottom up
//
// What an answer must meet, and where it comes from:
//
//	dataset             reads benchmark files and our own JSONL into Instructions; recorded answers, verdicts and replies; downloads pinned by hash
//	dataset/parquet     has dataset read Parquet, and writes verdicts so; apart, since its library takes long to compile
//	prompt              the texts put to models: templates, embedded, versioned, replaceable by a prompt pack
//	model               asks language models: a file per wire format, and wrappers with one job each: cache, retry, limit, budget
//	model/batch         carries calls in providers' batches, at half the price, and finds them again after a crash
//	model/modeltest     a scripted server, fakes, record and replay, and the suite that every model passes
//
// Who decides:
//
//	verify              decides requirements by code: a checker is a pure function from a text to a Finding
//	verify/parity       text as official evaluators read it: words, white space, case
//	verify/punkt        sentences as NLTK's Punkt finds them
//	verify/treebank     words and punctuation as NLTK's word_tokenize finds them
//	verify/langid       which language a text is in, the same answer every time
//	verify/ifeval       the checkers of IFEval
//	verify/followbench  the rules of FollowBench
//	verify/ifbench      the checkers of IFBench
//	verify/ifrlvr       the checkers of IF-RLVR beside those of IFEval
//	verify/complexbench  the rules of ComplexBench, about parts of answers
//	verify/mifeval      the checkers of M-IFEval: those of IFEval in Spanish, French and Japanese, and what only these have
//	verify/multiif      the checkers of Multi-IF that count by language
//	verify/extra        reading level, personal data, secrets, script, copied passages
//	verify/algebra      checks as expressions over units, selections, measures and relations; printed in English and read back
//	verify/english      reads requirements in plain English as such checks, or says that it cannot
//	verify/ruling       cases and rulings: a requirement or rule and a text in, a finding out
//	verify/suites       the list of all suites
//	verify/sample       draws demands that code decides: rules, words that say them, texts that meet and break them
//	judge               asks a model: one file per protocol of a paper; juries; recorded replies
//
// What it adds up to:
//
//	metric              arithmetic on Records: accuracies, levels, agreement, intervals, paired comparison, correction
//	bench               one short file per benchmark, joining the parts above
//	retrieve            passages for a query: by words, by vectors, by both
//	training            what is learned from: preferences and examples, each once and without contradictions, with a page about them
//	refine              drafts, critiques, rewrites and ranks answers: DeCRIM and its relatives; training data out of it
//	build               makes data sets, with the yield of each step: prompts with demands that code decides, requests out of conversations, their decomposition, levels of difficulty, questions for writing sessions
//	run                 carries out a Plan: order, concurrency, resume, stop
//	eval                an evaluation as a value, from its Spec to its result, over a store that may be memory; for the command and for programs of your own
//	database            keeps runs and model calls as the command does, for programs of your own
//	eval/check          prompts held to requirements, for CI: a file of prompts, models and tests; the gate against a baseline
//	report              text, JSON, CSV, Markdown, JUnit, HTML
//	report/chart        draws charts as SVG
//
// What holds it together:
//
//	internal/gateway    an OpenAI-compatible proxy that checks answers against what the request demands, and has them repaired
//	internal/gateway/recorded  what a gateway keeps of requests: stored, judged again, shown on pages
//	internal/store      the only SQL: calls, runs, items and records in SQLite or PostgreSQL
//	internal/browse     what pages ask a store of runs for
//	internal/postgres   outlasts a PostgreSQL server that is away for a while
//	internal/jobs       spreads the parts of runs over workers on many machines: a queue in PostgreSQL
//	internal/workers    many machines carry out one run: workers, the queue they take parts from, watching them
//	internal/runfile    runs as files, to be carried from one machine to another; shards and their merge
//	internal/store/powercut  shows in tests what a power cut would leave of a database
//	internal/store/servertest  makes PostgreSQL databases for tests
//	internal/accounts   who may use the pages: people, roles, passwords, sessions, invitations, and the audit log
//	internal/identity   has people sign in at an identity provider (OpenID Connect)
//	internal/annotate   people as judges: campaigns, protocols, who labels what, and what they agree on
//	internal/annotate/material  what campaigns make work of: answers of runs or of files
//	internal/writing    a person and a model write an answer together over documents; every turn is kept
//	internal/writing/edits   what an edit changed, what of it nobody asked for, and whether it did as it was told, by code
//	internal/writing/study   what sessions show: kinds, ratings, errors, lengths; judges of edits against people; training data
//	internal/writing/papers  reads papers and notes, JSON to PDF, cut into paragraphs
//	internal/writing/collect  the work of a lead, for command and pages: documents, sets, questions, progress
//	internal/sets       what made data sets come from and go to: files, and folders with a card
//	internal/jsonl      files of one JSON object a line
//	internal/lazyregexp  regular expressions, compiled when they are first used
//	internal/redact     takes keys out of what servers send back
//	internal/plural     counts things in words
//	internal/near       the names that somebody may have meant
//	internal/worddiff   how one text became another, word by word
//	internal/serving    what every listening service shares: keys, limits, budgets, metrics, traces, a graceful end
//	internal/web        the pages: runs down to each verdict, campaigns in which people label, accounts
//	internal/reward     serves the findings of checks in batches, for training loops
//	internal/cli        the frame of the command: settings and precedence, checks of flags and files, output, exit codes
//	internal/cli/stores  opens the databases of runs that flags name
//	internal/cli/asking  opens the models that flags name; counts what asking will take
//	internal/cli/evaluations  makes the spec of an evaluation of flags, carries it out, writes what came of it
//	internal/cli/services  starts and ends what listens
//	internal/settings   reads values of flags from files: adhere.yaml, specs, .env
//	internal/userfile   files that the user names: what is wrong with them, and writing them whole
//	internal/progress   shows how far a piece of work is, in place or in lines
//	internal/benchdata  finds the public data that known-answer tests read
//	internal/demandsets measures how demands are read, on sets that people labelled; a command of its own
//
// The command is in cmd/adhere: one file per subcommand, wired by the frame in
// internal/cli, which also prints. cmd/demo evaluates the starter suite by the
// library alone, which compiles in a third of the time. cmd/modelstub is a scripted model server for
// trying things out and for measurements. The folder python holds the wheel: a
// small module over adhere verify --jsonl.
//
// # One recorded answer, from its file to a number
//
// Once for all answers:
//
//	eval.New                   plans the evaluation: data, recorded answers, judges
//	dataset.ReadResponses      reads the file of answers
//	dataset.Match              gives every answer its instruction
//	model.NewRecorded          is the subject: it finds the answer and sets reasoning apart
//
// Then every answer crosses these, nine deep where its checker is called; a
// test holds the list to what is really crossed:
//
//	eval.Evaluation.Run        begins the run or goes on with it
//	eval.Evaluation.Do         does what is to be done of the plan
//	eval.Evaluation.CarryOut   hands what is pending to the runner
//	run.Runner.Run             takes items from the journal
//	run.execution.do           has one answered and judged, and the record stored by the journal's Finish
//	run.execution.attempt      asks the subject, then the judges
//	run.call                   calls the subject or a judge; a crash there is an error
//	verify.Judge.Judge         finds each requirement's checker
//	verify.Strictness.Decide   has it decide, on variants of the answer too where strictness is loose
//	eval.Result                works the result out, with what refinement and judges took
//	eval.Load                  reads the records back
//	eval.Summarize             takes the metrics over them
//
// report.Write prints the result.
//
// # What is stable
//
// Programs of your own may rest on this package and on dataset, prompt, model,
// verify (with its folders), judge, metric, bench, refine, run, eval, report and
// database: what they export is changed only with a line in CHANGELOG.md. build,
// retrieve, training and eval/check may still change; what lies under internal
// and cmd is not for them. Examples that run: eval (score a file; a checker and
// a judge of your own; refine one answer) and database (pay for nothing twice).
//
// Who may import whom is a table in imports_test.go.
package adhere
