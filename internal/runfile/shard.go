package runfile

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"adhere"
)

// ParseShard reads "1/3", or "auto" and "auto/3", which take what is left out
// from the variables that Slurm's job arrays and Kubernetes' indexed jobs set.
func ParseShard(s string, lookup func(string) string) (*Shard, error) {
	index, of, _ := strings.Cut(s, "/")
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return -1
		}
		return n
	}
	shard := Shard{number(index), number(of)}
	if index == "auto" {
		id, first, step := lookup("SLURM_ARRAY_TASK_ID"), number(cmp.Or(lookup("SLURM_ARRAY_TASK_MIN"), "1")), number(lookup("SLURM_ARRAY_TASK_STEP"))
		if id == "" {
			id, first, step = lookup("JOB_COMPLETION_INDEX"), 0, 1
		}
		if id == "" {
			return nil, wrongShard(s, "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set")
		}
		if n := number(id); n >= first {
			shard.Index = (n-first)/max(step, 1) + 1
		}
		if of == "" {
			shard.Of = number(lookup("SLURM_ARRAY_TASK_COUNT"))
		}
		if shard.Of < 1 {
			return nil, wrongShard(s, "how many there are is not known")
		}
	}
	if shard.Index < 1 || shard.Of < shard.Index {
		return nil, wrongShard(s, fmt.Sprintf("expected a part from 1 to the number of parts, not %d of %d", shard.Index, shard.Of))
	}
	return &shard, nil
}

func wrongShard(s, why string) error {
	return &adhere.Error{Code: adhere.Invalid, Message: fmt.Sprintf("--shard %q: %s", s, why), Hint: "for example --shard 1/3; in a job array --shard auto, in an indexed Kubernetes job --shard auto/3"}
}

// Holds reports whether an instruction is in the shard. Instructions of one
// group, which metrics count together, are in one shard.
func (s *Shard) Holds(in *adhere.Instruction) bool {
	h := fnv.New64a()
	h.Write([]byte(cmp.Or(in.Group, in.ID)))
	return int(h.Sum64()%uint64(s.Of)) == s.Index-1
}
