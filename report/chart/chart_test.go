package chart_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere/report/chart"
)

var update = flag.Bool("update", false, "rewrite the golden files")

type drawer interface{ SVG() string }

// A poster is a chart as a file of its own.
type poster struct{ lines chart.Lines }

func (p poster) SVG() string { return p.lines.Poster() }

func head(title string) chart.Head {
	return chart.Head{ID: "t", Title: title, Desc: "Made up for a test."}
}

// series makes n values between 0 and 1 for each name, the same every time.
func series(n int, names ...string) []chart.Series {
	out := make([]chart.Series, len(names))
	for i, name := range names {
		out[i].Name = name
		for j := range n {
			v := 0.5 + 0.45*math.Sin(float64(i*7+j*3))
			out[i].Values = append(out[i].Values, chart.Value{
				V: v, Lo: max(0, v-0.1), Hi: min(1, v+0.08), N: 20 + i + j, Href: fmt.Sprintf("#g%d-%d", i, j),
			})
		}
	}
	return out
}

var (
	labels = []string{"Content", "Style", "Format", "Number", "Linguistic", "A label that is far too long to fit on two lines of a small chart"}
	models = []string{"house/wren", "house/owl-with-a-long-name-2026-11", "house/lark", "d", "e", "f", "g", "h"}
)

func percent() chart.Scale { return chart.Scale{Percent: true} }

// charts are one of each kind in each situation that has met trouble.
func charts() map[string]drawer {
	many := make([]string, 30)
	for i := range many {
		many[i] = fmt.Sprintf("category:number_%d", i+1)
	}
	gap := series(5, "a", "b")
	gap[0].Values[2] = chart.Value{Missing: "undefined: nothing was judged"}
	gap[1].Values = gap[1].Values[:3]
	hostile := series(3, `<script>alert("1")</script> & 'x'`, "\u202Eevil\x00\xff")
	hostile[0].Values[0].Href = "javascript:alert(1)"
	rtl := []string{"מספר (שתיים)", "المحتوى", "Style"}
	diff := series(4, "")
	for i := range diff[0].Values {
		v := &diff[0].Values[i]
		v.V, v.Lo, v.Hi = v.V-0.5, v.Lo-0.5, v.Hi-0.5
		v.Hollow = v.Lo <= 0 && v.Hi >= 0
	}
	kappa := [][]chart.Value{{{V: 1, N: 48}, {V: 0.5, N: 48}, {V: -0.12, N: 48}}, {{V: 0.5, N: 48}, {V: 1, N: 48}, {Missing: "undefined: one judge said the same of all"}}, {{V: -0.12, N: 48, Href: "#x"}}}
	big := make([][]chart.Value, 30)
	for i := range big {
		big[i] = series(30, "")[0].Values
	}
	counts := []chart.Series{
		{Name: "all agree", Values: []chart.Value{{V: 12}, {V: 40}, {V: 101}}},
		{Name: "one differs", Values: []chart.Value{{V: 7}, {V: 0}, {V: 30, Href: "#i"}}},
		{Name: "split", Values: []chart.Value{{V: 3}, {V: 9}}},
	}
	return map[string]drawer{
		"bars":             chart.Bars{head("Met by label"), percent(), labels, series(6, "")},
		"bars-series":      chart.Bars{head("Met by label"), percent(), labels, series(6, models[:3]...)},
		"bars-eight":       chart.Bars{head("Eight"), percent(), labels[:3], series(3, models...)},
		"bars-many":        chart.Bars{head("Many"), percent(), many, series(30, "a", "b")},
		"bars-diff":        chart.Bars{head("Change"), chart.Scale{Min: -0.6, Max: 0.6, Percent: true, Signed: true, Label: "B minus A, points"}, labels[:4], diff},
		"bars-empty":       chart.Bars{Head: head("Empty")},
		"bars-gaps":        chart.Bars{head("Gaps"), percent(), labels[:5], gap},
		"bars-hostile":     chart.Bars{chart.Head{ID: `"><x`, Title: "</title><script>", Desc: "]]>"}, percent(), []string{"<b>", "a\x1b[31mb", "\u202Ec"}, hostile},
		"bars-rtl":         chart.Bars{head("כותרת"), percent(), rtl, series(3, "עברית", "عربي")},
		"lines":            chart.Lines{head("Levels"), percent(), []string{"1", "2", "3", "4", "5"}, "level", series(5, models[:4]...)},
		"lines-one":        chart.Lines{head("One point"), percent(), []string{"1"}, "", series(1, "")},
		"lines-eight":      chart.Lines{head("Eight"), percent(), many[:12], "step", series(12, models...)},
		"lines-gaps":       chart.Lines{head("Gaps"), percent(), []string{"1", "2", "3", "4", "5"}, "level", gap},
		"lines-plain":      chart.Lines{head("Levels in a row"), chart.Scale{Max: 5, Decimals: 2}, []string{"0", "0.5", "1"}, "temperature", []chart.Series{{Values: []chart.Value{{V: 3.1, Lo: 2.9, Hi: 3.3}, {V: 2.8}, {V: 2.2, Lo: 2, Hi: 2.4}}}}},
		"poster":           poster{chart.Lines{head("Levels: a title so long that it is written on two lines, as titles of sweeps may be when they name a file"), percent(), []string{"1", "2", "3", "4", "5"}, "level", series(5, models[:3]...)}},
		"poster-empty":     poster{chart.Lines{Head: head("Empty")}},
		"lines-empty":      chart.Lines{Head: head("Empty")},
		"radar":            chart.Radar{head("Radar"), percent(), labels, series(6, models[:3]...)},
		"radar-gaps":       chart.Radar{head("Gaps"), percent(), labels[:5], gap},
		"radar-many":       chart.Radar{head("Many"), percent(), many, series(30, "a")},
		"radar-two":        chart.Radar{head("Two"), percent(), labels[:2], series(2, "a")},
		"radar-rtl":        chart.Radar{head("RTL"), percent(), rtl, series(3, "עברית", "b")},
		"heatmap":          chart.Heatmap{head("Kappa"), chart.Scale{Decimals: 2}, []string{"person/1", "judge/alone@1+house/owl", "all"}, []string{"person/1", "judge/alone@1+house/owl", "all"}, kappa},
		"heatmap-many":     chart.Heatmap{head("Many"), chart.Scale{Decimals: 2}, many, many, big},
		"heatmap-empty":    chart.Heatmap{Head: head("Empty")},
		"histogram":        chart.Histogram{head("Disagreement"), []string{"Content", "Style", "Format"}, "label", "requirements", counts},
		"histogram-single": chart.Histogram{head("Scores"), []string{"1", "2", "3", "4", "5"}, "score", "answers", []chart.Series{{Values: []chart.Value{{V: 1}, {V: 0}, {V: 12}, {V: 30}, {V: 7}}}}},
		"histogram-many":   chart.Histogram{head("Many"), many, "", "", series(30, "a", "b")},
		"histogram-empty":  chart.Histogram{Head: head("Empty")},
	}
}

func TestGolden(t *testing.T) {
	all := charts()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			got := all[name].SVG()
			path := filepath.Join("testdata", name+".svg")
			if *update {
				if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("run with -update after looking at it (-want +got):\n%s", diff)
			}
			if again := charts()[name].SVG(); again != got {
				t.Error("the second drawing differs from the first")
			}
			check(t, got)
		})
	}
}

// check holds a drawing against what every drawing promises.
func check(t *testing.T, svg string) {
	t.Helper()
	var width, height float64
	ids := map[string]bool{}
	dec := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("not XML: %v\n%s", err, svg)
		}
		el, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		if strings.EqualFold(el.Name.Local, "script") || el.Name.Local == "style" || el.Name.Local == "foreignObject" {
			t.Errorf("element %s", el.Name.Local)
		}
		for _, a := range el.Attr {
			switch n := a.Name.Local; {
			case n == "style", strings.HasPrefix(n, "on"):
				t.Errorf("attribute %s", n)
			case n == "viewBox":
				fmt.Sscanf(a.Value, "0 0 %f %f", &width, &height)
			case n == "id":
				if ids[a.Value] {
					t.Errorf("id %q twice", a.Value)
				}
				ids[a.Value] = true
			case n == "href" && strings.Contains(a.Value, "script:"):
				t.Errorf("href %q", a.Value)
			}
		}
		if el.Name.Local != "pattern" {
			inside(t, el, width, height)
		}
	}
	for _, bad := range []string{"NaN", "Inf", "http://", "https://"} {
		if strings.Contains(strings.Replace(svg, "http://www.w3.org/2000/svg", "", 1), bad) {
			t.Errorf("drawing has %q", bad)
		}
	}
}

var numbers = regexp.MustCompile(`-?[0-9.]+`)

// inside checks that an element's coordinates lie in the view box. Paths in
// patterns have coordinates of their own, marked by whole numbers.
func inside(t *testing.T, el xml.StartElement, width, height float64) {
	t.Helper()
	at := map[string]float64{}
	for _, a := range el.Attr {
		n := a.Name.Local
		if f, err := strconv.ParseFloat(a.Value, 64); err == nil {
			at[n] = f
		}
		if n == "d" && strings.Contains(a.Value, ".") {
			for _, s := range numbers.FindAllString(a.Value, -1) {
				if f, _ := strconv.ParseFloat(s, 64); f < -0.05 || f > max(width, height)+0.05 {
					t.Errorf("path point %v outside %vx%v", f, width, height)
				}
			}
		}
	}
	for x, limit := range map[string]float64{"x": width, "x1": width, "x2": width, "cx": width, "y": height, "y1": height, "y2": height, "cy": height} {
		if f := at[x]; f < -0.05 || f > limit+0.05 {
			t.Errorf("%s %s=%v outside 0 to %v", el.Name.Local, x, f, limit)
		}
	}
	if el.Name.Local == "rect" && (at["x"]+at["width"] > width+0.05 || at["y"]+at["height"] > height+0.05) {
		t.Errorf("rect reaches outside: %v", at)
	}
}

func TestEveryPointHasATitleAndLink(t *testing.T) {
	s := series(4, "first", "second")
	names := []string{"a", "b", "c", "d"}
	for name, d := range map[string]drawer{
		"bars":    chart.Bars{head(""), percent(), names, s},
		"lines":   chart.Lines{head(""), percent(), names, "", s},
		"radar":   chart.Radar{head(""), percent(), names, s},
		"heatmap": chart.Heatmap{head(""), percent(), []string{"first", "second"}, names, [][]chart.Value{s[0].Values, s[1].Values}},
	} {
		svg := d.SVG()
		for i := range s {
			for j, v := range s[i].Values {
				title := fmt.Sprintf("<a href=\"#g%d-%d\"><title>%s, %s: %.1f%% [%.1f, %.1f], n %d</title>", i, j, s[i].Name, names[j], 100*v.V, 100*v.Lo, 100*v.Hi, v.N)
				if strings.Count(svg, title) != 1 {
					t.Errorf("%s: not once: %s", name, title)
				}
			}
		}
	}
}

func TestMissingSaysWhy(t *testing.T) {
	v := []chart.Value{{Missing: "undefined: nobody looked"}, {V: math.NaN()}, {V: math.Inf(1)}}
	for _, d := range []drawer{
		chart.Bars{head(""), percent(), []string{"a", "b", "c"}, []chart.Series{{Values: v}}},
		chart.Lines{head(""), chart.Scale{}, []string{"a", "b", "c"}, "", []chart.Series{{Values: v}}},
		chart.Radar{head(""), percent(), []string{"a", "b", "c"}, []chart.Series{{Values: v}}},
	} {
		svg := d.SVG()
		check(t, svg)
		if !strings.Contains(svg, "<title>a: undefined: nobody looked</title>") {
			t.Errorf("no reason in\n%s", svg)
		}
	}
}

// TestColoursHaveContrast holds the colours of series against white and the
// darkest page, by the formula of WCAG 2.2 (relative luminance, 1.4.11).
func TestColoursHaveContrast(t *testing.T) {
	svg := charts()["lines-eight"].SVG()
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`#[0-9a-f]{6}`).FindAllString(svg, -1) {
		found[m] = true
	}
	if len(found) != 8 {
		t.Errorf("%d colours for eight series", len(found))
	}
	for colour := range found {
		for _, page := range []string{"#ffffff", "#14171a"} {
			a, b := luminance(colour), luminance(page)
			if ratio := (max(a, b) + 0.05) / (min(a, b) + 0.05); ratio < 3 {
				t.Errorf("%s on %s: %.2f to 1", colour, page, ratio)
			}
		}
	}
}

func luminance(colour string) float64 {
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		v := float64(n) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

func TestSeriesDifferWithoutColour(t *testing.T) {
	for name, d := range map[string]drawer{"lines": charts()["lines-eight"], "bars": charts()["bars-eight"]} {
		svg := d.SVG()
		find := `stroke-width="1.8"(?: stroke-dasharray="([^"]*)")?`
		if name == "bars" {
			find = `<pattern id="([^"]*)"`
		}
		kinds := map[string]bool{}
		for _, m := range regexp.MustCompile(find).FindAllStringSubmatch(svg, -1) {
			kinds[m[1]] = true
		}
		if name == "bars" {
			kinds["solid"] = true
		}
		if len(kinds) != 8 {
			t.Errorf("%s: %d kinds of series: %v", name, len(kinds), kinds)
		}
	}
}

func FuzzCharts(f *testing.F) {
	f.Add("label", "series", "#x", 0.5, 0.4, 0.6, 3, 2)
	f.Add("\u202e<&>\"'\xff\x00", "", "javascript:x", math.Inf(-1), math.NaN(), 1e300, 30, 9)
	f.Add("שלום", "\n\t", "http://[", -5.0, 7.0, -7.0, 1, 1)
	f.Fuzz(func(t *testing.T, label, name, href string, v, lo, hi float64, categories, count int) {
		categories, count = (categories%31+31)%31, (count%10+10)%10
		value := chart.Value{V: v, Lo: lo, Hi: hi, N: categories, Href: href}
		ss := make([]chart.Series, count)
		names := make([]string, categories)
		cells := make([][]chart.Value, categories)
		for i := range names {
			names[i] = strings.Repeat(label, i%3)
			for range categories {
				cells[i] = append(cells[i], value)
			}
		}
		for i := range ss {
			ss[i].Name = name
			for range categories {
				ss[i].Values = append(ss[i].Values, value)
			}
		}
		h, s := chart.Head{ID: label, Title: name, Desc: href}, chart.Scale{Min: lo, Max: hi}
		for _, d := range []drawer{
			chart.Bars{h, s, names, ss},
			chart.Lines{h, s, names, label, ss},
			chart.Radar{h, percent(), names, ss},
			chart.Heatmap{h, s, names, names, cells},
			chart.Histogram{h, names, label, name, ss},
		} {
			svg := d.SVG()
			if strings.Contains(href, "http") || strings.Contains(label+name+href, "NaN") || strings.Contains(label+name+href, "Inf") {
				continue
			}
			check(t, svg)
		}
	})
}
