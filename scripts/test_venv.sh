# The venv with PyTorch, the oracle of the tests; sourced after lib.sh.

venv=$build/venv-test

# Takes seconds when the list of packages is the one installed.
test_venv() {
  local list=$root/deps/requirements-test.txt python
  if [ -f "$venv/stamp" ] && cmp -s "$list" "$venv/stamp"; then
    return
  fi
  python=$(command -v python3.11 || command -v python3) || fail "the tests need python3.11"
  "$python" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' ||
    fail "the tests need python3.11 as the reference; found $("$python" --version)"
  step "Installing PyTorch and lit into $(basename "$build")/venv-test"
  rm -rf "$venv"
  logged venv "$python" -m venv "$venv"
  logged pip "$venv/bin/python" -m pip --disable-pip-version-check install --no-deps \
    --only-binary :all: --require-hashes -r "$list"
  cp "$list" "$venv/stamp"
}
