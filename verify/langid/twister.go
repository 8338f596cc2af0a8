package langid

import (
	"math"
	"math/bits"
	"sync"
)

// A twister is the Mersenne Twister MT19937 of Matsumoto and Nishimura
// (1998), seeded with 0 and read as Python's module random reads it: the
// profiles' published results depend on the very numbers that it draws.
type twister struct {
	state  [624]uint32
	next   int
	spare  float64 // the second normal deviate of a pair
	spares bool
}

// seeded is the state after seeding with 0, by the reference algorithm for
// seeds that are arrays, with the first words ready.
var seeded = sync.OnceValue(func() *twister {
	t := &twister{next: 624}
	s := &t.state
	s[0] = 19650218
	for i := 1; i < 624; i++ {
		s[i] = 1812433253*(s[i-1]^s[i-1]>>30) + uint32(i)
	}
	mix := func(i int, factor uint32) uint32 { return s[i] ^ (s[i-1]^s[i-1]>>30)*factor }
	i := 1
	advance := func() {
		if i++; i == 624 {
			s[0] = s[623]
			i = 1
		}
	}
	for range 624 {
		s[i] = mix(i, 1664525)
		advance()
	}
	for range 623 {
		s[i] = mix(i, 1566083941) - uint32(i)
		advance()
	}
	s[0] = 1 << 31
	t.twist()
	return t
})

// uint32 draws 32 bits.
func (t *twister) uint32() uint32 {
	if t.next == 624 {
		t.twist()
	}
	y := t.state[t.next]
	t.next++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// twist makes the next 624 words.
func (t *twister) twist() {
	s := &t.state
	for i := range s {
		y := s[i]&(1<<31) | s[(i+1)%624]&(1<<31-1)
		s[i] = s[(i+397)%624] ^ y>>1 ^ (y&1)*0x9908b0df
	}
	t.next = 0
}

// float64 draws from [0, 1) with 53 bits.
func (t *twister) float64() float64 {
	a, b := t.uint32()>>5, t.uint32()>>6
	return (float64(a)*67108864 + float64(b)) / 9007199254740992
}

// below draws from 0 to n-1; n is at least 1 and less than 2^32.
func (t *twister) below(n int) int {
	unused := 32 - bits.Len32(uint32(n))
	for {
		if r := int(t.uint32() >> unused); r < n {
			return r
		}
	}
}

// gauss draws from the standard normal distribution, by Box and Muller's
// method.
func (t *twister) gauss() float64 {
	if t.spares {
		t.spares = false
		return t.spare
	}
	angle := t.float64() * 2 * math.Pi
	radius := math.Sqrt(-2 * math.Log(1-t.float64()))
	t.spare, t.spares = math.Sin(angle)*radius, true
	return math.Cos(angle) * radius
}
