# Shell functions of scripts/build, demo, test and nightly; sourced, not run.

set -euo pipefail
export LC_ALL=C.UTF-8
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${JANUSC_BUILD_DIR:-$root/build}
jobs=${JANUSC_JOBS:-$(nproc)}
started=$SECONDS

# One line per step, with the minutes and seconds since the start.
step() {
  printf '[%2d:%02d] %s\n' $(((SECONDS - started) / 60)) $(((SECONDS - started) % 60)) "$*"
}

fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Runs a command with its output in build/logs/NAME.log; shows the end of it when the command fails.
logged() {
  local name=$1 log=$build/logs/$1.log
  shift
  mkdir -p "$build/logs"
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "$name failed; the whole output is in $log"
  fi
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "this needs root or sudo: $*"
  fi
}

is_installed() {
  dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed
}

# Installs those of the named packages that are missing.
apt_packages() {
  local package missing=()
  for package in "$@"; do
    is_installed "$package" || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  command -v apt-get >/dev/null ||
    fail "install what these Debian packages hold, then run again: ${missing[*]}"
  step "Installing ${missing[*]}"
  logged apt-update as_root apt-get update
  logged apt-install as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends "${missing[@]}"
}

# What the compiler is built with, what it calls when it compiles a program, and the LAPACK that
# programs open.
build_packages=(cmake ninja-build g++ python3 python3-dev python3-venv llvm-14-dev zlib1g-dev libcli11-dev
  nlohmann-json3-dev libboost-dev libopenblas0-serial)
# What the tests need beside that, FFTW among it, which programs with Fourier transforms open, and CPython's own tests.
test_packages=(libgtest-dev llvm-14-tools clang clang-format strace libfftw3-single3 libfftw3-double3
  libpython3.11-testsuite)

# Configures the build folder of a preset. Later arguments go to cmake.
configure() {
  local folder=$1 preset=$2
  shift 2
  step "Configuring $(basename "$folder")"
  (cd "$root" && logged "configure-$preset" cmake --preset "$preset" -B "$folder" "$@")
}

# Builds targets (all, when none is named), with ninja's progress on a terminal.
compile() {
  local folder=$1
  shift
  step "Building $(basename "$folder")${*:+: $*}"
  local targets=()
  [ $# = 0 ] || targets=(--target "$@")
  if [ -t 1 ]; then
    cmake --build "$folder" -j "$jobs" "${targets[@]}"
  else
    logged "build-$(basename "$folder")${1:+-$1}" \
      cmake --build "$folder" -j "$jobs" "${targets[@]}"
  fi
}

build_compiler() {
  apt_packages "${build_packages[@]}"
  configure "$build" release
  compile "$build"
  [ -x "$build/bin/janusc" ] || fail "the build left no $build/bin/janusc"
}
