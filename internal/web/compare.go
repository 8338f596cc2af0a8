package web

type pairOf struct{}
