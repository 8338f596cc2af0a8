// Package adhere measures how well language models follow instructions, and
// makes them follow better. It defines the types that the whole program shares:
// Instruction, Requirement, Demand, Task, Subject, Answer, Trace, Response,
// Judge, Verdict, Record, Metric, Summary, Plan, Run and Error. It imports no
// other package of this module.
//
// The main idea: a requirement is decided by a verdict. Rules, models and
// people give verdicts of the same type, and every metric is computed from
// them.
//
//	dataset ──► prompt ──► model ──► Response ──► verify (code)  ┐
//	                                              judge (model)  ├──► Verdict ──► metric ──► report
//	                                              people         ┘
//
// # A tour, bottom up
//
// What an answer must meet, and where it comes from:
//
//	dataset             reads benchmark files and our own JSONL into Instructions; recorded answers, verdicts and replies
//	dataset/pull        downloads data sets, each file pinned by its hash
//	dataset/inspect     reads logs of inspect; separate, since its library takes long to compile
//	dataset/parquet     reads and writes Parquet; separate, since its library takes long to compile
//	prompt              the texts sent to models: templates, embedded, versioned, replaceable by a prompt pack
//	model               what goes around a model, with one job each: cache, retry, limit, budget; models as subjects
//	model/reasoning     parts answers from the reasoning around them, and knows which demands need the whole reply
//	model/provider      asks language models over HTTP, a file per wire format; opens them by name
//	model/batch         sends calls in providers' batches, at half the price, and finds them again after a crash
//	model/modeltest     a scripted server, fakes, and the suite that every model passes
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
//	verify/ifrlvr       the checkers of IF-RLVR that IFEval does not have
//	verify/complexbench  the rules of ComplexBench, about parts of answers
//	verify/mifeval      the checkers of M-IFEval: those of IFEval in Spanish, French and Japanese, and what only these have
//	verify/mifeval/dictionary  the dictionary that divides Japanese into words, with the library that reads it
//	verify/multiif      the checkers of Multi-IF that count by language
//	verify/extra        reading level, personal data, secrets, script, copied passages
//	verify/algebra      checks as expressions over units, selections, measures and relations; printed in English and read back
//	verify/english      reads requirements in plain English as such checks, or says that it cannot
//	verify/english/internal/clause  what one clause in English demands
//	verify/english/internal/lexicon  tokens, and what is known of words and phrases, also of other languages
//	verify/ruling       cases and rulings: a requirement or rule and a text in, a finding out
//	verify/suites       the list of all suites
//	verify/sample       draws demands that code decides: rules, words that say them, texts that meet and break them
//	judge               asks a model: one file per protocol of a paper; juries; recorded replies
//
// What is built from these:
//
//	metric              arithmetic on Records: accuracies, levels, agreement, intervals, paired comparison, correction
//	bench               one short file per benchmark, joining the parts above
//	retrieve            passages for a query: by words, by vectors, by both
//	training            preferences and examples for trainers, without duplicates and contradictions, with a card
//	refine              drafts, critiques, rewrites and ranks answers: DeCRIM and related methods; training data from it
//	build               makes data sets, with the yield of each step: prompts with demands that code decides, requests from conversations, their decomposition, levels of difficulty, questions for writing sessions
//	run                 runs a Plan: order, concurrency, resume, stop
//	eval                an evaluation as a value, from its Spec to its result, over a store that may be memory; for the command and for your own programs
//	database            stores runs and model calls as the command does, for your own programs
//	eval/check          tests prompts against requirements, for CI: a file of prompts, models and tests; comparison with a baseline
//	report              text, JSON, CSV, Markdown, JUnit, HTML
//	report/chart        draws charts as SVG
//
// Services, storage, pages and the command:
//
//	internal/gateway    an OpenAI-compatible proxy that checks answers against what the request demands, and has them repaired
//	internal/gateway/recorded  the requests that a gateway records: stored, judged again, shown on pages
//	internal/store      the only SQL: calls, runs, items and records in SQLite or PostgreSQL
//	internal/browse     the queries that pages make to a store of runs
//	internal/postgres   retries while a PostgreSQL server cannot be reached
//	internal/jobs       distributes the parts of runs to workers on many machines: a queue in PostgreSQL
//	internal/workers    one run on many machines: workers, the queue they take parts from, progress
//	internal/runfile    runs as files, to be copied from one machine to another; shards and their merge
//	internal/store/powercut  shows in tests what a power cut would leave of a database
//	internal/store/servertest  makes PostgreSQL databases for tests
//	internal/accounts   who may use the pages: people, roles, passwords, sessions, invitations, and the audit log
//	internal/identity   lets people sign in through an identity provider (OpenID Connect)
//	internal/annotate   people as judges: campaigns, protocols, who labels what, and what they agree on
//	internal/annotate/material  the answers that campaigns have labelled, from runs or from files
//	internal/writing    a person and a model write an answer together from documents; every turn is stored
//	internal/writing/edits   what an edit changed, which changes nobody asked for, and whether it did what was asked, by code
//	internal/writing/study   analysis of sessions: kinds, ratings, errors, lengths; judges of edits against people; training data
//	internal/writing/papers  reads papers and notes, JSON to PDF, split into paragraphs
//	internal/writing/collect  administration of sessions, for command and pages: documents, sets, questions, progress
//	internal/sets       input and output of data sets that are made: files, and folders with a card
//	internal/jsonl      files of one JSON object per line
//	internal/lazyregexp  regular expressions, compiled when they are first used
//	internal/lists      maps, filters, counts, adds and compares values of lists
//	internal/plainjson  writes JSON in which <, > and & stand as they are
//	internal/plainyaml  reads YAML strictly, and says in plain words what is wrong
//	internal/rawjson    finds the parts of JSON objects and lists as they are written
//	internal/tabular    tables as spreadsheets write them: which mark divides cells, empty rows, lists in a cell
//	internal/redact     removes keys from what servers send back and from messages
//	internal/replies    reads what servers of models send: answers, streams and errors
//	internal/sse        reads streams of server-sent events
//	internal/plural     numbers with singular and plural nouns
//	internal/near       suggests the names that a mistyped name may stand for
//	internal/worddiff   how one text became another, word by word
//	internal/serving    what every listening service shares: keys, limits, budgets, metrics, traces, graceful shutdown
//	internal/web        the pages: runs down to each verdict, campaigns in which people label, accounts
//	internal/reward     serves the findings of checks in batches, for training loops
//	internal/cli        what all subcommands share: settings and precedence, checks of flags and files, output, exit codes
//	internal/cli/stores  opens the databases of runs that flags name
//	internal/cli/asking  opens the models that flags name; estimates calls, tokens and cost
//	internal/cli/evaluations  makes the spec of an evaluation from flags, runs it, writes the results
//	internal/cli/services  starts and stops listening services
//	internal/settings   reads values of flags from files: adhere.yaml, specs, .env
//	internal/userfile   files that the user names: errors about them, and writing them completely or not at all
//	internal/progress   shows progress, in place or in lines
//	internal/benchdata  finds the public data that known-answer tests read
//	internal/demandsets measures how demands are read, on sets that people labelled and against models' answers; a command of its own
//
// The command is in cmd/adhere: one file per subcommand, wired by the frame in
// internal/cli, which also prints. cmd/demo evaluates the starter suite by the
// library alone, which compiles in a quarter of the time: neither a database nor HTTP
// is part of it. cmd/modelstub is a
// scripted model server for experiments and measurements. The folder python
// holds the wheel: a small module over adhere verify --jsonl.
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
// Then every answer passes through these functions; a test compares the list
// with the real call stack, which is nine deep at the checker:
//
//	eval.Evaluation.Run        starts or continues the run
//	eval.Evaluation.CarryOut   carries out the pending items and notes the run's state
//	eval.Evaluation.Do         gives them to the runner
//	run.Runner.Run             takes items from the journal
//	run.execution.do           has one answered and judged, and the record stored by the journal's Finish
//	run.execution.attempt      asks the subject, then the judges
//	run.call                   calls the subject or a judge; a crash there is an error
//	verify.Judge.Judge         finds each requirement's checker
//	verify.Strictness.Decide   has it decide, also on variants of the answer if strictness is loose
//	eval.Result                reads the records back and makes the result, with the usage of refinement and judges
//	eval.Summarize             computes the metrics from them
//
// report.Write prints the result.
//
// # What is stable
//
// Your own programs can use this package and dataset, prompt, model, verify
// (each with its folders), judge, metric, bench, refine, run, eval, report and
// database: changes to what they export are listed in CHANGELOG.md. build,
// retrieve, training and eval/check may still change; packages under internal
// and cmd are not for use elsewhere. Runnable examples: eval (score a file; your
// own checker and judge; refine one answer) and database (pay for nothing twice).
//
// The table in imports_test.go says which package may import which.
package adhere
