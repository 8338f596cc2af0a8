package material

import (
	"context"

	"adhere/internal/annotate"
	"adhere/internal/store"
	"adhere/internal/userfile"
)

// Practice returns what comes before the work of a campaign: the units of a file
// or, where its path is "", the protocol's own; none if bare.
func Practice(protocol *annotate.Protocol, path string, bare bool) ([]annotate.Unit, error) {
	switch {
	case bare:
		return nil, nil
	case path == "":
		return protocol.Practice()
	}
	b, err := userfile.Named("--practice", path).Read()
	if err != nil {
		return nil, err
	}
	return annotate.ReadPractice(path, b)
}

// RunNamed returns the whole ID of a stored run that a part of it names, else
// the name as it is: that of a file.
func RunNamed(ctx context.Context, s *store.Store, name string) string {
	if run, err := s.Run(ctx, name); err == nil {
		return run.ID
	}
	return name
}
