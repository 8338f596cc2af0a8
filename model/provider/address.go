package provider

import (
	"net/url"
	"slices"
	"strings"
)

// SameAddress reports whether two addresses of servers are one, however they
// are written.
func SameAddress(a, b string) bool {
	x, err := url.Parse(strings.TrimSpace(a))
	if err != nil {
		return false
	}
	y, err := url.Parse(strings.TrimSpace(b))
	return err == nil && x.Host != "" && normalAddress(x) == normalAddress(y)
}

// endpointPaths are what a wire format adds to an address.
var endpointPaths = [...]string{"/chat/completions", "/messages", "/responses", "/embeddings"}

// normalAddress writes an endpoint's address in one way: scheme and host in
// lower case, without the scheme's usual port, the wire format's own path, and
// what may be secret.
func normalAddress(u *url.URL) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()
	host = strings.TrimSuffix(host, ".")
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" && scheme+port != "https443" && scheme+port != "http80" {
		host += ":" + port
	}
	path := "/" + strings.Trim(u.EscapedPath(), "/")
	if i := strings.LastIndex(path, "/models/"); i >= 0 && strings.HasSuffix(path, geminiMethod) {
		path = path[:i]
	}
	for _, end := range endpointPaths {
		if rest, ok := strings.CutSuffix(path, end); ok {
			path = rest
			break
		}
	}
	query := u.Query()
	for name := range query {
		if secretParameter(name) {
			query.Del(name)
		}
	}
	address := scheme + "://" + host + strings.TrimRight(path, "/")
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address
}

// secretParameter reports whether a parameter of an address may hold a key, or
// says only which version of the interface is spoken.
func secretParameter(name string) bool {
	name = strings.ToLower(name)
	parts := []string{"key", "token", "secret", "sig", "password", "code"}
	return name == "api-version" || slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
}

// elsewhere returns the address of an endpoint, or "" if it is the provider's
// own.
func (p *provider) elsewhere(endpoint *url.URL, s *settings) string {
	address := normalAddress(endpoint)
	if p.base == "" {
		return address
	}
	base, err := url.Parse(p.base)
	if err != nil {
		return address
	}
	own := *s
	own.base = base
	local := address
	if p.free { // a server on this machine
		local = strings.Replace(address, "//127.0.0.1:", "//localhost:", 1)
	}
	if local == normalAddress(p.endpoint(&own).url) {
		return ""
	}
	return address
}
