package identity

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"adhere"
	"adhere/internal/accounts"
)

// A Config says where people sign in and who may.
type Config struct {
	Issuer   string // address of the provider, exactly as its tokens name it
	Client   string // by which the provider knows this server
	Secret   string // of the client; empty for a public one
	Redirect string // address to which browsers come back
	Home     string // address to which browsers come after they have signed out there
	Rules    Rules
	Now      func() time.Time
}

// A Provider is an identity provider. It is asked for its addresses and keys
// when they are first needed, so that a server starts without it. It is safe
// for concurrent use.
type Provider struct {
	config Config
	client *http.Client

	mu    sync.Mutex
	known *discovered // nil until the provider has answered
}

// discovered is what the provider says of itself.
type discovered struct {
	oauth    oauth2.Config
	verifier *oidc.IDTokenVerifier
	end      string // where a session there is ended; may be empty
}

// patience is how long one answer of the provider may take.
const patience = 15 * time.Second

// New returns a provider. The error's code is Invalid where the configuration
// cannot be right.
func New(c Config) (*Provider, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	return &Provider{config: c, client: &http.Client{Timeout: patience}}, nil
}

func (c *Config) check() error {
	invalid := func(message, hint string) error {
		return &adhere.Error{Code: adhere.Invalid, Message: message, Hint: hint}
	}
	u, err := url.Parse(c.Issuer)
	switch {
	case err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !here(u.Hostname())):
		return invalid(fmt.Sprintf("the issuer %q is not an https address", c.Issuer), "for example https://accounts.google.com; the part before /.well-known/openid-configuration")
	case c.Client == "":
		return invalid("the client's ID is missing", "the provider gives it when you register an application there")
	default:
		return c.Rules.check()
	}
}

// here reports whether a host is this machine, which needs no TLS to be asked.
func here(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// Name is what people know the provider by: its host.
func (p *Provider) Name() string {
	u, _ := url.Parse(p.config.Issuer) // has been read before
	return u.Host
}

// ask returns ctx for calls to the provider.
func (p *Provider) ask(ctx context.Context) context.Context { return oidc.ClientContext(ctx, p.client) }

// discover returns what the provider says of itself. The error's code is
// Unavailable where it says nothing.
func (p *Provider) discover(ctx context.Context) (*discovered, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known != nil {
		return p.known, nil
	}
	found, err := oidc.NewProvider(p.ask(ctx), p.config.Issuer)
	var more struct {
		End string `json:"end_session_endpoint"`
	}
	if err == nil {
		err = found.Claims(&more)
	}
	if err != nil {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: p.Name() + " cannot be asked to sign anybody in", Hint: "try again, or sign in with a password", Err: err}
	}
	p.known = &discovered{
		oauth: oauth2.Config{
			ClientID: p.config.Client, ClientSecret: p.config.Secret, RedirectURL: p.config.Redirect,
			Endpoint: found.Endpoint(), Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
		},
		verifier: found.Verifier(&oidc.Config{ClientID: p.config.Client, Now: p.config.Now}),
		end:      more.End,
	}
	return p.known, nil
}

// Address returns where a browser is sent to sign in. What goes there is made
// of the browser's token, which only the browser has.
func (p *Provider) Address(ctx context.Context, token string) (string, error) {
	d, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return d.oauth.AuthCodeURL(derived(token, "state"), oidc.Nonce(derived(token, "nonce")), oauth2.S256ChallengeOption(derived(token, "verifier"))), nil
}

// derived makes a secret for one purpose out of a browser's token.
func derived(token, purpose string) string {
	sum := sha256.Sum256([]byte(purpose + " " + token))
	return hex.EncodeToString(sum[:])
}

// Identify returns who has signed in, by the answer with which the browser
// with that token comes back. The error's code is Refused where the answer is
// not to that browser's question or the person may not come in.
func (p *Provider) Identify(ctx context.Context, token string, answer url.Values) (accounts.Identity, error) {
	none := accounts.Identity{}
	if !same(answer.Get("state"), derived(token, "state")) {
		return none, p.refused(errors.New("the state is not the one that the browser was given"))
	}
	if said := answer.Get("error"); said != "" {
		return none, p.refused(fmt.Errorf("the provider says %q: %q", said, answer.Get("error_description")))
	}
	d, err := p.discover(ctx)
	if err != nil {
		return none, err
	}
	claims, err := p.claims(ctx, d, token, answer.Get("code"))
	if err != nil {
		return none, err
	}
	role, err := p.config.Rules.role(claims)
	if err != nil {
		return none, err
	}
	subject, _ := claims["sub"].(string)
	if subject == "" {
		return none, p.refused(errors.New("the token names nobody"))
	}
	return accounts.Identity{ID: p.config.Issuer + " " + subject, Name: nameOf(claims), Role: role}, nil
}

// claims returns what the token says that the provider gives for a code.
func (p *Provider) claims(ctx context.Context, d *discovered, token, code string) (map[string]any, error) {
	tokens, err := d.oauth.Exchange(p.ask(ctx), code, oauth2.VerifierOption(derived(token, "verifier")))
	if _, said := errors.AsType[*oauth2.RetrieveError](err); err != nil && !said {
		return nil, &adhere.Error{Code: adhere.Unavailable, Message: p.Name() + " does not answer", Hint: "try again", Err: err}
	}
	if err != nil {
		return nil, p.refused(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	id, err := d.verifier.Verify(p.ask(ctx), raw)
	if err != nil {
		return nil, p.refused(err)
	}
	if !same(id.Nonce, derived(token, "nonce")) {
		return nil, p.refused(errors.New("the nonce is not the one that the browser was given"))
	}
	var claims map[string]any
	if err := id.Claims(&claims); err != nil {
		return nil, p.refused(err)
	}
	if party, _ := claims["azp"].(string); len(id.Audience) > 1 && party != p.config.Client {
		return nil, p.refused(fmt.Errorf("the token is for %q, by way of %q", id.Audience, party))
	}
	return claims, nil
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// refused hides why from the browser, which may be an attacker's; the log says
// it.
func (p *Provider) refused(why error) error {
	return &adhere.Error{Code: adhere.Refused, Message: p.Name() + " has not signed you in", Hint: "start again from this page; the server's log has the reason", Err: why}
}

// SignOutAddress returns where a browser ends its session with the provider;
// empty where the provider does not say.
func (p *Provider) SignOutAddress(ctx context.Context) string {
	d, err := p.discover(ctx)
	if err != nil || d.end == "" {
		return ""
	}
	u, err := url.Parse(d.end)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" {
		return ""
	}
	q := u.Query()
	q.Set("client_id", p.config.Client)
	q.Set("post_logout_redirect_uri", p.config.Home)
	u.RawQuery = q.Encode()
	return u.String()
}
