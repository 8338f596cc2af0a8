package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"adhere"
)

// shows is a handler that answers with a page of what build returns.
func shows[V any](template string, build func(*visit) (V, error)) handler {
	return func(v *visit) error {
		view, err := build(v)
		if err != nil {
			return err
		}
		return v.show(template, view)
	}
}

// on is a handler of what the path names, which load reads.
func on[T any](load func(*visit) (T, error), do func(*visit, T) error) handler {
	return func(v *visit) error {
		x, err := load(v)
		if err != nil {
			return err
		}
		return do(v, x)
	}
}

// given is a handler of a page that a server may lack: then the answer is the
// error otherwise.
func given(there func() bool, do handler, otherwise error) handler {
	return func(v *visit) error {
		if !there() {
			return otherwise
		}
		return do(v)
	}
}

// A trouble is what a page says of a form that was not taken.
type trouble struct{ Error, Hint string }

func (t *trouble) tell(e errorView) { t.Error, t.Hint = e.Message, e.Hint }

// versionOf is what a form keeps of what it was opened with. It is another one
// where that was changed meanwhile.
func versionOf(x any) string {
	b, err := json.Marshal(x)
	if err != nil {
		panic(err) // it is made of texts
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:8])
}

// sameVersion is an error where what a form was opened with was changed by
// somebody else meanwhile.
func (v *visit) sameVersion(what, now string) error {
	if v.r.PostForm.Has("version") && v.r.PostFormValue("version") != now {
		return &adhere.Error{Code: adhere.Conflict, Message: "somebody changed " + what + " meanwhile", Hint: "what you entered is in the form; save it again to replace their change"}
	}
	return nil
}

// versionAfter is the version that a form gets which was not taken because of
// err: that of what is stored now where somebody else changed it, since the page
// says so; otherwise the one that was sent, so that such a change is still seen.
func (v *visit) versionAfter(err error, now string) string {
	if adhere.CodeOf(err) == adhere.Conflict || !v.r.PostForm.Has("version") {
		return now
	}
	return v.r.PostFormValue("version")
}

// taken answers a form: it leads on where that went well. Where something was
// wrong that whoever sent it can put right, the page that build returns says
// so; any other error is passed on.
func taken[V interface{ tell(errorView) }](v *visit, err error, to, template string, build func(*visit) (V, error)) error {
	if err == nil {
		return v.redirect(to)
	}
	e := errorOf(err)
	if e.Status == http.StatusInternalServerError || wantsJSON(v.r) {
		return err
	}
	view, failed := build(v)
	if failed != nil {
		return failed
	}
	view.tell(e)
	return v.showAs(e.Status, template, view)
}

// showTaken answers a form whose page says what came of it, once; where something
// went wrong, as taken does.
func showTaken[V interface{ tell(errorView) }](v *visit, err error, template string, build func(*visit) (V, error), say func(V)) error {
	if err != nil {
		return taken(v, err, "", template, build)
	}
	view, err := build(v)
	if err != nil {
		return err
	}
	say(view)
	return v.show(template, view)
}

// parseForm reads what was sent, but for files, which are read as they come.
func (v *visit) parseForm() error {
	if v.r.Method != http.MethodPost || slices.Contains(uploads(), v.r.URL.Path) {
		return nil
	}
	if err := v.r.ParseForm(); err != nil {
		return &adhere.Error{Code: adhere.Invalid, Message: "the form cannot be read", Err: err, Hint: "it may be too long"}
	}
	return nil
}

// text is a field without the space around it, with line ends as texts have
// them. What shows nothing is empty.
func (v *visit) text(field string) string {
	text := strings.TrimSpace(unixLines(v.r.PostFormValue(field)))
	if adhere.Blank(text) {
		return ""
	}
	return text
}

// errNoAction refuses a form without a known action; no page of ours sends one.
func errNoAction() error {
	return &adhere.Error{Code: adhere.Invalid, Message: "the page did not say what to do", Hint: "load it again"}
}

// version is the number of the state that the form was made from.
func (v *visit) version() (int, error) {
	n, err := strconv.Atoi(v.r.PostFormValue("version"))
	if err != nil {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: "the form has no version", Hint: "load the page again"}
	}
	return n, nil
}

// unixLines undoes what forms do to the ends of lines.
func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }

// numbers reads fields that hold numbers from 0; those that are empty are left
// as they are.
func (v *visit) numbers(fields map[string]*int) error {
	for name, to := range fields {
		text := v.text(name)
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			return &adhere.Error{Code: adhere.Invalid, Message: name + ": expected a number of at least 0, got " + strconv.Quote(text)}
		}
		*to = n
	}
	return nil
}

// download answers with a file to keep.
func (v *visit) download(name, kind string, content []byte) error {
	v.w.Header().Set("Content-Type", kind)
	v.w.Header().Set("Content-Disposition", "attachment; filename="+strconv.Quote(name))
	_, _ = v.w.Write(content) // who did not wait cannot be told
	if len(content) > largeFile {
		go debug.FreeOSMemory()
	}
	return nil
}

// largeFile is from how many bytes on the memory that a file was made in is
// handed back at once.
const largeFile = 1 << 20
