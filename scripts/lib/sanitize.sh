# Sourced behind setup.sh by the scripts that run programs under a sanitizer. Those of one sanitizer share
# a build, which counts what is executed, too, for the fuzzers, and checks the C of our module maps for
# undefined behavior: it is all in headers, so it becomes part of the Swift modules.

# shellcheck shell=bash disable=SC2034,SC2154

# Where the programs are, once one is built.
sanitized_folder=

# Swift's own report of a crash reads the stack where the sanitizer forbids it.
export SWIFT_BACKTRACE=enable=no

# Leaks of what the libraries in C allocate are looked for when a program ends.
export LSAN_OPTIONS=suppressions=$PWD/scripts/lib/leaks.txt:print_suppressions=0:${LSAN_OPTIONS:-}
address_options=detect_leaks=1:${ASAN_OPTIONS:-}
# The status of a program in which a race was found.
readonly race_status=66
thread_options="halt_on_error=0 exitcode=$race_status ${TSAN_OPTIONS:-}"

# What makes undefined behavior in C end the program.
readonly undefined_checks=(-Xcc -fsanitize=undefined -Xcc -fno-sanitize-recover=undefined)

# Ends with 1 unless a planted overflow in a C header is found: a compiler that no longer checks headers
# would otherwise look like code without a fault.
prove_undefined_checks() {
  local sanitizer=$1 folder status=0
  folder=$(mktemp -d)
  printf '%s\n' 'module Probe { header "probe.h" }' >"$folder/module.modulemap"
  printf '%s\n' 'static inline int probe_add(int a, int b) { return a + b; }' >"$folder/probe.h"
  printf '%s\n' 'import Probe' 'let sum = probe_add(.max, Int32(CommandLine.arguments.count))' \
    'exit(sum < 0 ? 0 : 2)' | sed '1a import Foundation' >"$folder/main.swift"
  swiftc -O "-sanitize=$sanitizer" "${undefined_checks[@]}" -I "$folder" "$folder/main.swift" \
    -o "$folder/probe" 2>&1 | { grep -v "Cannot export local symbol" >&2 || true; }
  "$folder/probe" >"$folder/out" 2>&1 || status=$?
  if ((status == 0)) || ! grep -q "runtime error: signed integer overflow" "$folder/out"; then
    say "An overflow that was planted in a C header was not found (status $status)."
    rm -rf "$folder"
    return 1
  fi
  rm -rf "$folder"
}

# Builds products with a sanitizer, `address` or `thread`, into .build/NAME; the program named Fuzz has
# libFuzzer's loop.
build_sanitized() {
  local sanitizer=$1 driver product build begun=$SECONDS
  shift
  driver=$(find "$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib" \
    -name "libclang_rt.fuzzer_no_main-$(uname -m).a" -print -quit)
  [[ -n $driver ]] || unavailable \
    "This Swift toolchain has no libFuzzer: install one of https://www.swift.org/install."
  build=(
    --sanitize="$sanitizer" --scratch-path ".build/$sanitizer" "${swift_flags[@]}"
    # Optimized, with the checks and the names that a build for debugging has: many times faster.
    -Xswiftc -O
    "${undefined_checks[@]}"
    # The compiler alone is told of the fuzzer: to the linker it would mean a second main function.
    -Xswiftc -Xfrontend -Xswiftc "-sanitize=$sanitizer,fuzzer" -Xswiftc -DFUZZER
    # The library of C++ by the name that it has where its headers are not installed, too.
    -Xlinker "$driver" -Xlinker -l:libstdc++.so.6
  )
  for product in "$@"; do
    say "Building $product with the $sanitizer sanitizer …"
    # The linker warns of names that the sanitizer's library keeps to itself; nothing is wrong.
    swift build --product "$product" "${build[@]}" 2>&1 |
      grep -v "Cannot export local symbol" >&2
  done
  sanitized_folder=$(swift build "${build[@]}" --show-bin-path)
  say "Built in $((SECONDS - begun)) s."
}
