package english_test

import (
	"strings"
	"testing"
)

// TestChineseAndJapanese holds what prompts in Chinese and in Japanese demand, in the
// words in which people ask for it there. Each ends with one demand.
func TestChineseAndJapanese(t *testing.T) {
	const quoted = "starts with a match of `[\"“”„«»]` and the answer ends with a match of `[\"“”„«»]` and the answer has more than 1 character"
	for prompt, want := range map[string]string{
		"写一首诗。您的整个回答应该少于6句话。":                                   "has fewer than 6 sentences",
		"介绍西湖。请在6句话以内回复。":                                       "has at most 6 sentences",
		"写一篇关于湖的文章。文章应至少包含12个句子。":                               "has at least 12 sentences",
		"写一篇关于湖的文章。文章应该恰好包含3个段落。":                               "has exactly 3 paragraphs",
		"介绍西湖。请不要在回答中使用任何逗号。":                                   "has no occurrences of a match of `[,，]`",
		"写一首关于老虎的诗。诗中不要使用逗号。":                                   "has no occurrences of a match of `[,，]`",
		"介绍西湖。整个回答必须用双引号括起来。":                                   quoted,
		"介绍西湖。请将您的整个回答放在双引号中。":                                  quoted,
		"写一篇文章。标题用双尖括号括起来，例如<<标题>>。":                            "contains a match of `<<[^\\n]+>>`",
		"写一首诗。\"山\"一词在整个回答中最多只能出现一次。":                           `has at most 1 occurrence of the word "山"`,
		"介绍西湖。请在回答中至少使用3次\"雅号\"这个词。":                            `has at least 3 occurrences of the word "雅号"`,
		"介绍西湖。不要使用\"慢\"、\"像\"和\"美\"这些词语。":                       `has no occurrences of the word "慢"; has no occurrences of the word "像"; has no occurrences of the word "美"`,
		"介绍西湖。回答中应包含关键词“竹林”和“山岗”。":                              `contains the word "竹林"; contains the word "山岗"`,
		"写一首诗。确保字母 n 至少出现四次。":                                   `has at least 4 occurrences of "n"`,
		"写一首关于海的诗。只使用小写字母。":                                     "is in lowercase letters",
		"写一封信。整封信需要全部使用大写字母。":                                   "is in capitals",
		"介绍西湖。回答必须包含至少 8 个用方括号表示的占位符，例如 [餐馆]。":                  "has at least 8 placeholders",
		"介绍西湖。使用 markdown 突出显示答案中的至少 3 个部分。":                    "has at least 3 highlighted passages",
		"写一首诗。第2段必须以\"小明\"这个词开头。":                               `the second paragraph starts with the word "小明"`,
		"介绍西湖。请将整个答案用 JSON 格式输出。":                               "is valid JSON",
		"写一封邮件。在邮件末尾添加一个以\"P.S.\"开头的备注。":                        "the last paragraph contains a match of `p\\.\\s?s\\.`",
		"写一首诗。最后请以\"还有吗？\"结束回答。":                                `ends with "还有吗？"`,
		"介绍西湖。请用\"还有吗？\"这句话结束您的回复。":                             `ends with "还有吗？"`,
		"写一个关于税务的笑话。回答中应至少包含 6 个\"缴\"字。":                        `has at least 6 occurrences of the word "缴"`,
		"写一首诗。包括\"学徒\"和\"传承\"这两个词。":                             `contains the word "学徒"; contains the word "传承"`,
		"海の詩を書いてください。回答で「波」という単語が 2 回だけ出現すること。":                 `has exactly 2 occurrences of the word "波"`,
		"海の詩を書いてください。回答には「波」という単語が 3 ～ 5 回出現する必要があります。":         `has between 3 and 5 occurrences of the word "波"`,
		"介绍长城。您的答案必须包含标题，用双尖括号括起来，即 <<title>>。":                 "contains a match of `<<[^\\n]+>>`",
		"介绍长城。文中\"历史\"一词至少要出现三次。":                               `has at least 3 occurrences of the word "历史"`,
		"介绍长城。整篇文章要包含四个段落。":                                     "has exactly 4 paragraphs",
		"万里の長城について説明してください。読点は一切使わないでください。":                     "has no occurrences of a match of `[、，]`",
		"万里の長城について説明してください。末尾は「以上です」で結んでください。":                  "ends with a match of `以上です[^\\p{L}\\p{N}]{0,3}`",
		"万里の長城について説明して。返答全体をダブルクォーテーションでくくってね。":                 quoted,
		"介紹西湖。您的整個回答應該少於6句話。":                                   "has fewer than 6 sentences",
		"上野公園について説明してください。回答は二重引用符で囲んでください。":                    quoted,
		"俳句を書いてください。返信全体にカンマを使用しないでください。":                       `has no occurrences of ","`,
		"猫の詩を書いてください。回答にはコンマを使わないこと。":                           `has no occurrences of ","`,
		"エッセイを書いてください。300語未満でお願いします。":                           "has fewer than 300 words",
		"猫について説明してください。6 文以内で回答してください。":                         "has at most 6 sentences",
		"提案書を書いてください。回答全体は 6 文未満でなければなりません。":                    "has fewer than 6 sentences",
		"桜の木の美しさを伝える少なくとも 350 語の詩を書いてください。":                     "has at least 350 words",
		"猫の詩を書いてください。回答には少なくとも8つのプレースホルダーを含める必要があります。":          "has at least 8 placeholders",
		"猫の生態を説明してください。マークダウンを使用して、回答の少なくとも 3 つのセクションを強調表示します。": "has at least 3 highlighted passages",
		"猫の詩を書いてください。タイトルは二重山括弧で囲んでください（例：<<タイトル>>）。":           "contains a match of `<<[^\\n]+>>`",
		"海の詩を書いてください。すべて小文字で書いてください。":                           "is in lowercase letters",
		"海の詩を書いてください。大文字は使用できません。":                              "has no capital letters",
		"海の詩を書いてください。「波」という言葉を少なくとも 2 回使用してください。":               `has at least 2 occurrences of the word "波"`,
		"海の詩を書いてください。「波」という単語は最大 1 回まで使用してください。":                `has at most 1 occurrence of the word "波"`,
		"海の詩を書いてください。「森」と「謎」というキーワードを含めてください。":                  `contains the word "森"; contains the word "謎"`,
		"海の詩を書いてください。「森」や「謎」という言葉を使わないでください。":                   `has no occurrences of the word "森"; has no occurrences of the word "謎"`,
		"海の詩を書いてください。回答には文字「社」を含めないでください。":                      `has no occurrences of the word "社"`,
		"海の詩を書いてください。回答は「また明日」というフレーズで締めくくってください。":              `ends with "また明日"`,
		"メールを書いてください。返信の最後に、P.S. で始まる追伸を追加してください。":              "the last paragraph contains a match of `p\\.\\s?s\\.`",
		"海の詩を書いてください。出力全体を JSON 形式でラップします。":                     "is valid JSON",
		"海の詩を書いてください。ちょうど4つの段落で構成し、段落は *** で区切ること。":             `has exactly 4 parts divided by "***"`,
		"海の詩を書いてください。2 番目の段落は「波」という単語で始まる必要があります。":              `the second paragraph starts with "波"`,
		"海の詩を書いてください。回答には、マークダウン形式で3つの箇条書きを含める必要があります。":         "has exactly 3 bullet points",
		"猫の詩を書いてください。ただし、カンマは使用しないでください。":                       `has no occurrences of ","`,
		"猫について、300語以内で説明してください。回答は英語で、すべて小文字で入力する必要があります。":      "has at most 300 words; is in English; is in lowercase letters",
		"猫の詩を書いてください。少なくとも5つのテキスト部分をマークダウンで強調表示してください。":         "has at least 5 highlighted passages",
		"猫の詩を書いてください。回答の最後には、「また明日」と書いてください。":                   "ends with a match of `また明日[^\\p{L}\\p{N}]{0,3}`",
		"猫の詩を書いてください。「また明日会いましょう」で回答を締めくくってください。":               "ends with a match of `また明日会いましょう[^\\p{L}\\p{N}]{0,3}`",
		"猫の歌を書いてください。歌を3つの部分に分け、各部分を***で区切ってください。":              `has exactly 3 parts divided by "***"`,
		"写一首诗。请确保在整个输出中不包含\"树木\"、\"岁月\"等字词。":                    `has no occurrences of the word "树木"; has no occurrences of the word "岁月"`,
		"写一首诗。您的回答中不要包含任何顿号。":                                   `has no occurrences of "、"`,
		"写一首歌。将歌曲分成3个部分，每个部分用 *** 分隔。":                          `has exactly 3 parts divided by "***"`,
		"用少于300字写一篇关于西湖的文章。":                                    "has fewer than 300 characters",
		"写一首诗。在整个回答中，汉字\"龙\"最多应出现一次。":                           `has at most 1 occurrence of the word "龙"`,
		"写一封信。请在回答结束时加上 P.P.S 开头的附言。":                           "the last paragraph contains a match of `p\\.\\s?p\\.\\s?s`",
		"写一封信。全部用大写字母书写，请用英文回答。":                                "is in capitals; is in English",
		"介绍西湖。请不要使用任何顿号与逗号。":                                    "has no occurrences of a match of `[,，、]`",
		"写一首诗。全文不超过100字。最后要写一句话。":                               "has at most 100 characters",
		"写一首诗。回答中不要使用全角逗号。":                                     "has no occurrences of a match of `，`",
		"写一首诗。回答中不要使用英文逗号。":                                     "has no occurrences of a match of `,`",
		"写一首诗。回答中不要使用顿号。":                                       `has no occurrences of "、"`,
		"写一首诗。回答中不要使用逗号和顿号。":                                    "has no occurrences of a match of `[,，]`; has no occurrences of \"、\"",
		"写一封信。在末尾添加一个以\"P.P.S\"开头的附言。":                          "the last paragraph contains a match of `p\\.\\s?p\\.\\s?s`",
		"猫の詩を書いてください。句読点を使わないでください。":                            "has no occurrences of a match of `[、。，．]`",
		"猫の詩を書いてください。最大3つの箇条書きで。":                               "has at most 3 bullet points",
		"猫の詩を書いてください。最大5文で書いてください。":                             "has at most 5 sentences",
		"猫の詩を書いてください。回答は最大で100文字にしてください。":                       "has at most 100 characters",
		"猫の詩を書いてください。段落は最大3つまでにしてください。":                         "has at most 3 paragraphs",
		"猫について、最大200語で説明してください。":                                "has at most 200 words",
	} {
		if got := strings.Join(enforced(t, user(prompt)), "; "); got != want {
			t.Errorf("%q: %q is enforced, want %q", prompt, got, want)
		}
	}
}

// TestChineseAndJapaneseDemandNothing holds that the same words bind no answer where they
// are told, asked about, quoted, or said of another text.
func TestChineseAndJapaneseDemandNothing(t *testing.T) {
	for _, prompt := range []string{
		"小明写了一首诗。诗中不要使用逗号的规定让他很烦恼。请解释为什么。",
		"这本书的标题用双尖括号括起来，为什么？",
		"我的论文必须包含至少20个句子。请帮我想一个题目。",
		"我写的文章不超过500字，被老师批评了。怎么办？",
		"写一首诗和一篇文章。文章必须少于100字。",
		"请翻译：回答必须用双引号括起来。",
		"写一封信告诉房客：合同需用英文书写，不得使用大写字母。",
		"写一个程序，检查字符串是否包含至少一个大写字母。",
		"她在邮件末尾添加了一个以\"P.S.\"开头的备注。请评价这种做法。",
		"写一段对话，其中老师说\"回答至少要10句话\"。",
		"小王对我说：\"你的回答必须少于50字。\"他为什么这么说？",
		"这篇文章包含5个段落，请概括每段大意。",
		"\"学习\"和\"工作\"这两个词有什么区别？",
		"\"苹果\"一词最早出现在哪里？",
		"彼は3つの段落で構成された手紙を書いた。なぜですか？",
		"先生は800字以上の作文を書くように言いました。アドバイスをください。",
		"なぜ新聞の見出しは二重引用符で囲まれているのですか？",
		"すべて小文字で書く詩人について説明してください。",
		"大文字の単語を少なくとも3回使用した詩を分析してください。",
		"上司は「回答は50字以内にしてください」と言いました。どう返事すればいいですか？",
		"詩と記事を書いてください。詩は10文以内にしてください。",
		"母は手紙を3つの段落で書いてくれました。感想を書いてください。",
		"弟は学校で5文以上の感想文を書いて、先生にほめられました。続きを書いてください。",
		"カンマは使用しないでくださいと書かれた看板の話を書いてください。",
		"テストでは、学生の回答に「光合成」という単語を含める必要があります。次の回答を採点してください：光で育つ",
		"ルール：参加者の回答は100字以内。参加者への案内文を書いてください。",
		"各章の説明を200語以内で書いてください。",
		"なぞなぞを書いてください。答えは「影」です。",
	} {
		if got := enforced(t, user(prompt)); got != nil {
			t.Errorf("%q: %q is enforced, want nothing", prompt, got)
		}
	}
}
