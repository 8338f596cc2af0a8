// Package web shows runs to people, and takes what people say.
//
// A Server is made by New from what it shows and who may see it; all that it
// answers to is one table, routes in routes.go. A page has a handler in a file
// named after what is done, noun first (run_show.go), a view that holds what
// the page says, and a template of the same name in templates/, in the one
// layout. Handlers take a visit, and with on also what the path names, and return
// an error, which becomes a page.
//
// To add a page: write the handler and its template, add a line to routes and,
// if people should find it, to nav; add its states to the storybook. Tests
// walk both lists: they try each route with every role and from other sites,
// and look at each state with a checker for accessibility.
//
// Whatever models and people wrote is text that is shown, never markup:
// templates escape it, and text, line and name make visible what would act
// unseen. Nothing is loaded from elsewhere and nothing is inline, so that the
// content policy can forbid both.
package web
