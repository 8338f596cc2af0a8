//go:build !unix && !windows

package serving

import "os"

// holdLock does nothing where the system has no lock that ends with its
// process: there, nothing stops two services from sharing a ledger, or two
// commands from changing the keys at once.
func holdLock(*os.File) error { return nil }
