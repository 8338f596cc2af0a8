package english_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adhere"
	"adhere/verify/english"
)

// chat is a conversation with a long system message, whose turns come one by one.
func chat() []adhere.Message {
	rules := strings.Repeat("You know the timetable of the ferry and what a ticket costs. If a guest asks for the weather, name the harbour. ", 100)
	return []adhere.Message{
		{Role: adhere.System, Text: "You sell tickets. Answer in French.\n" + rules + "\nNever use emojis."},
		user("Hello! From now on, use at most 40 words."),
		{Role: adhere.Assistant, Text: "Bonjour."},
		user("What do two tickets cost? Use exactly 3 bullets."),
		{Role: adhere.Assistant, Text: "- Un\n- deux\n- trois"},
		user("Same rules again: when does it leave? Answer in English."),
	}
}

// TestMemory holds that a memory reads as Demands does, in every turn of a
// conversation and also what it knows.
func TestMemory(t *testing.T) {
	var known english.Memory
	found := 0
	for range 2 {
		for turn := range chat() {
			part := chat()[:turn+1]
			want := english.Demands(part)
			found += len(want)
			if d := cmp.Diff(want, known.Demands(part)); d != "" {
				t.Errorf("turn %d: %s", turn, d)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d demands were found, too few to compare", found)
	}
}

// TestMemoryReadsALongMessageOnce holds that another turn costs no second reading of
// the messages before it.
func TestMemoryReadsALongMessageOnce(t *testing.T) {
	var known english.Memory
	n := 0
	first := testing.AllocsPerRun(1, func() { english.Demands(chat()[:2]) })
	again := testing.AllocsPerRun(5, func() {
		known.Demands([]adhere.Message{chat()[0], user(fmt.Sprintf("When does ferry %d leave?", n))})
		n++
	})
	if again > first/4 {
		t.Errorf("%.0f allocations with a known system message, %.0f with a new one", again, first)
	}
}

// TestMemoryIsBounded holds that a memory keeps neither the texts that it has read
// nor any number of demands.
func TestMemoryIsBounded(t *testing.T) {
	var before, after runtime.MemStats
	var known english.Memory
	known.Demands(chat())
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 40 {
		known.Demands([]adhere.Message{user(fmt.Sprintf("Use at most %d words and mention \"ferry\".\n\n%s", i+10, strings.Repeat(" \n", 30<<10)))})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<20 {
		t.Errorf("40 messages of 60 KB take %d bytes", grown)
	}
	for i := range 50 {
		known.Demands([]adhere.Message{user(strings.Repeat(fmt.Sprintf("Use at most %d words. Answer in French.\n", i+10), 60))})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("messages of 6,000 demands take %d bytes", grown)
	}
	for i := range 1300 {
		known.Demands([]adhere.Message{user(fmt.Sprintf("Use at most%s%d words.", strings.Repeat(" ", 6_000), i+10))})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("demands of 8 MB take %d bytes", grown)
	}
	runtime.KeepAlive(&known)
}

// TestMemoryKeepsWhatIsUsed holds that others do not throw out a message that comes
// again and again.
func TestMemoryKeepsWhatIsUsed(t *testing.T) {
	var known english.Memory
	shared := chat()[:1]
	first := testing.AllocsPerRun(1, func() { english.Demands(shared) })
	known.Demands(shared)
	for round := range 4 {
		for i := range 40 { // more than half of what a memory keeps
			known.Demands([]adhere.Message{user(strings.Repeat(fmt.Sprintf("Use at most %d words. Answer in French.\n", 100*round+i+10), 30))})
		}
		var before, after runtime.MemStats // AllocsPerRun would read it before it counts
		runtime.ReadMemStats(&before)
		known.Demands(shared)
		runtime.ReadMemStats(&after)
		if again := float64(after.Mallocs - before.Mallocs); again > first/4 {
			t.Errorf("round %d: %.0f allocations with a known system message, %.0f with a new one", round, again, first)
		}
	}
}

// TestMemoryOfSeveral holds that goroutines may share a memory; the race detector
// sees where they may not.
func TestMemoryOfSeveral(t *testing.T) {
	var known english.Memory
	var all sync.WaitGroup
	want := english.Demands(chat())
	for i := range 8 {
		all.Go(func() {
			for turn := range chat() {
				known.Demands(chat()[:turn+1])
				known.Demands([]adhere.Message{user(fmt.Sprintf("Use at most %d words.", 10*turn+i+10))})
			}
			if d := cmp.Diff(want, known.Demands(chat())); d != "" {
				t.Error(d)
			}
		})
	}
	all.Wait()
}
