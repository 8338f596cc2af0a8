// Package retrieve finds the passages of texts that a query is about: by the
// words they share (BM25), by the nearness of vectors (Dense), and by both
// (Fused). Whatever the way, the best come first and equals keep their order,
// so that the same query over the same texts finds the same passages.
package retrieve
