package servertest

import (
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// Cuts lie between a client and a server, and cut all the client's connections
// at certain trips: a trip is a message that the server has to answer, in the
// order in which they come by any connection, from 1.
type Cuts struct {
	server string

	mu    sync.Mutex
	trips int
	made  int
	next  func(trip int) Cut
	open  map[net.Conn]bool // of both sides
}

// A Cut is what becomes of a trip.
type Cut int

// What becomes of trips.
const (
	None    Cut = iota
	Unasked     // the server never gets the message
	Unheard     // the server carries it out, and the client hears of one row at most
)

// Through returns an address by which the server at another is reached, and
// what cuts the connections that go by it.
func Through(t testing.TB, address string) (through string, c *Cuts) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	in, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c = &Cuts{server: u.Host, next: func(int) Cut { return None }, open: map[net.Conn]bool{}}
	var done sync.WaitGroup
	done.Go(func() {
		for {
			conn, err := in.Accept()
			if err != nil {
				return
			}
			done.Go(func() { c.carry(conn) })
		}
	})
	t.Cleanup(func() {
		_ = in.Close()
		c.Now()
		done.Wait()
	})
	u.Host = in.Addr().String()
	return u.String(), c
}

// Count begins to count trips and cuts anew, and has next say what becomes of each.
func (c *Cuts) Count(next func(trip int) Cut) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trips, c.made, c.next = 0, 0, next
}

// Trips returns how many there were.
func (c *Cuts) Trips() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.trips
}

// Made returns how many of them were cut.
func (c *Cuts) Made() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.made
}

// Now cuts all connections.
func (c *Cuts) Now() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for conn := range c.open {
		_ = conn.Close()
		delete(c.open, conn)
	}
}

// trip counts one.
func (c *Cuts) trip() Cut {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.trips++
	how := c.next(c.trips)
	if how != None {
		c.made++
	}
	return how
}

func (c *Cuts) add(conn net.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[conn] = true
}

// carry passes on what a client and the server say.
func (c *Cuts) carry(client net.Conn) {
	defer func() { _ = client.Close() }()
	server, err := net.Dial("tcp", c.server) //nolint:noctx // a server of the test's own machine
	if err != nil {
		return
	}
	defer func() { _ = server.Close() }()
	c.add(client)
	c.add(server)
	var unheard atomic.Bool
	var back sync.WaitGroup
	back.Go(func() { c.answer(client, server, &unheard) })
	defer back.Wait()
	defer func() { _ = server.Close() }()
	var parts []byte                // of a trip: the server begins with each as it comes
	for header := 4; ; header = 5 { // the first message has no type
		m, err := message(client, header)
		if err != nil {
			return
		}
		parts = append(parts, m...)
		if header == 5 && strings.IndexByte("PBDEC", m[0]) >= 0 {
			continue
		}
		if header == 4 || m[0] == 'S' || m[0] == 'Q' { // the start, or an end to which an answer is due
			switch c.trip() {
			case Unasked:
				c.Now()
				return
			case Unheard:
				unheard.Store(true)
			case None:
			}
		}
		if _, err := server.Write(parts); err != nil {
			return
		}
		parts = nil
	}
}

// answer passes on what the server says: of what is to be unheard one row at
// most, and then it cuts.
func (c *Cuts) answer(client, server net.Conn, unheard *atomic.Bool) {
	defer func() { _ = client.Close() }()
	for rows, silent := 0, false; ; {
		m, err := message(server, 5)
		if err != nil {
			return
		}
		if unheard.Load() {
			if m[0] == 'D' { // a row
				rows++
			}
			if silent = silent || rows > 1 || m[0] == 'C' || m[0] == 'Z'; silent {
				if m[0] == 'Z' { // the server is ready for what comes next
					c.Now()
				}
				continue
			}
		}
		if _, err := client.Write(m); err != nil {
			return
		}
	}
}

// message reads a message whose length is in the last four bytes of its
// header.
func message(from io.Reader, header int) ([]byte, error) {
	head := make([]byte, header)
	if _, err := io.ReadFull(from, head); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head[header-4:])) - 4
	if n < 0 || n > 1<<30 {
		return nil, errors.New("no message of PostgreSQL")
	}
	m := make([]byte, header+n)
	copy(m, head)
	_, err := io.ReadFull(from, m[header:])
	return m, err
}
