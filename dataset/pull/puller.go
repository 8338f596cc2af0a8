package pull

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"adhere"
	"adhere/dataset"
)

// A puller downloads one file.
type puller struct {
	*Options
	file dataset.File
	path string
}

func (p *puller) part() string { return p.path + ".part" }

// tag is where the server's mark of the version that FILE.part is from lies.
func (p *puller) tag() string { return p.path + ".part.etag" }

func (p *puller) pull(ctx context.Context) error {
	made, err := makeFolders(filepath.Dir(p.path))
	if err == nil {
		err = p.goOn(ctx)
	} else {
		err = p.unwritable(err)
	}
	if err != nil {
		for _, folder := range made {
			_ = os.Remove(folder) // not if something is in it
		}
	}
	return err
}

// goOn gets what is missing of the file, and if that does not make it whole,
// the file from its start.
func (p *puller) goOn(ctx context.Context) error {
	for have := p.resumable(); ; {
		kept, err := p.download(ctx, have)
		if err != nil {
			return err
		}
		fault, err := p.finish()
		if kept == 0 || err != nil || fault == nil {
			return cmp.Or(err, fault)
		}
		have = 0
	}
}

// makeFolders makes a folder with those above it, and returns the ones that
// were not there, the lowest first.
func makeFolders(dir string) (made []string, err error) {
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Lstat(d); err == nil || d == filepath.Dir(d) {
			return made, os.MkdirAll(dir, 0o755)
		}
		made = append(made, d)
	}
}

// resumable returns how many bytes are there to go on from.
func (p *puller) resumable() int64 {
	info, err := os.Stat(p.part())
	if err != nil || info.Size() >= p.file.Size {
		return 0
	}
	return info.Size()
}

// download brings the file, or what follows its first have bytes, into the
// part. It returns how many bytes of the part were kept.
func (p *puller) download(ctx context.Context, have int64) (kept int64, err error) {
	ctx, stall := context.WithCancelCause(ctx)
	defer stall(nil)
	alarm := time.AfterFunc(p.Stall, func() { stall(errStalled) })
	defer alarm.Stop()
	resp, err := p.ask(ctx, have)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusPartialContent && continues(resp, have):
	case resp.StatusCode == http.StatusOK:
		have = 0
	case have > 0 && (resp.StatusCode == http.StatusPartialContent || resp.StatusCode == http.StatusRequestedRangeNotSatisfiable):
		return have, nil // what is there is not the start of what the server has
	default:
		return 0, p.refused(resp)
	}
	return have, p.receive(ctx, resp, have, func() { alarm.Reset(p.Stall) })
}

// errStalled ends a download of which no more comes.
var errStalled = errors.New("stalled")

// ask requests the file, or what follows the first have bytes.
func (p *puller) ask(ctx context.Context, have int64) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.file.URL, http.NoBody)
	if err != nil {
		return nil, adhere.Errorf(adhere.Invalid, "the address %s cannot be read", p.file.URL)
	}
	// Ranges are of the bytes sent, which must therefore be those of the file.
	req.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		if tag, err := os.ReadFile(p.tag()); err == nil {
			req.Header.Set("If-Range", string(tag))
		}
	}
	resp, err := p.Client.Do(req)
	if err != nil {
		return nil, p.broken(ctx, err)
	}
	return resp, nil
}

// continues reports whether a partial reply starts at the byte asked for.
func continues(resp *http.Response, have int64) bool {
	return have > 0 && strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", have))
}

// receive appends the reply to the first have bytes of the part, and calls
// alive whenever something came.
func (p *puller) receive(ctx context.Context, resp *http.Response, have int64, alive func()) error {
	if err := p.mark(resp, have); err != nil {
		return err
	}
	flags := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if have > 0 {
		flags = os.O_WRONLY | os.O_APPEND
	}
	out, err := os.OpenFile(p.part(), flags, 0o644)
	if err != nil {
		return p.unwritable(err)
	}
	w := &counter{w: out, done: have, tell: func(n int64) {
		alive()
		p.Progress(p.file, n, p.file.Size)
	}}
	// One byte too many is enough to know that the size is wrong.
	_, err = io.Copy(w, io.LimitReader(resp.Body, p.file.Size-have+1))
	closed := out.Close()
	switch {
	case w.err != nil:
		return p.unwritable(w.err)
	case err != nil:
		return p.broken(ctx, err)
	case closed != nil:
		return p.unwritable(closed)
	}
	return nil
}

// mark remembers the version that a new part is from. Without a strong mark
// only the hash of the whole tells whether a part was gone on with rightly.
func (p *puller) mark(resp *http.Response, have int64) error {
	if have > 0 {
		return nil
	}
	tag := resp.Header.Get("ETag")
	if tag == "" || strings.HasPrefix(tag, "W/") {
		if err := os.Remove(p.tag()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return p.unwritable(err)
		}
		return nil
	}
	if err := os.WriteFile(p.tag(), []byte(tag), 0o644); err != nil {
		return p.unwritable(err)
	}
	return nil
}

// finish checks the part and puts it in its place. A part that is not the
// pinned file is removed, and fault says what it was.
func (p *puller) finish() (fault, err error) {
	h := sha256.New()
	size, err := copyFile(h, p.part())
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Internal, Message: "cannot read " + p.part(), Err: err}
	}
	if sum := hex.EncodeToString(h.Sum(nil)); size != p.file.Size || sum != p.file.SHA256 {
		p.drop()
		return adhere.Errorf(adhere.Invalid, "%s is not the pinned file: expected %d bytes with SHA-256 %s, got %s with %s", p.file.URL, p.file.Size, p.file.SHA256, bytesOf(size, p.file.Size), sum).
			WithHint("nothing was kept; if the file was changed upstream, wait for a release of adhere that pins the new one"), nil
	}
	if err := os.Rename(p.part(), p.path); err != nil {
		return nil, p.unwritable(err)
	}
	_ = os.Remove(p.tag()) // a mark without a part means nothing
	return nil, nil
}

func copyFile(h hash.Hash, path string) (int64, error) {
	in, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	return io.Copy(h, in)
}

// bytesOf says a size; of a file that is too long no more than that is known.
func bytesOf(size, want int64) string {
	if size > want {
		return "more"
	}
	return fmt.Sprintf("%d bytes", size)
}

func (p *puller) drop() {
	_ = os.Remove(p.part()) // if they stay, the next pull drops them
	_ = os.Remove(p.tag())
}

func (p *puller) refused(resp *http.Response) error {
	e := &adhere.Error{Code: adhere.Unavailable, Message: fmt.Sprintf("%s: the server answered %s", p.file.URL, resp.Status), Hint: "try again later"}
	switch resp.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		e.Code, e.Hint = adhere.NotFound, "the file is no longer there; see the data set's home page"
	case http.StatusUnauthorized, http.StatusForbidden:
		e.Code, e.Hint = adhere.Refused, "the server wants a login; download the file by hand"
	case http.StatusTooManyRequests:
		e.Code, e.Hint = adhere.RateLimited, "wait a while and pull again"
	}
	return e
}

func (p *puller) broken(ctx context.Context, err error) error {
	e := &adhere.Error{
		Code: adhere.Unavailable, Message: "the download of " + p.file.URL + " broke off",
		Hint: "pull again: the download continues where it stopped", Err: err,
	}
	switch {
	case errors.Is(context.Cause(ctx), errStalled):
		e.Message, e.Err = fmt.Sprintf("the download of %s stalled: no byte came for %s", p.file.URL, p.Stall), nil
	case errors.Is(err, context.Canceled):
		e.Code = adhere.Cancelled
	case isDial(err):
		e.Message, e.Hint = p.file.URL+" cannot be reached", "--mirror URL downloads from a copy on another machine, and --data FOLDER names one that has the files"
	}
	return e
}

func isDial(err error) bool {
	network, ok := errors.AsType[*net.OpError](err)
	return ok && network.Op == "dial"
}

func (p *puller) unwritable(err error) error {
	return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + p.path, Hint: "choose another data folder, or free some space", Err: err}
}

// A counter tells how many bytes were written, and keeps a failed write apart
// from a failed read.
type counter struct {
	w    io.Writer
	done int64
	tell func(int64)
	err  error
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.done += int64(n)
	c.err = err
	c.tell(c.done)
	return n, err
}
