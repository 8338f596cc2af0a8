package main

import (
	"os"
	"strings"

	"github.com/spf13/pflag"

	"adhere"
	"adhere/internal/identity"
	"adhere/internal/web"
)

// identityFlags say at which identity provider people sign in.
type identityFlags struct {
	issuer, client, secretFile, claim string
	roles, domains                    []string
}

func (f *identityFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.issuer, "oidc-issuer", "", "address of an identity provider (OpenID Connect) at which people sign in, such as https://accounts.google.com")
	flags.StringVar(&f.client, "oidc-client", "", "ID of these pages at the provider")
	flags.StringVar(&f.secretFile, "oidc-secret-file", "", "file with the client's secret, if not in ADHERE_OIDC_SECRET")
	flags.StringVar(&f.claim, "oidc-claim", "", "claim whose values give roles, such as groups, realm_access.roles or email")
	flags.StringSliceVar(&f.roles, "oidc-role", nil, "VALUE=ROLE, such as adhere-admins=admin; the first whose value is in the claim counts; * matches any; people without a match cannot sign in")
	flags.StringSliceVar(&f.domains, "oidc-domain", nil, "admit only people with a confirmed e-mail address in this domain")
}

// secretVariable is where the client's secret may stand.
const secretVariable = "ADHERE_OIDC_SECRET"

// provider opens the identity provider, if there is to be one.
func (p *program) provider(origin string, f *identityFlags) (web.Identity, error) {
	if f.issuer == "" {
		if f.client != "" || len(f.roles) > 0 {
			return nil, &adhere.Error{Code: adhere.Invalid, Message: "--oidc-client and --oidc-role need --oidc-issuer", Hint: "name the identity provider, such as https://accounts.google.com"}
		}
		return nil, nil
	}
	if origin == "" {
		return nil, &adhere.Error{Code: adhere.Invalid, Message: "--oidc-issuer needs --url, the address to which the provider sends people back", Hint: "for example --url https://adhere.example.org, or http://localhost:8080 to try it"}
	}
	secret, err := p.clientSecret(f)
	if err != nil {
		return nil, err
	}
	home := strings.TrimSuffix(origin, "/")
	provider, err := identity.New(identity.Config{
		Issuer: f.issuer, Client: f.client, Secret: secret, Redirect: home + web.ReturnPath, Home: home + "/login",
		Rules: identity.Rules{Claim: f.claim, Roles: f.roles, Domains: f.domains}, Now: p.Now,
	})
	if err != nil {
		return nil, err
	}
	return provider, nil
}

// clientSecret reads the secret that goes to the provider; a folder that came
// from elsewhere cannot have it sent to an address of its own.
func (p *program) clientSecret(f *identityFlags) (string, error) {
	secret := p.Lookup(secretVariable)
	if f.secretFile != "" {
		b, err := os.ReadFile(f.secretFile)
		if err != nil {
			return "", &adhere.Error{Code: adhere.Invalid, Message: "--oidc-secret-file cannot be read", Err: err, Hint: "the file has the secret on one line; or set " + secretVariable}
		}
		secret = strings.TrimSpace(string(b))
	}
	if secret == "" || f.secretFile == "" && p.Origin(secretVariable) != "" { // .env, as the address
		return secret, nil
	}
	return secret, p.CheckKey("the identity provider", f.issuer, p.Addresses[f.issuer])
}
