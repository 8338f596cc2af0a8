// Package report shows results to people and to programs.
//
// Start with Result, which a run fills in, and Write, which renders it as
// text, JSON, CSV, Markdown, JUnit or one self-contained HTML page.
// WriteVersus renders two runs compared pair by pair, WriteSweep several
// results side by side, WriteAgreement judges and people measured against
// each other. A Document holds tables that another package works out.
//
// Every document is first laid out as sections of tables, notes and charts
// (layout.go), which each format then draws in its own file. A number is
// never shown bare: it has its interval, what it is taken over, and what was
// left undecided. Where there is no value, the reason is given in words.
//
// What models and people wrote is untrusted everywhere: escaped, kept apart
// from the text around it, with control characters and broken bytes made
// visible.
package report
