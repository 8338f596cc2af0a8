package provider_test

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"

	"adhere/model/provider"
)

// A network is a real HTTP server and the client of a run, joined by pipes, so
// that time is that of a synctest bubble.
type network struct {
	conns    chan net.Conn
	closed   chan struct{}
	once     sync.Once // closes it
	server   *httptest.Server
	client   *http.Client
	requests atomic.Int64 // that the server saw
}

func newNetwork(h http.HandlerFunc, secure bool) *network {
	n := &network{conns: make(chan net.Conn), closed: make(chan struct{}), client: provider.NewClient()}
	counted := func(w http.ResponseWriter, r *http.Request) {
		n.requests.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		h(w, r)
	}
	n.server = &httptest.Server{Listener: n, Config: &http.Server{Handler: http.HandlerFunc(counted), ErrorLog: log.New(io.Discard, "", 0)}}
	if secure {
		n.server.StartTLS()
	} else {
		n.server.Start()
	}
	n.transport().Proxy = nil
	n.transport().DialContext = n.dial
	return n
}

func (n *network) transport() *http.Transport { return n.client.Transport.(*http.Transport) }

func (n *network) stop() {
	n.client.CloseIdleConnections()
	n.server.CloseClientConnections()
	n.server.Close()
}

func (n *network) dial(ctx context.Context, _, address string) (net.Conn, error) {
	switch host, _, _ := net.SplitHostPort(address); host {
	case "unknown.test":
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}}
	case "refused.test":
		return (&net.Dialer{}).DialContext(ctx, "tcp", "127.0.0.1:1") // nobody listens there, and no other test gets that port
	}
	near, far := net.Pipe()
	select {
	case n.conns <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Accept, Close and Addr make the network a listener.
func (n *network) Accept() (net.Conn, error) {
	select {
	case c := <-n.conns:
		return c, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *network) Close() error {
	n.once.Do(func() { close(n.closed) })
	return nil
}

func (n *network) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func TestNetworkCarriesAReply(t *testing.T) {
	for _, d := range dialects {
		runFault(t, d, fault{name: "none", do: says(d.good), most: 1})
	}
}
