.PHONY: build demo test
build: ; scripts/build
demo: ; scripts/demo
test: ; scripts/test
