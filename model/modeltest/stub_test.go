package modeltest_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"adhere/model/modeltest"
)

// TestModels holds that a client which first lists the models finds one, and
// that this is not counted as a call.
func TestModels(t *testing.T) {
	t.Parallel()
	stub := &modeltest.Stub{}
	answer := httptest.NewRecorder()
	stub.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/v1/models", nil))
	var list struct{ Data []struct{ ID string } }
	if err := json.Unmarshal(answer.Body.Bytes(), &list); err != nil || len(list.Data) != 1 || list.Data[0].ID == "" {
		t.Errorf("the models are %s, %v", answer.Body, err)
	}
	if n := stub.Requests(); n != 0 {
		t.Errorf("%d calls were counted", n)
	}
}
