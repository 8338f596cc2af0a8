package followbench

// numerals are the letters to which Unicode gives a number (Numeric_Type
// Numeric outside the categories N) and which Go's tables do not know as such:
// Chinese characters such as 一 and 百.
const numerals = "" +
	"㐅㒃㠪㭍一七万三九二五亖亿什仟仨伍佰億兆兩八六十千卄卅卌叁参參叄" +
	"四壱壹幺廾廿弌弍弎弐拾捌柒漆玖百肆萬貮貳贰阡陆陌陸零\uf96b\uf973\uf978\uf9b2\uf9d1\uf9d3" +
	"\uf9fd\U00020001\U00020064\U000200e2\U00020121\U0002092a\U00020983\U0002098c\U0002099c\U00020aea\U00020afd\U00020b19\U00022390\U00022998\U00023b1b\U0002626d\U0002f890"
