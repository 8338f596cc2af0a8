package dataset

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"adhere"
)

// A Progress is told how many bytes of how many of a file are there.
type Progress func(f File, done, total int64)

// Pull downloads the files of a source that are not in the folder yet. A
// download that broke off is taken up where it stopped, if the server can do
// so and still has the same file. What arrives is kept apart, in FILE.part,
// until size and hash are those that are pinned; then it takes its place in
// one step. A file of another size or hash is removed: the error says what was
// expected and what came. progress may be nil.
func Pull(ctx context.Context, client *http.Client, src Source, dir string, progress Progress) error {
	if progress == nil {
		progress = func(File, int64, int64) {}
	}
	for _, f := range src.Files {
		p := puller{client: client, file: f, path: filepath.Join(dir, filepath.FromSlash(f.Path)), progress: progress}
		if ok, err := intact(p.path, f); err != nil {
			return err
		} else if ok {
			progress(f, f.Size, f.Size)
			continue
		}
		if err := p.pull(ctx); err != nil {
			return err
		}
	}
	return nil
}

// A puller downloads one file.
type puller struct {
	client   *http.Client
	file     File
	path     string
	progress Progress
}

func (p *puller) part() string { return p.path + ".part" }

// tag is where the server's mark of the version that FILE.part is from lies.
func (p *puller) tag() string { return p.path + ".part.etag" }

func (p *puller) pull(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Dir(p.path), 0o755); err != nil {
		return p.unwritable(err)
	}
	have := p.resumable()
	resp, err := p.ask(ctx, have)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusPartialContent && continues(resp, have):
	case resp.StatusCode == http.StatusOK:
		have = 0
	case have > 0 && (resp.StatusCode == http.StatusPartialContent || resp.StatusCode == http.StatusRequestedRangeNotSatisfiable):
		p.drop() // what is there is not the start of what the server has
		return p.pull(ctx)
	default:
		return p.refused(resp)
	}
	if err := p.receive(resp, have); err != nil {
		return err
	}
	return p.finish()
}

// resumable returns how many bytes are there to go on from: none without the
// server's mark of the version.
func (p *puller) resumable() int64 {
	info, err := os.Stat(p.part())
	if _, tagged := os.Stat(p.tag()); err != nil || tagged != nil || info.Size() >= p.file.Size {
		return 0
	}
	return info.Size()
}

// ask requests the file, or what follows the first have bytes.
func (p *puller) ask(ctx context.Context, have int64) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.file.URL, http.NoBody)
	if err != nil {
		return nil, invalid("the address " + p.file.URL + " cannot be read")
	}
	// Ranges are of the bytes sent, which must therefore be those of the file.
	req.Header.Set("Accept-Encoding", "identity")
	if have > 0 {
		tag, err := os.ReadFile(p.tag())
		if err != nil {
			return nil, unreadable(p.tag(), err)
		}
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", have))
		req.Header.Set("If-Range", string(tag))
	}
	resp, err := p.client.Do(req)
	if err != nil {
		return nil, p.broken(err)
	}
	return resp, nil
}

// continues reports whether a partial reply starts at the byte asked for.
func continues(resp *http.Response, have int64) bool {
	return have > 0 && strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", have))
}

// receive appends the reply to the first have bytes of the part.
func (p *puller) receive(resp *http.Response, have int64) error {
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
	w := &counter{w: out, done: have, tell: func(n int64) { p.progress(p.file, n, p.file.Size) }}
	// One byte too many is enough to know that the size is wrong.
	_, err = io.Copy(w, io.LimitReader(resp.Body, p.file.Size-have+1))
	closed := out.Close()
	switch {
	case w.err != nil:
		return p.unwritable(w.err)
	case err != nil:
		return p.broken(err)
	case closed != nil:
		return p.unwritable(closed)
	}
	return nil
}

// mark remembers the version that a new part is from. Without a strong mark a
// broken download starts again.
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

// finish checks the part and puts it in its place.
func (p *puller) finish() error {
	h := sha256.New()
	size, err := copyFile(h, p.part())
	if err != nil {
		return unreadable(p.part(), err)
	}
	if sum := hexSum(h); size != p.file.Size || sum != p.file.SHA256 {
		p.drop()
		return &adhere.Error{
			Code:    adhere.Invalid,
			Message: fmt.Sprintf("%s is not the pinned file: expected %d bytes with SHA-256 %s, got %s with %s", p.file.URL, p.file.Size, p.file.SHA256, bytesOf(size, p.file.Size), sum),
			Hint:    "nothing was kept; if the file was changed upstream, wait for a release of adhere that pins the new one",
		}
	}
	if err := os.Rename(p.part(), p.path); err != nil {
		return p.unwritable(err)
	}
	_ = os.Remove(p.tag()) // a mark without a part means nothing
	return nil
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

func (p *puller) broken(err error) error {
	code := adhere.Unavailable
	if errors.Is(err, context.Canceled) {
		code = adhere.Cancelled
	}
	return &adhere.Error{Code: code, Message: "the download of " + p.file.URL + " broke off", Hint: "pull again: it goes on from where it stopped", Err: err}
}

func (p *puller) unwritable(err error) error {
	return &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + p.path, Hint: "choose another data folder, or make room", Err: err}
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
