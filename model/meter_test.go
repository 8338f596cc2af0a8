package model_test

import (
	"fmt"
	"sync"
	"testing"

	"adhere"
	"adhere/model"
	"adhere/model/modeltest"
)

func TestMeter(t *testing.T) {
	calls := newCalls()
	fake := modeltest.NewFake("p/m", func(*adhere.Request) string { return "four" })
	shared := model.Cache(fake, calls)
	var meter model.Meter
	subject, judge := meter.Count("subject", shared), meter.Count("judge", shared)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() { _, _ = subject.Generate(t.Context(), modeltest.Ask(fmt.Sprintf("%04d", i))) })
	}
	wg.Wait()
	for i := range 150 { // 100 of them are stored
		_, err := model.Stream(t.Context(), judge, modeltest.Ask(fmt.Sprintf("%04d", i)), func(adhere.Chunk) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	fake.Fail = func(*adhere.Request) error { return &adhere.Error{Code: adhere.Refused, Message: "no"} }
	_, _ = judge.Generate(t.Context(), modeltest.Ask("new"))
	roles := meter.Roles()
	if got := roles["subject"]; got.Now.Calls != 100 || got.Stored.Calls != 0 || got.Now.In != 100 || got.Now.Out != 100 || got.Failed != 0 {
		t.Errorf("subject %+v", got)
	}
	if got := roles["judge"]; got.Now.Calls != 50 || got.Stored.Calls != 100 || got.Stored.Out != 100 || got.Failed != 1 {
		t.Errorf("judge %+v", got)
	}
}
