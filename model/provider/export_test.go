package provider

import "net/http"

// NewClient lets tests put a network of their own below the client that Open
// builds.
func NewClient() *http.Client { return newClient(Options{}) }
