# Sourced by the scripts that build the checkout from another place.

# shellcheck shell=bash

# Lists the files of the checkout at $1, NUL-terminated: what git tracks and what it would track.
# Where there is no git or no repository (an exported copy), everything but dot-folders of builds.
checkout_files() {
  if command -v git >/dev/null && git -c safe.directory="$1" -C "$1" rev-parse 2>/dev/null; then
    git -c safe.directory="$1" -C "$1" ls-files -z --cached --others --exclude-standard |
      (cd "$1" && while IFS= read -r -d '' file; do
        [[ ! -e $file && ! -L $file ]] || printf '%s\0' "$file"
      done)
  else
    (cd "$1" && find . \( -name .build -o -name .git \) -prune -o ! -type d -print0)
  fi
}

# Copies the checkout at $1 to the new folder $2.
copy_checkout() {
  mkdir -p "$2"
  checkout_files "$1" | tar -C "$1" --null --files-from=- -cf - | tar -C "$2" -xf -
}
