package serving

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"adhere"
)

// listen opens the address, and refuses one beyond this machine as long as
// anybody could use the service.
func (s *Server) listen(ctx context.Context) (net.Listener, error) {
	if path, ok := strings.CutPrefix(s.config.Listen, "unix:"); ok {
		return listenUnix(ctx, path)
	}
	local, err := loopback(ctx, s.config.Listen)
	if err != nil {
		return nil, err
	}
	guarded := s.config.Guarded != nil && s.config.Guarded()
	if !local && !guarded && s.config.Keys.Len() == 0 {
		return nil, adhere.Errorf(adhere.Invalid, "listening on %s would let anybody in: there are no keys", s.config.Listen).
			WithHint("make one with adhere keys add NAME, or listen on 127.0.0.1")
	}
	s.local = local
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", s.config.Listen)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: "cannot listen on " + s.config.Listen, Hint: "check whether another service uses the port; port 0 takes any free one", Err: err}
	}
	return listener, nil
}

// loopback reports whether every address that HOST:PORT means is on this
// machine alone.
func loopback(ctx context.Context, address string) (bool, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false, &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%q is not an address to listen on", address), Hint: "for example 127.0.0.1:8080, or unix:adhere.sock", Err: err}
	}
	if host == "" { // all of the machine's addresses
		return false, nil
	}
	all, err := net.DefaultResolver.LookupIPAddr(ctx, host)
	if err != nil {
		return false, &adhere.Error{Code: adhere.Invalid, Message: "cannot find the address of " + host, Err: err}
	}
	for _, a := range all {
		if !a.IP.IsLoopback() {
			return false, nil
		}
	}
	return true, nil
}

// listenUnix opens a socket file that only its owner may use, and takes the
// place of one that nobody answers.
func listenUnix(ctx context.Context, path string) (net.Listener, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSocket != 0 {
		if c, err := new(net.Dialer).DialContext(ctx, "unix", path); err == nil {
			_ = c.Close()
			return nil, &adhere.Error{Code: adhere.Conflict, Message: path + " is in use by another service", Hint: "choose another socket"}
		}
		os.Remove(path)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: "cannot listen on " + path, Err: err}
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}
