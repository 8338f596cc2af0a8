package papers

import (
	"math"

	"github.com/ledongthuc/pdf"
)

// charsOf returns the characters that a page shows, in the order in which it is
// drawn, with their places and widths. The library's own Page.Content is not
// used: behind each piece of text it puts a line feed in the font's encoding,
// which is an Ω in TeX's, it loses count of the widths behind a ligature, and it
// does not read the widths of composite fonts. Text that is turned is left out:
// it is no part of what is read. What is drawn behind pageChars of them is left out.
func charsOf(p pdf.Page) []pdf.Text {
	contents := p.V.Key("Contents")
	if contents.Kind() == pdf.Null {
		return nil
	}
	w := &drawing{page: p, faces: map[string]*face{}, state: state{ctm: identity, scale: 1}}
	pdf.Interpret(contents, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		if n := operands[op]; n <= len(args) {
			w.do(op, args[len(args)-n:])
		}
	})
	return w.chars
}

// operands says how many an operator takes (PDF 1.7, tables 57 and 105 to 109).
var operands = map[string]int{"cm": 6, "Tm": 6, "Td": 2, "TD": 2, "Tf": 2, "Tc": 1, "Tw": 1, "Tz": 1, "TL": 1, "Ts": 1, "Tj": 1, "TJ": 1, "'": 1, `"`: 3}

// A drawing is a page in the making.
type drawing struct {
	state
	page  pdf.Page
	faces map[string]*face
	saved []state
	chars []pdf.Text
}

// A state is what operators set: matrices, the font, and spaces in its units.
type state struct {
	ctm, tm, line                                       matrix
	face                                                *face
	size, charSpace, wordSpace, scale, leading, risesBy float64
}

func (w *drawing) do(op string, args []pdf.Value) {
	number := func(i int) float64 { return args[i].Float64() }
	switch op {
	case "q":
		w.saved = append(w.saved, w.state)
	case "Q":
		if n := len(w.saved); n > 0 {
			w.state, w.saved = w.saved[n-1], w.saved[:n-1]
		}
	case "cm":
		w.ctm = matrixOf(args).then(w.ctm)
	case "BT":
		w.tm, w.line = identity, identity
	case "Tm":
		w.tm = matrixOf(args)
		w.line = w.tm
	case "TD":
		w.leading = -number(1)
		w.move(number(0), number(1))
	case "Td":
		w.move(number(0), number(1))
	case "T*":
		w.move(0, -w.leading)
	case "Tf":
		w.face, w.size = w.faceNamed(args[0].Name()), number(1)
	case "Tc":
		w.charSpace = number(0)
	case "Tw":
		w.wordSpace = number(0)
	case "Tz":
		w.scale = number(0) / 100
	case "TL":
		w.leading = number(0)
	case "Ts":
		w.risesBy = number(0)
	case `"`:
		w.wordSpace, w.charSpace = number(0), number(1)
		w.move(0, -w.leading)
		w.show(args[2].RawString())
	case "'":
		w.move(0, -w.leading)
		w.show(args[0].RawString())
	case "Tj":
		w.show(args[0].RawString())
	case "TJ":
		for i := range args[0].Len() {
			if x := args[0].Index(i); x.Kind() == pdf.String {
				w.show(x.RawString())
			} else {
				w.advance(-x.Float64() / 1000 * w.size * w.scale)
			}
		}
	}
}

// move begins a line at a distance from the one before.
func (w *drawing) move(x, y float64) {
	w.line = matrix{1, 0, 0, 1, x, y}.then(w.line)
	w.tm = w.line
}

func (w *drawing) advance(x float64) { w.tm = matrix{1, 0, 0, 1, x, 0}.then(w.tm) }

// show draws a string, code by code.
func (w *drawing) show(s string) {
	for w.face != nil && s != "" && len(w.chars) < pageChars {
		code := s[:min(w.face.bytes, len(s))]
		s = s[len(code):]
		width := w.face.width(code) / 1000
		at := matrix{w.size * w.scale, 0, 0, w.size, 0, w.risesBy}.then(w.tm).then(w.ctm)
		if text := w.face.decode(code); text != "" && math.Abs(at[1]) <= math.Abs(at[0]) {
			w.chars = append(w.chars, pdf.Text{FontSize: math.Hypot(at[2], at[3]), X: at[4], Y: at[5], W: width * at[0], S: text})
		}
		step := width*w.size + w.charSpace
		if code == " " {
			step += w.wordSpace
		}
		w.advance(step * w.scale)
	}
}

// A face is a font with what reading needs of it.
type face struct {
	font   pdf.Font
	bytes  int // of a code
	widths map[string]float64
}

func (w *drawing) faceNamed(name string) *face {
	f := w.faces[name]
	if f == nil {
		f = &face{font: w.page.Font(name), bytes: 1, widths: map[string]float64{}}
		if f.font.V.Key("Subtype").Name() == "Type0" {
			f.bytes = 2
		}
		w.faces[name] = f
	}
	return f
}

// decode returns the characters of a code. The codes of ligatures in TeX's own
// encoding stay control characters where a font does not tell their names.
func (f *face) decode(code string) string {
	text := code
	if e := f.font.Encoder(); e != nil {
		text = e.Decode(code)
	}
	if len(text) == 1 && text[0] >= 0x0b && text[0] <= 0x0f {
		return [...]string{"ff", "fi", "fl", "ffi", "ffl"}[text[0]-0x0b]
	}
	return text
}

// width returns the width of a code in thousandths of the size of type; 0 where
// the font does not tell it.
func (f *face) width(code string) float64 {
	width, known := f.widths[code]
	if !known {
		switch {
		case f.bytes == 2 && len(code) == 2:
			width = compositeWidth(f.font.V.Key("DescendantFonts").Index(0), int64(code[0])<<8|int64(code[1]))
		case f.font.V.Key("Subtype").Name() == "Type3":
			width = 1000 * f.font.Width(int(code[0])) * f.font.V.Key("FontMatrix").Index(0).Float64()
		default:
			width = f.font.Width(int(code[0]))
		}
		f.widths[code] = width
	}
	return width
}

// compositeWidth looks for a code in the list of widths of a composite font: a
// first code with a list, or a first and a last code with one width.
func compositeWidth(font pdf.Value, code int64) float64 {
	list := font.Key("W")
	for i := 0; i+1 < list.Len(); {
		first, next := list.Index(i).Int64(), list.Index(i+1)
		if next.Kind() == pdf.Array {
			if first <= code && code-first < int64(next.Len()) {
				return next.Index(int(code - first)).Float64()
			}
			i += 2
			continue
		}
		if first <= code && code <= next.Int64() {
			return list.Index(i + 2).Float64()
		}
		i += 3
	}
	if usual := font.Key("DW"); usual.Kind() != pdf.Null {
		return usual.Float64()
	}
	return 1000
}

// A matrix turns places into others: x' = ax + cy + e, y' = bx + dy + f.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

func matrixOf(args []pdf.Value) (m matrix) {
	for i := range m {
		m[i] = args[i].Float64()
	}
	return m
}

// then returns the matrix that does what m does, and then what o does.
func (m matrix) then(o matrix) matrix {
	return matrix{
		m[0]*o[0] + m[1]*o[2], m[0]*o[1] + m[1]*o[3],
		m[2]*o[0] + m[3]*o[2], m[2]*o[1] + m[3]*o[3],
		m[4]*o[0] + m[5]*o[2] + o[4], m[4]*o[1] + m[5]*o[3] + o[5],
	}
}
