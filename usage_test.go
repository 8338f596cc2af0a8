package adhere_test

import (
	"reflect"
	"testing"

	"adhere"
)

// TestUsage holds that no field is left out of a sum or a difference.
func TestUsage(t *testing.T) {
	var u, sum adhere.Usage
	for i := range reflect.TypeFor[adhere.Usage]().NumField() {
		reflect.ValueOf(&u).Elem().Field(i).SetInt(int64(i + 1))
		reflect.ValueOf(&sum).Elem().Field(i).SetInt(2 * int64(i+1))
	}
	if got := u.Add(u); got != sum {
		t.Errorf("sum %+v", got)
	}
	if got := sum.Minus(u); got != u {
		t.Errorf("difference %+v", got)
	}
	if got := u.Minus(sum); got != (adhere.Usage{}) {
		t.Errorf("difference below 0: %+v", got)
	}
}
