package web

// An export writes pages as files instead of answering with them.
type export struct{}

func (*export) asset(name string) string { return name }
func (*export) href(path string) string  { return path }
