package english_test

import "testing"

// TestCalledOff holds that what the words behind a demand, or before its verb, say need
// not be is not enforced, and that the same words said of something else change nothing.
func TestCalledOff(t *testing.T) {
	enforcedByUser(t, map[string]int{
		"Describe the sea. Use at least 3 paragraphs. This is not required, though.":                        0,
		"Describe the sea. Use at least 3 paragraphs, but you don't have to.":                               0,
		"Describe the sea. Use at least 3 paragraphs, though this need not be followed.":                    0,
		"Describe the sea. Use at least 3 paragraphs, if you like.":                                         0,
		"Beschreibe das Meer. Verwende mindestens 3 Absätze, das ist aber nicht nötig.":                     0,
		"Beschreibe das Meer. Verwende mindestens 3 Absätze, aber das ist kein Muss.":                       0,
		"Beschreibe das Meer. Verwende mindestens 3 Absätze. Das ist optional.":                             0,
		"Décris la mer. Écris au moins 300 mots, mais ce n'est pas obligatoire.":                            0,
		"Décris la mer. Écris au moins 300 mots (facultatif).":                                              0,
		"Décris la mer. Écris au moins 300 mots. Ce n'est pas nécessaire.":                                  0,
		"Describe el mar. Usa al menos 3 párrafos, pero no es necesario.":                                   0,
		"Describe el mar. Usa al menos 3 párrafos. No es imprescindible.":                                   0,
		"Descreva o mar. Use pelo menos 3 parágrafos, mas não é obrigatório.":                               0,
		"Descreva o mar. Use pelo menos 3 parágrafos. Não é necessário.":                                    0,
		"介绍大海。至少写3个段落，但不是必须的。":                                                                              0,
		"介绍大海。至少写3个段落，不强求。":                                                                                 0,
		"介绍大海。至少写3个段落（可选）。":                                                                                 0,
		"介绍大海。至少写3个段落。这不是必需的。":                                                                              0,
		"介绍大海。不要使用逗号，当然这不是硬性要求。":                                                                            0,
		"海について説明してください。回答には少なくとも3つの段落を含めてください（任意）。":                                                         0,
		"海について説明してください。カンマを使わないでください。必須ではありませんが。":                                                           0,
		"海について説明してください。回答には少なくとも3つの段落を含めてください。必要はありません。":                                                    0,
		"Beschreibe das Meer. Die Schlüsselwörter „Salz“ und „Welle“ müssen nicht enthalten sein.":          0,
		"Descreva o mar. Não é preciso incluir as palavras-chave \"sal\" e \"onda\".":                       0,
		"介绍大海。至少3个段落，可有可无。":                                                                                 0,
		"Beschreibe das Meer. Setze deine Antwort in doppelte Anführungszeichen, nötig ist das aber nicht.": 0,
		"Describe the sea. Use at least 3 paragraphs. If you like, add a title.":                            1,
		"Describe the sea. Use at least 3 paragraphs. A title is not required.":                             1,
		"Describe the sea. Use no commas. You don't have to be formal.":                                     1,
		"Beschreibe das Meer. Verwende mindestens 3 Absätze. Ein Titel ist nicht nötig.":                    1,
		"Décris la mer. Écris au moins 300 mots. Un titre n'est pas nécessaire.":                            1,
		"Describe el mar. Usa al menos 3 párrafos. No es necesario un título.":                              1,
		"Descreva o mar. Use pelo menos 3 parágrafos. Não é necessário um título.":                          1,
		"介绍大海。至少写3个段落。不必写标题。":                                                                               1,
		"介绍大海。至少写3个段落。标题可选。":                                                                                1,
		"海について説明してください。回答には少なくとも3つの段落を含めてください。タイトルは必要ありません。":                                                1,
	})
}
