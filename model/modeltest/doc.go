// Package modeltest holds what stands in for language models in tests and
// measurements: Stub, a server that speaks the providers' wire formats and
// misbehaves on request; Fake, a model without a wire; and TestModel, the suite
// that every model and wrapper passes.
package modeltest
