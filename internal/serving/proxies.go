package serving

import (
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"adhere"
	"adhere/internal/lists"
)

// Proxies are the networks of the proxies in front whose X-Forwarded-For is
// believed. None believes nobody's. It is a flag's value: networks or addresses
// with commas between, or true for this machine and private networks.
type Proxies []netip.Prefix

// private is this machine, and the networks that no address of the internet is
// in (RFC 1918, RFC 4193, link-local ones).
const private = "127.0.0.0/8,::1/128,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,169.254.0.0/16,fe80::/10"

// Set reads networks, "true" or "false"; see Proxies.
func (p *Proxies) Set(text string) error {
	switch text {
	case "true":
		text = private
	case "false":
		*p = nil
		return nil
	}
	var all Proxies
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		network, err := netip.ParsePrefix(name)
		if addr, e := netip.ParseAddr(name); e == nil {
			network, err = addr.Prefix(addr.BitLen())
		}
		if err != nil {
			return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("%q is not an address or a network", name), Hint: "for example 10.0.0.7 or 10.0.0.0/8; separated by commas"}
		}
		all = append(all, network)
	}
	*p = all
	return nil
}

// String returns what Set reads.
func (p *Proxies) String() string {
	names := lists.Map(*p, netip.Prefix.String)
	if all := strings.Join(names, ","); all != private {
		return all
	}
	return "true"
}

// Type names the value in a flag's help.
func (*Proxies) Type() string { return "networks" }

// Client returns the address that a request came from: the last entry of
// X-Forwarded-For if one of the proxies sent it, else the sender's. It is false
// on a socket file.
func (p Proxies) Client(r *http.Request) (netip.Addr, bool) {
	sender, err := netip.ParseAddrPort(r.RemoteAddr)
	from := sender.Addr().Unmap().WithZone("")
	if all := r.Header.Values("X-Forwarded-For"); len(all) > 0 && p.hold(from) {
		last := all[len(all)-1]
		last = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
		if addr, err := netip.ParseAddr(last); err == nil {
			return addr.Unmap().WithZone(""), true
		}
	}
	return from, err == nil
}

func (p Proxies) hold(addr netip.Addr) bool {
	return slices.ContainsFunc(p, func(network netip.Prefix) bool { return network.Contains(addr) })
}
