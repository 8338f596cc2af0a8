package web

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"adhere"
	"adhere/internal/accounts"
	"adhere/internal/browse"
)

// An export writes a run's pages as files that lead to each other. It starts
// with the run's page and goes on with whatever the pages written so far lead
// to.
type export struct {
	run    string
	mu     sync.Mutex
	files  map[string]string // from the address of a page to its file
	lists  int               // lists of items among them
	queue  []string          // addresses of pages that are yet to be written
	assets map[string]bool

	once   sync.Once
	around *around // of all item pages
}

// ExportFolder writes a run's pages into a new folder, all or none, and returns
// how many files there are; see Export.
func (s *Server) ExportFolder(ctx context.Context, run, dir string, progress func(done, known int)) (int, error) {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return 0, &adhere.Error{Code: adhere.Conflict, Message: dir + " exists already", Hint: "name a new folder; nothing was written"}
	}
	part, err := os.MkdirTemp(filepath.Dir(dir), ".adhere-*")
	if err != nil {
		return 0, &adhere.Error{Code: adhere.Invalid, Message: "cannot write " + dir, Err: err, Hint: "name a folder inside an existing folder that you may write to"}
	}
	defer os.RemoveAll(part) // empty by then, or not wanted
	var files atomic.Int64
	err = s.Export(ctx, run, func(name string, content []byte) error {
		files.Add(1)
		return os.WriteFile(filepath.Join(part, name), content, 0o644)
	}, progress)
	if err == nil {
		err = os.Chmod(part, 0o755)
	}
	if err == nil {
		err = os.Rename(part, dir)
	}
	return int(files.Load()), err
}

// Export hands write every file of a folder that shows a finished run without
// a server: index.html first, relative links, nothing that runs. It may call
// write from several goroutines at once. Now and then it tells progress how many
// files are written, of how many that are known of by then; progress may be nil.
func (s *Server) Export(ctx context.Context, run string, write func(name string, content []byte) error, progress func(done, known int)) error {
	r, err := s.Runs.Run(ctx, run)
	if err != nil {
		return err
	}
	if r.Done == 0 {
		return &adhere.Error{Code: adhere.Invalid, Message: "run " + r.ID + " has nothing to show yet", Hint: "wait until some items are done"}
	}
	still := *s
	still.Runs = stillRun{s.Runs, r}
	read := &readAhead{Records: s.Records}
	still.Records = read
	still.digests = newDigests(s.Now)
	still.digests.patience = 24 * time.Hour // there is nobody to be told to come back
	x := &export{run: r.ID, files: map[string]string{}, assets: map[string]bool{}}
	x.href("/runs/" + r.ID)
	for done := 0; len(x.queue) > 0; {
		// A page is written once all that led to it are: names of files go by the
		// order in which they are met.
		paths := x.queue[:min(len(x.queue), exportedAtOnce)]
		x.queue = x.queue[len(paths):]
		err := read.ahead(ctx, x, paths)
		if err == nil {
			err = still.exportPages(ctx, x, paths, write)
		}
		if err != nil {
			return err
		}
		if done += len(paths); progress != nil {
			progress(done, done+len(x.queue))
		}
	}
	for name := range x.assets {
		if err := write(name, s.assets.content[name]); err != nil {
			return err
		}
	}
	return nil
}

// exportedAtOnce is how many pages are worked out together.
const exportedAtOnce = 256

// exportPages writes pages, by as many hands as there are processors. Only item
// pages come in numbers, and those lead to no page that is not known.
func (s *Server) exportPages(ctx context.Context, x *export, paths []string, write func(string, []byte) error) error {
	var hands errgroup.Group
	hands.SetLimit(runtime.GOMAXPROCS(0))
	for _, path := range paths {
		one := func() error {
			b, err := s.exportPage(ctx, x, path)
			if err != nil {
				return err
			}
			return write(x.fileOf(path), b)
		}
		if !strings.Contains(path, "/items/") { // it leads to others, which are numbered as they come
			if err := one(); err != nil {
				return err
			}
			continue
		}
		hands.Go(one)
	}
	return hands.Wait()
}

func (x *export) fileOf(path string) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.files[path]
}

// A stillRun is a run that does not change, among the others.
type stillRun struct {
	Runs
	run *adhere.Run
}

// Run returns the run without counting again what is done of it.
func (r stillRun) Run(ctx context.Context, id string) (*adhere.Run, error) {
	if id == r.run.ID {
		return r.run, nil
	}
	return r.Runs.Run(ctx, id)
}

// A readAhead has the records of the item pages that are worked out together
// read together, and keeps what was read last: lists and the pages of their
// items show the same records soon after each other.
type readAhead struct {
	Records
	mu        sync.Mutex
	last, old map[int]browse.Placed // by position; each no larger than keptRecords and what was asked for at once
}

const keptRecords = 4 * exportedAtOnce

// ahead reads the records of the item pages among paths.
func (r *readAhead) ahead(ctx context.Context, x *export, paths []string) error {
	var positions []int
	for _, path := range paths {
		if rest, isItem := strings.CutPrefix(path, "/runs/"+x.run+"/items/"); isItem {
			position, err := strconv.Atoi(rest)
			if err != nil {
				return err
			}
			positions = append(positions, position)
		}
	}
	_, err := r.RecordsAt(ctx, x.run, positions...)
	return err
}

// RecordsAt reads those that were not read lately.
func (r *readAhead) RecordsAt(ctx context.Context, run string, positions ...int) ([]browse.Placed, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.last) >= keptRecords || r.last == nil {
		r.old, r.last = r.last, map[int]browse.Placed{}
	}
	var missing []int
	for _, position := range positions {
		if p, ok := r.old[position]; ok {
			r.last[position] = p
		} else if _, ok := r.last[position]; !ok {
			missing = append(missing, position)
		}
	}
	if len(missing) > 0 {
		read, err := r.Records.RecordsAt(ctx, run, missing...)
		if err != nil {
			return nil, err
		}
		for _, p := range read {
			r.last[p.Position] = p
		}
	}
	var all []browse.Placed
	for _, position := range positions {
		if p, ok := r.last[position]; ok {
			all = append(all, p)
		}
	}
	return all, nil
}

// asset names a file beside the pages.
func (x *export) asset(name string) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.assets[name] = true
	return name
}

// href returns the file of a page of the run, and has it written. Where it
// leads anywhere else it is empty.
func (x *export) href(path string) string {
	address, anchor, _ := strings.Cut(path, "#")
	rest, ok := strings.CutPrefix(address, "/runs/"+x.run)
	if !ok {
		return ""
	}
	if rest, _, _ = strings.Cut(rest, "?"); strings.HasPrefix(rest, "/items/") { // one page, whatever the filter
		address = "/runs/" + x.run + rest
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	file := x.files[address]
	if file == "" {
		file = x.fileName(rest)
		x.files[address] = file
		x.queue = append(x.queue, address)
	}
	if anchor != "" {
		return file + "#" + anchor
	}
	return file
}

func (x *export) fileName(rest string) string {
	switch rest {
	case "":
		return "index.html"
	case "/items":
		x.lists++
		return fmt.Sprintf("list-%d.html", x.lists)
	default:
		return "item-" + strings.TrimPrefix(rest, "/items/") + ".html"
	}
}

// exportPage renders one page.
func (s *Server) exportPage(ctx context.Context, x *export, path string) ([]byte, error) {
	u, err := url.Parse(path)
	if err != nil {
		return nil, err
	}
	r := (&http.Request{Method: http.MethodGet, URL: u, Header: http.Header{}}).WithContext(ctx)
	r.SetPathValue("run", x.run)
	w := &memory{header: http.Header{}}
	v := &visit{server: s, w: w, r: r, static: x, person: accounts.Person{Role: accounts.Viewer}}
	rest := strings.TrimPrefix(u.Path, "/runs/"+x.run)
	switch position, isItem := strings.CutPrefix(rest, "/items/"); {
	case isItem:
		r.SetPathValue("position", position)
		err = s.showItem(v)
	case rest == "/items":
		err = on(s.runOf, s.listItems)(v)
	default:
		err = on(s.runOf, s.showRun)(v)
	}
	return w.body, err
}

// memory is an answer that nobody waits for.
type memory struct {
	header http.Header
	body   []byte
}

func (m *memory) Header() http.Header { return m.header }
func (m *memory) WriteHeader(int)     {}

func (m *memory) Write(b []byte) (int, error) {
	m.body = append(m.body, b...)
	return len(b), nil
}
