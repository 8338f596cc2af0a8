# One door: `make check` is what CI runs (.ci/run). Everything else is a part of it.
GOLANGCI_VERSION := v2.15.0
DEADCODE_VERSION := v0.52.0
TOOLS := $(CURDIR)/bin
GO ?= go
FUZZTIME ?= 3s

.PHONY: build check format lint deadcode generated tidy test fuzz bench pictures tools

build: ## the program, as one static file
	CGO_ENABLED=0 $(GO) build -trimpath -o adhere ./cmd/adhere

check: tools tidy generated lint deadcode test fuzz ## everything that must hold

format: tools ## rewrites the sources in the one format
	$(TOOLS)/golangci-lint fmt

lint: tools ## format, vet and linters
	$(GO) vet ./...
	$(TOOLS)/golangci-lint run

deadcode: tools ## functions that nothing reaches, tests included
	@out=$$($(TOOLS)/deadcode -test ./...); if [ -n "$$out" ]; then echo "$$out"; exit 1; fi

tidy: ## go.mod and go.sum say what is used
	$(GO) mod tidy -diff

generated: ## generated files are what their sources say
	$(GO) test -count=1 -run 'TestGenerated' ./...

test: ## all tests, with the race detector; compiled afresh where sources changed
	$(GO) test -race -timeout 30m ./...

fuzz: ## each fuzz target for a short, bounded time
	./scripts/fuzz $(FUZZTIME)

bench: ## speeds, as ratios to the bare minimum of the same run
	$(GO) test -run '^$$' -bench . -benchmem ./...

pictures: ## pictures of the main pages, for the documentation; needs scripts/browser
	$(GO) test -count=1 -run '^TestPictures$$' ./internal/web -pictures $(CURDIR)/docs/images

tools: $(TOOLS)/golangci-lint $(TOOLS)/deadcode

$(TOOLS)/golangci-lint: Makefile
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@touch $@

$(TOOLS)/deadcode: Makefile
	GOBIN=$(TOOLS) $(GO) install golang.org/x/tools/cmd/deadcode@$(DEADCODE_VERSION)
	@touch $@
