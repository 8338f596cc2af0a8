package langid

import "testing"

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		readProfiles(profileData, new(table))
	}
}
