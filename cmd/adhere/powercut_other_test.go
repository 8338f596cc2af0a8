//go:build !linux || race

package main

// adhereOrCut is the command; power cuts are tested on Linux.
func adhereOrCut() { main() }
