# One door: `make check` is what CI runs (.ci/run). Everything else is a part of it.
GOLANGCI_VERSION := v2.15.0
DEADCODE_VERSION := v0.52.0
GOVULNCHECK_VERSION := v1.8.0
TOOLS := $(CURDIR)/bin
GO ?= go
FUZZTIME ?= 3s

.PHONY: build quick check format lint deadcode generated tidy cross vulnerabilities test fuzz bench pictures tools

build: ## the program, as one static file
	CGO_ENABLED=0 $(GO) build -trimpath -o adhere ./cmd/adhere

quick: ## build, lint and tests, without the race detector, browsers and other programs
	$(GO) build ./...
	$(MAKE) --no-print-directory lint
	$(GO) test -short -vet=off ./...
	@$(NOTRUN)

check: tools tidy generated lint deadcode cross vulnerabilities test ## everything that must hold

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

cross: ## vets and builds for the other systems
	GOOS=darwin CGO_ENABLED=0 $(GO) vet ./...
	GOOS=windows CGO_ENABLED=0 $(GO) vet ./...
	GOOS=darwin GOARCH=arm64 CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/adhere
	GOOS=windows GOARCH=amd64 CGO_ENABLED=0 $(GO) build -o /dev/null ./cmd/adhere

vulnerabilities: tools ## known ones, where their database can be reached
	@$(TOOLS)/govulncheck ./... >$(TOOLS)/vulnerabilities.txt 2>&1; case $$? in \
	0) echo "vulnerabilities: none known" ;; \
	3) cat $(TOOLS)/vulnerabilities.txt; exit 1 ;; \
	*) echo "vulnerabilities: not looked for, their database cannot be reached" ;; esac

test: ## all tests, with the race detector; fuzz targets run their seeds, random tests one seed
	RAPID_SEED=1 $(GO) test -race -timeout 40m ./...
	$(GO) test -run 'PowerCut|DiskFaults|TestCuts' ./internal/store ./cmd/adhere # below SQLite, whose memory the race detector's pointer checks refuse
	$(GO) test -run TestSimulation ./internal/jobs # 9,000 goroutines on a virtual clock, with which the race detector crashed in its own code
	@$(NOTRUN)

# One line on the tests that need data which is not here.
NOTRUN = $(GO) test -count=1 -v -run '^TestNotRun$$' ./internal/benchdata | sed -n 's/.*\(not run: .*\)/\1/p'

fuzz: ## each fuzz target for FUZZTIME; not part of check
	./scripts/fuzz $(FUZZTIME)

bench: ## speeds, as ratios to the bare minimum of the same run
	$(GO) test -run '^$$' -bench . -benchmem ./...

pictures: ## pictures of the main pages, for the documentation; needs scripts/browser
	$(GO) test -count=1 -run '^TestPictures$$' ./internal/web -pictures $(CURDIR)/docs/images

tools: $(TOOLS)/golangci-lint $(TOOLS)/deadcode $(TOOLS)/govulncheck

$(TOOLS)/golangci-lint: Makefile
	GOBIN=$(TOOLS) $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@touch $@

$(TOOLS)/deadcode: Makefile
	GOBIN=$(TOOLS) $(GO) install golang.org/x/tools/cmd/deadcode@$(DEADCODE_VERSION)
	@touch $@

$(TOOLS)/govulncheck: Makefile
	GOBIN=$(TOOLS) $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	@touch $@
