//go:build !linux

package main

// adhereOrCut is the command; power cuts are tested on Linux.
func adhereOrCut() { main() }
