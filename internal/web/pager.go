package web

import (
	"net/url"
	"strconv"
)

// A pager leads through the pages of a list.
type pager struct {
	From, To, Total int // what is on this page, from 1
	Page, Pages     int
	Previous, Next  string // empty at the ends
	First, Last     string
}

func pageOf(q url.Values) int {
	n, err := strconv.Atoi(q.Get("page"))
	if err != nil || n < 1 || n > 1<<30 {
		return 1
	}
	return n
}

// newPager leads through a list of so many at the page that the address names,
// or at the last.
func newPager(path string, q url.Values, total, size int) pager {
	p := pager{Total: total, Pages: max(1, (total+size-1)/size)}
	page := min(pageOf(q), p.Pages)
	p.Page, p.From, p.To = page, min((page-1)*size+1, total), min(page*size, total)
	to := func(n int) string { return with(path, q, "page", strconv.Itoa(n)) }
	if page > 1 {
		p.First, p.Previous = to(1), to(page-1)
	}
	if page < p.Pages {
		p.Next, p.Last = to(page+1), to(p.Pages)
	}
	return p
}

// paged is the part of a list that is on this page.
func paged[T any](all []T, p pager) []T { return all[max(0, p.From-1):p.To] }

// A passage leads from one of a list to those beside it.
type passage struct {
	Place, Total   int // Place from 1
	Previous, Next string
}

// passageAt is the passage at the i-th of so many, from 0; to says where each is.
func passageAt(i, total int, to func(i int) string) passage {
	p := passage{Place: i + 1, Total: total}
	if i > 0 {
		p.Previous = to(i - 1)
	}
	if i+1 < total {
		p.Next = to(i + 1)
	}
	return p
}

// at leads to an element of the pages.
func (p pager) at(id string) pager {
	for _, href := range []*string{&p.Previous, &p.Next, &p.First, &p.Last} {
		if *href != "" {
			*href += "#" + id
		}
	}
	return p
}

// with returns the path with the query, one value of which is changed; an
// empty one is left out. Another value than the page's leads to page 1.
func with(path string, q url.Values, key, value string) string {
	changed := url.Values{}
	for k, all := range q {
		for _, x := range all {
			if x != "" && k != key && (k != "page" || key == "page") {
				changed.Add(k, x)
			}
		}
	}
	if value != "" && (key != "page" || value != "1") {
		changed.Set(key, value)
	}
	if len(changed) == 0 {
		return path
	}
	return path + "?" + changed.Encode()
}
