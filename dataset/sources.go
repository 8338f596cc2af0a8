package dataset

import (
	"fmt"
	"slices"
	"strings"

	"adhere"
)

// A Source is a published data set that can be downloaded.
type Source struct {
	Name    string // also the folder that its files go to
	Version string // commit or date of what is pinned
	Licence string
	Home    string // address for people
	Doc     string // one sentence
	Files   []File // in the order in which they are read
}

// A File is one pinned file of a Source.
type File struct {
	Path   string // below the data folder, with slashes
	URL    string
	SHA256 string // 64 hexadecimal digits
	Size   int64  // bytes
}

// Size returns the bytes of all files.
func (s *Source) Size() int64 {
	var n int64
	for _, f := range s.Files {
		n += f.Size
	}
	return n
}

// At returns the source as a mirror serves it: the files lie below base under
// their paths in the data folder.
func (s Source) At(base string) Source {
	s.Files = slices.Clone(s.Files)
	for i := range s.Files {
		s.Files[i].URL = strings.TrimSuffix(base, "/") + "/" + s.Files[i].Path
	}
	return s
}

const (
	github = "https://raw.githubusercontent.com/"

	googleCommit      = "83282e4ec6e140949e0f51d04e279be7949409ff"
	followBenchCommit = "6278f4c1377b4eafab737267b8b21acd52ea0e52"
	iPADicCommit      = "8de365d1e0586f102f35f18c16e9935b9eb6ca81"
	mIFEvalCommit     = "0bc3143a919eef2f9ec64aa26da8a546086653de"
	ifBenchCommit     = "cb932e352a505306ad0115272211df14bb8f628f"
	llmBarCommit      = "caa7bee794bfed74baed038b99229fa3f0c4c511"
)

// Sources lists what can be downloaded.
func Sources() []Source {
	google := github + "google-research/google-research/" + googleCommit + "/instruction_following_eval/data/"
	return []Source{
		{
			Name: "ifeval", Version: "2023-11-27", Licence: "Apache-2.0",
			Home: "https://github.com/google-research/google-research/tree/master/instruction_following_eval",
			Doc:  "541 prompts with 834 verifiable instructions, and GPT-4's recorded answers",
			Files: []File{
				{"ifeval/input_data.jsonl", google + "input_data.jsonl", "86ea91641ee9e6b891330f3f019e82c481abddbdea5945106df1dfe59757fbc2", 207112},
				{"ifeval/responses_gpt4.jsonl", google + "input_response_data_gpt4_20231107_145030.jsonl", "0cff1d1469b774e80296bee20ca696894df35f3c6d6539f2c886d67c07599dcb", 830335},
			},
		},
		{
			Name: "infobench", Version: "2024-01", Licence: "MIT",
			Home: "https://huggingface.co/datasets/kqsong/InFoBench",
			Doc:  "500 instructions in 2,250 decomposed questions",
			Files: []File{
				{"infobench/InfoBench.jsonl", "https://huggingface.co/datasets/kqsong/InFoBench/resolve/main/InfoBench.jsonl", "66a2ee8d70208a7a879a17f471ba0ffd097b698265ea4796be99a273fdcc6559", 488137},
			},
		},
		followBench("followbench", "data", "en", "820 instructions in English, in six categories of five levels", [6]pin{
			{"dedf04579bf205c1422e18ee1033d0372b02196ca4b5e921a3a65dca714e226b", 178901},
			{"cab0e31e3f8dd69ba71018dde3eb63f3336b8aea6df82c7997da6abcbc159fb4", 90528},
			{"5a9a049a24a9a53e67b4ad97f1fb7633b4629f6ce461662888804313cc90c27a", 94210},
			{"3b93ee931186edcb4e0a5f260de18cd550586c985192da39262fd023e90d8a76", 105581},
			{"205d10ecde31b974f0c1537be4952b5e075ae5ca58008dc08aef1c442c32bada", 947475},
			{"eae529546e0ef6a4a4936b6221cd25da9debaf261272409ed1fd57e8260bf820", 110758},
		}),
		followBench("followbench-zh", "data_zh", "zh", "790 instructions in Chinese, in six categories of five levels", [6]pin{
			{"f0baaee245a24fe3f38e4e7bd18c44700f67557397989c46c58ab4482d46f28f", 115544},
			{"2bb26ae2df58d63ccfd2b512adb0c66c33f1fe5c8a1368c3c0bc9aff5d87689c", 80479},
			{"7e9ee17fa2520c8187438fc0a66e63bc6831bf4e51c2ee6429b46b0bfdec6a27", 86014},
			{"65400edb71326ad8e69474701ab14252c4d3d2e9b8b49643716d897967d6636e", 90579},
			{"33a0f6f2b72b530de42907fbdde6947b70c7676ee6e78a9078ecd63bca97c437", 862421},
			{"5495223e7f93d0fccc2b63ffd951b07825b1b7c82b4a009d99efae56b312dd53", 87703},
		}),
		{
			Name: "ifbench", Version: ifBenchCommit[:12], Licence: "ODC-BY",
			Home: "https://github.com/allenai/IFBench",
			Doc:  "300 prompts with 344 verifiable instructions of 58 kinds that IFEval does not have",
			Files: []File{
				{"ifbench/IFBench_test.jsonl", github + "allenai/IFBench/" + ifBenchCommit + "/data/IFBench_test.jsonl", "a2bf7b8e7ed11d39c65b4ec781da8b99663ed0121f97033d70fcecb61f8a9d85", 421502},
			},
		},
		mIFEval(),
		{
			Name: "llmbar", Version: llmBarCommit[:12], Licence: "MIT",
			Home: "https://github.com/princeton-nlp/LLMBar",
			Doc:  "pairs of answers of which one follows the instruction better",
			Files: []File{
				{"llmbar/Natural.json", github + "princeton-nlp/LLMBar/" + llmBarCommit + "/Dataset/LLMBar/Natural/dataset.json", "f7127b7aa78104cb8e03a2b1b3ac0077e95b125714dd441a8ee63666145a3375", 91269},
				{"llmbar/Neighbor.json", github + "princeton-nlp/LLMBar/" + llmBarCommit + "/Dataset/LLMBar/Adversarial/Neighbor/dataset.json", "6712c7eda6342602e0bc7c06c282fa95e2110d4e741a284026a62d937f9780a0", 131988},
			},
		},
	}
}

// A pin is hash and size of a file.
type pin struct {
	sum  string
	size int64
}

// followBench lists the category files of one language, in the order of
// categories.
func followBench(name, upstream, folder, doc string, pins [6]pin) Source {
	s := Source{
		Name: name, Version: followBenchCommit[:12], Licence: "Apache-2.0", Home: "https://github.com/YJiangcm/FollowBench", Doc: doc,
	}
	for i, category := range categories() {
		file := categoryFile(category)
		s.Files = append(s.Files, File{
			"followbench/" + folder + "/" + file,
			github + "YJiangcm/FollowBench/" + followBenchCommit + "/" + upstream + "/" + file,
			pins[i].sum, pins[i].size,
		})
	}
	return s
}

// dictionary is the IPA dictionary of Japanese words as kagome reads it, by
// which M-IFEval's checkers cut Japanese.
var dictionary = File{
	"mifeval/ipa.dict", github + "ikawaha/kagome-dict/" + iPADicCommit + "/ipa/ipa.dict",
	"19bacdfe1a33ba50054d77192f062f1696089a48a9d8e20863b716ff4af6adf3", 11691526,
}

// mIFEval lists the files of M-IFEval that are not in English, and the
// dictionary.
func mIFEval() Source {
	s := Source{
		Name: "mifeval", Version: mIFEvalCommit[:12], Licence: "Apache-2.0", Home: "https://github.com/lightblue-tech/M-IFEval",
		Doc: "522 prompts in Spanish, French and Japanese with verifiable instructions of 93 kinds, and the IPA dictionary of Japanese words (NAIST-2003)",
	}
	for i, pinned := range []pin{
		{"4c4d06d792890a800da33d39325e19969aeacdc2387cacc9bd6241fb2af73e23", 37140},
		{"a7cd5276fe3cad92cfaad444a9bb5f10cd769b0f3858582a8147b495e7e957ce", 92101},
		{"d74fbbd10fe512ad0a487e1dc85823ecfb9addcdc08fb9182d68616d6056782e", 63010},
	} {
		file := mIFEvalFiles()[i]
		s.Files = append(s.Files, File{"mifeval/" + file, github + "lightblue-tech/M-IFEval/" + mIFEvalCommit + "/data/" + file, pinned.sum, pinned.size})
	}
	s.Files = append(s.Files, dictionary)
	return s
}

// FindSource returns the source of that name.
func FindSource(name string) (Source, error) {
	var names []string
	for _, s := range Sources() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Source{}, &adhere.Error{Code: adhere.NotFound, Message: "there is no data set " + name + " to download", Hint: "one of " + some(names)}
}

// pinnedVersion returns the version of the pinned source whose files include
// all of these hashes, or "".
func pinnedVersion(hashes []string) string {
	for _, s := range Sources() {
		pinned := func(sum string) bool {
			return slices.ContainsFunc(s.Files, func(f File) bool { return f.SHA256 == sum })
		}
		if len(hashes) > 0 && !slices.ContainsFunc(hashes, func(sum string) bool { return !pinned(sum) }) {
			return s.Version
		}
	}
	return ""
}

// Rights says what is known of the right to train models on data sets, named
// name@version, and on answers to them: that of the data sets
// that can be downloaded, and what holds for all.
func Rights(datasets []string) []string {
	var lines []string
	test := false
	for _, id := range datasets {
		name, _, _ := strings.Cut(id, "@")
		src, err := FindSource(name)
		if err != nil {
			lines = append(lines, "Instructions of "+strings.TrimSpace(id+" (no known data set)")+": whoever wrote them says.")
			continue
		}
		test = true
		lines = append(lines, fmt.Sprintf("Instructions of %s: %s (%s).", id, src.Licence, src.Home))
	}
	if test {
		lines = append(lines, "These are instructions of a benchmark: a model that is trained on them can no longer be measured by it.")
	}
	return append(lines, "Answers and reasons were written by the models named above: the terms of their providers say whether they may train others.")
}
