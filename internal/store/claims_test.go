package store_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"adhere"
)

func TestClaim(t *testing.T) {
	ctx := context.Background()
	first := open(t)
	second := openAt(t, first.Path()) // as another process would
	second.Now = first.Now
	held, release, err := first.Claim(ctx, "r")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("run r is being carried out by process %d", os.Getpid())
	if _, _, err := second.Claim(ctx, "r"); adhere.CodeOf(err) != adhere.Conflict || err.Error() != want || !strings.Contains(adhere.HintOf(err), "--resume") {
		t.Errorf("a claimed run: %v, try %q", err, adhere.HintOf(err))
	}
	_, other, err := second.Claim(ctx, "s")
	if err != nil {
		t.Errorf("another run: %v", err)
	}
	other()
	if held.Err() != nil {
		t.Error("the claim's context ended before its release")
	}
	release()
	if held.Err() == nil {
		t.Error("the claim's context did not end with it")
	}
	_, release, err = second.Claim(ctx, "r")
	if err != nil {
		t.Fatalf("a run given back: %v", err)
	}
	release()
}

// TestClaimOfTheDead takes over what others left behind.
func TestClaimOfTheDead(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	ended := cmd.Process.Pid
	unseen := endedUnseen(t)
	for name, c := range map[string]struct {
		change string
		taken  bool
	}{
		"alive":                        {"beat = beat", false},
		"a process that ended":         {fmt.Sprint("pid = ", ended), true},
		"one that ended unseen":        {fmt.Sprint("pid = ", unseen), runtime.GOOS == "linux" || runtime.GOOS == "windows"},
		"a process elsewhere":          {fmt.Sprint("host = 'elsewhere', pid = ", ended), false},
		"elsewhere, quiet for a while": {"host = 'elsewhere', beat = beat - 14999", false},
		"elsewhere, quiet too long":    {"host = 'elsewhere', beat = beat - 15000", true},
		"alive, quiet too long":        {"beat = beat - 15000", true},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "adhere.db")
			// Within the bubble no time passes in which the claim is renewed.
			synctest.Test(t, func(t *testing.T) { claimAfter(t, path, c.change, c.taken) })
		})
	}
}

// endedUnseen returns the ID of a process that has ended and for which whoever
// started it has not waited yet.
func endedUnseen(t *testing.T) int {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	_, _ = io.ReadAll(out) // ends with the process
	return cmd.Process.Pid
}

// claimAfter claims a run whose claim has been changed.
func claimAfter(t *testing.T, path, change string, taken bool) {
	s := openAt(t, path)
	s.Now = func() time.Time { return noon }
	_, release, err := s.Claim(t.Context(), "r")
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	raw(t, path, "update claims set "+change)
	_, again, err := s.Claim(t.Context(), "r")
	if (err == nil) != taken || err != nil && adhere.CodeOf(err) != adhere.Conflict {
		t.Fatalf("taken over: %v", err)
	}
	if err != nil {
		if strings.Contains(change, "elsewhere") && !strings.HasSuffix(err.Error(), fmt.Sprintf("process %d of elsewhere", pidIn(t, path))) {
			t.Errorf("error %q does not say where", err)
		}
		return
	}
	release() // of the old owner: it must leave the new one's alone
	if _, _, err := s.Claim(t.Context(), "r"); adhere.CodeOf(err) != adhere.Conflict {
		t.Errorf("the new claim was given back by the old owner: %v", err)
	}
	again()
}

func pidIn(t *testing.T, path string) (pid int) {
	if err := raw(t, path).QueryRow("select pid from claims").Scan(&pid); err != nil {
		t.Fatal(err)
	}
	return pid
}

// TestClaimIsRenewed holds a run for long, and loses it.
func TestClaimIsRenewed(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := openAt(t, filepath.Join(dir, "adhere.db"))
		held, release, err := s.Claim(context.Background(), "r")
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		time.Sleep(time.Minute + time.Second) // between two renewals
		synctest.Wait()
		if _, _, err := s.Claim(context.Background(), "r"); adhere.CodeOf(err) != adhere.Conflict {
			t.Errorf("after a minute: %v", err)
		}
		raw(t, s.Path(), "update claims set owner = 'another'")
		time.Sleep(4 * time.Second)
		synctest.Wait()
		if held.Err() == nil || !strings.Contains(context.Cause(held).Error(), "taken over") {
			t.Errorf("a claim that was lost ended with %v", context.Cause(held))
		}
	})
}

// TestClaimCall has two stores, as of two processes, claim calls, and a
// process that is killed.
func TestClaimCall(t *testing.T) {
	if path := os.Getenv("STORE_TEST_CLAIM"); path != "" {
		_, claimed, err := openAt(t, path).ClaimCall("k")
		fmt.Println("claimed", claimed, err)
		time.Sleep(time.Hour)
	}
	first := open(t)
	second := openAt(t, first.Path())
	release, claimed, err := first.ClaimCall("k")
	if err != nil || !claimed {
		t.Fatal(claimed, err)
	}
	if _, claimed, err := second.ClaimCall("k"); err != nil || claimed {
		t.Errorf("a call in flight was claimed: %v", err)
	}
	if other, claimed, err := second.ClaimCall("l"); err != nil || !claimed {
		t.Errorf("another call: %v", err)
	} else {
		other()
	}
	release()
	cmd := exec.Command(os.Args[0], "-test.run=^TestClaimCall$")
	cmd.Env = append(os.Environ(), "STORE_TEST_CLAIM="+first.Path())
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, _ := bufio.NewReader(out).ReadString('\n'); line != "claimed true <nil>\n" {
		t.Errorf("a call that was released: %q", line)
	}
	if _, claimed, err := second.ClaimCall("k"); err != nil || claimed {
		t.Errorf("a call in flight in another process was claimed: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	for {          // a server may hear of its end a moment later
		_, claimed, err := second.ClaimCall("k")
		if err != nil {
			t.Fatalf("the call of a killed process: %v", err)
		}
		if claimed {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}
