package training

// A Count says how many examples of one kind there are.
type Count struct {
	Kept         int `json:"kept"`
	Duplicates   int `json:"duplicates"`   // further times that an example was found
	Contradicted int `json:"contradicted"` // different things left out because what is said of them contradicts itself
}

// A Shelf keeps one example under each key, unless different values were
// claimed for the key. The zero Shelf is empty.
type Shelf[T any] struct {
	order []string
	books map[string]*book[T]
}

type book[T any] struct {
	example T
	value   string
	found   int
	doubted bool
}

func (s *Shelf[T]) at(key string) *book[T] {
	b := s.books[key]
	if b == nil {
		if s.books == nil {
			s.books = map[string]*book[T]{}
		}
		b = &book[T]{}
		s.books[key] = b
		s.order = append(s.order, key)
	}
	return b
}

// Put files an example that claims a value for the key.
func (s *Shelf[T]) Put(example T, key, value string) {
	b := s.at(key)
	if b.found == 0 {
		b.example, b.value = example, value
	}
	b.found++
	b.doubted = b.doubted || b.value != value
}

// Doubt notes that something speaks against any example of that key.
func (s *Shelf[T]) Doubt(key string) { s.at(key).doubted = true }

// Kept returns the examples of which nothing contradicts another, in the order
// in which their keys came.
func (s *Shelf[T]) Kept() []T {
	var list []T
	for _, key := range s.order {
		if b := s.books[key]; b.found > 0 && !b.doubted {
			list = append(list, b.example)
		}
	}
	return list
}

// Count counts what is kept and what is not.
func (s *Shelf[T]) Count() Count {
	var c Count
	for _, b := range s.books {
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
