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

func newPager(path string, q url.Values, page, total, size int) pager {
	p := pager{Total: total, Page: page, Pages: max(1, (total+size-1)/size)}
	p.From, p.To = min((page-1)*size+1, total), min(page*size, total)
	to := func(n int) string { return with(path, q, "page", strconv.Itoa(n)) }
	if page > 1 {
		p.First, p.Previous = to(1), to(min(page-1, p.Pages))
	}
	if page < p.Pages {
		p.Next, p.Last = to(page+1), to(p.Pages)
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
