# Sourced by the scripts that build. `setup "$@"` makes sure that the system packages and Swift are
# there, then leaves the remaining arguments in `arguments` and the flags for `swift build` and
# `swift test` in `swift_flags`.
#
#   --no-install     (argument)     only say what is missing, and stop
#   --help           (argument)     print the head of the script, and stop
#   DIPTYCH_CORE=1   (environment)  build without the trait AllMedia: JPEG and PNG only

# shellcheck shell=bash disable=SC2034

readonly exit_unavailable=69

arguments=()
swift_flags=()

# What SwiftPM itself needs to run and to link on a bare Debian 12: measured, nothing more.
# The first name is what Debian 12 calls it; what stands after | is a pattern that does as well.
system_packages=(
  binutils libc6-dev 'libgcc-12-dev|libgcc-[0-9]+-dev' libcurl4 libncurses6 libxml2 tzdata
)

# What our own code needs: the C libraries of the engine and of the codecs.
system_packages+=(libsqlite3-dev libssl-dev libturbojpeg0-dev libpng-dev libexif-dev)
if [[ ${DIPTYCH_CORE:-} == 1 ]]; then
  swift_flags+=(--disable-default-traits)
else
  system_packages+=(
    libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libgif-dev libwebp-dev libtiff-dev
    libraw-dev liblcms2-dev
  )
  # Kept apart: an older one is not good enough, and Debian 12 has the newer in its backports.
  heif_packages=(libheif-dev libheif-plugin-libde265 libheif-plugin-dav1d)
fi
readonly heif_version=1.18

# Empty without AllMedia.
[[ -v heif_packages ]] || heif_packages=()

# Prints a line about the work on standard error, so that standard output stays the command's own.
say() {
  printf '%s\n' "$*" >&2
}

# Stops with a sentence and the status that means "something that is needed is not available".
unavailable() {
  say "$*"
  exit "$exit_unavailable"
}

# Prints what stands at the head of a script, and ends it: nothing is installed or built for that.
help_of() {
  sed -n '2,/^[^#]/{s/^# \{0,1\}//p}' "$1"
  exit 0
}

# Prints the names of `system_packages` that no installed package has or provides.
missing_packages() {
  local installed wanted
  installed=$(
    dpkg-query -W -f '${db:Status-Status},${Package},${Provides}\n' |
      sed -n 's/^installed,//p' | sed 's/([^)]*)//g; s/ //g; s/,/\n/g'
  )
  for wanted in "${system_packages[@]}"; do
    grep -qxE "$wanted" <<<"$installed" || printf '%s\n' "${wanted%%|*}"
  done
}

# Prints the names of `heif_packages` if one of them is missing or too old.
missing_heif_packages() {
  local package version
  for package in "${heif_packages[@]}"; do
    # An unknown package makes dpkg-query fail, which is an answer here and no reason to stop.
    version=$({ dpkg-query -W -f '${db:Status-Status} ${Version}\n' "$package" 2>/dev/null || true; } |
      sed -n 's/^installed //p')
    if [[ -z $version ]] || dpkg --compare-versions "$version" lt "$heif_version"; then
      printf '%s\n' "${heif_packages[@]}"
      return
    fi
  done
}

# Prints the apt line that brings libheif 1.18 or later: a plain one where the system's own sources
# have it, else one that adds Debian's backports, found beside the system's own suite.
heif_line() {
  local as_root=$1 candidate release archive
  shift
  candidate=$(apt-cache policy libheif-dev 2>/dev/null | sed -n 's/^ *Candidate: //p')
  if [[ -n $candidate && $candidate != '(none)' ]] &&
    dpkg --compare-versions "$candidate" ge "$heif_version"; then
    printf '%s' "${as_root}apt-get install -y --no-install-recommends $*"
    return
  fi
  release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  # shellcheck disable=SC2016
  archive=$(apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' |
    sed -n "s/ $release\$//p" | head -n 1)
  [[ -n $release && -n $archive ]] || return 1
  printf '%s' "echo 'deb $archive $release-backports main'" \
    " | ${as_root}tee /etc/apt/sources.list.d/$release-backports.list >/dev/null" \
    " && ${as_root}apt-get update" \
    " && ${as_root}apt-get install -y --no-install-recommends -t $release-backports $*"
}

# Brings libheif, or stops with what to do.
install_heif() {
  local may_install=$1
  shift
  local as_root='' line
  [[ $(id -u) == 0 ]] || as_root='sudo '
  say "libheif $heif_version or later, for photos of current iPhones, is missing: $*"
  line=$(heif_line "$as_root" "$@") || unavailable \
    "No source of this system has it: install libheif $heif_version or later, or set DIPTYCH_CORE=1."
  say "  $line"
  [[ $may_install == yes ]] || unavailable "Run the line above, then run this script again."
  if [[ -n $as_root ]] && ! sudo -n true 2>/dev/null; then
    unavailable "Installing needs root: run the line above, then run this script again."
  fi
  run_apt "$line" ||
    unavailable "libheif could not be installed: see apt's message above, then run its line."
}

# Runs the apt line that brings the given packages, or stops with it where it may not.
install_packages() {
  local may_install=$1
  shift
  local line="apt-get install -y --no-install-recommends $*"
  local as_root=''
  [[ $(id -u) == 0 ]] || as_root='sudo '

  say "These system packages are missing: $*"
  if [[ -z $(find /var/lib/apt/lists -name '*_Packages*' -print -quit 2>/dev/null) ]]; then
    line="${as_root}apt-get update && ${as_root}$line"
  else
    line="$as_root$line"
  fi
  say "  $line"
  [[ $may_install == yes ]] || unavailable "Run the line above, then run this script again."
  if [[ -n $as_root ]] && ! sudo -n true 2>/dev/null; then
    unavailable "Installing needs root: run the line above, then run this script again."
  fi

  local started=$SECONDS
  if ! run_apt "$line"; then
    # Lists that are too old name files that the mirror no longer has.
    say "That did not work; trying once more with fresh package lists."
    run_apt "${as_root}apt-get update && $line" ||
      unavailable "The packages could not be installed: see apt's message above, then run its line."
  fi
  say "Installed in $((SECONDS - started)) s."
}

# Runs an apt line without questions; what apt prints goes to standard error.
run_apt() {
  DEBIAN_FRONTEND=noninteractive bash -c "${1//sudo /sudo -n DEBIAN_FRONTEND=noninteractive }" \
    </dev/null >&2
}

# Stops unless the Swift on PATH is 6.2 or later.
check_swift_version() {
  local version
  version=$(swift --version 2>/dev/null |
    sed -n 's/.*Swift version \([0-9][0-9]*\)\.\([0-9][0-9]*\).*/\1 \2/p' | head -n 1) || true
  [[ -n $version ]] ||
    unavailable "'swift --version' does not run: repair the toolchain at $(command -v swift)."
  local major=${version% *} minor=${version#* }
  if ((major < 6 || (major == 6 && minor < 2))); then
    unavailable "Swift $major.$minor is too old: install 6.2 or later (https://www.swift.org/install)."
  fi
}

# The whole set-up; see the top of this file.
setup() {
  local may_install=yes argument
  for argument in "$@"; do
    case $argument in
      --no-install) may_install=no ;;
      -h | --help) help_of "$0" ;;
      *) arguments+=("$argument") ;;
    esac
  done

  command -v swift >/dev/null || unavailable \
    "Swift is not on PATH: install 6.2 or later (https://www.swift.org/install), put usr/bin on PATH."
  if command -v dpkg-query >/dev/null; then
    local missing
    mapfile -t missing < <(missing_packages)
    ((${#missing[@]} == 0)) || install_packages "$may_install" "${missing[@]}"
    mapfile -t missing < <(missing_heif_packages)
    ((${#missing[@]} == 0)) || install_heif "$may_install" "${missing[@]}"
  else
    say "This system has no dpkg: install what Debian calls: ${system_packages[*]%%|*} ${heif_packages[*]}"
  fi
  check_swift_version

  # Warnings are errors in what our own scripts build.
  export DIPTYCH_STRICT=1
}
