package training

// A Count says how many examples of one kind there are.
type Count struct {
	Kept         int `json:"kept"`
	Duplicates   int `json:"duplicates"`   // further times that an example was found
	Contradicted int `json:"contradicted"` // different things left out because what is said of them contradicts itself
}

// Examples keeps one example under each key, unless different values were
// claimed for the key. The zero Examples is empty.
type Examples[T any] struct {
	order   []string
	entries map[string]*entry[T]
}

type entry[T any] struct {
	example T
	value   string
	found   int
	doubted bool
}

func (e *Examples[T]) at(key string) *entry[T] {
	b := e.entries[key]
	if b == nil {
		if e.entries == nil {
			e.entries = map[string]*entry[T]{}
		}
		b = &entry[T]{}
		e.entries[key] = b
		e.order = append(e.order, key)
	}
	return b
}

// Put files an example that claims a value for the key.
func (e *Examples[T]) Put(example T, key, value string) {
	b := e.at(key)
	if b.found == 0 {
		b.example, b.value = example, value
	}
	b.found++
	b.doubted = b.doubted || b.value != value
}

// Doubt notes that something speaks against any example of that key.
func (e *Examples[T]) Doubt(key string) { e.at(key).doubted = true }

// Kept returns the examples of which nothing contradicts another, in the order
// in which their keys came.
func (e *Examples[T]) Kept() []T {
	var list []T
	for _, key := range e.order {
		if b := e.entries[key]; b.found > 0 && !b.doubted {
			list = append(list, b.example)
		}
	}
	return list
}

// Count counts what is kept and what is not.
func (e *Examples[T]) Count() Count {
	var c Count
	for _, b := range e.entries {
		switch {
		case b.found == 0:
		case b.doubted:
			c.Contradicted++
		default:
			c.Kept++
			c.Duplicates += b.found - 1
		}
	}
	return c
}
