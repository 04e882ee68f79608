# Compares a table of facts with the tests. Prints file:line: message for each violation; see
# scripts/check-facts.
#
# Reads the Swift files of Tests, then the page, announced by `part=page`. A row of the page is
#   | L47 | proved | `AlbumTests/namesThatGiveNil` | what is left to say |
# The facts are those from `letter` 1 to `letter` `count`, and the `cases`. A test without a target
# is one of `home`; others are written as `Target.Suite/test`. One of a row's tests has to name the
# fact, above it or inside it.

FNR == 1 && part != "page" { startFile() }
part != "page" { noteLine(); next }
part == "page" { pageFile = FILENAME; noteRow() }

END {
  for (number = 1; number <= count; number++) {
    if (!((letter number) in rowOf)) report(pageFile, 1, letter number " has no row; add one")
  }
  n = split(cases, list, " ")
  for (i = 1; i <= n; i++) {
    if (!(list[i] in rowOf)) report(pageFile, 1, list[i] " has no row; add one")
  }
}

function report(file, line, text) { print file ":" line ": " text }

# --- the tests ---------------------------------------------------------------

function startFile(   parts) {
  split(FILENAME, parts, "/")
  target = parts[2]
  suite = ""
  test = ""
  comment = ""
  isTest = 0
}

function noteLine(   name) {
  if (match($0, /^(@[A-Za-z(].* )?((public|package|private|final) )*(struct|class|enum|actor|extension) [A-Z][A-Za-z]*/)) {
    name = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", name)
    suite = name
    test = ""
    comment = ""
  }
  # What is built with one trait only stands two further in.
  if ($0 ~ /^  #if /) isInner = 1
  if ($0 ~ /^  #endif/) isInner = 0
  # A comment above a test belongs to it; one inside it too.
  if (isInner ? $0 ~ /^    \/\// : $0 ~ /^  \/\//) {
    comment = comment " " $0
    test = ""
    return
  }
  if ($0 ~ /@Test/) isTest = 1
  if (match($0, /^  (  )?(@Test.* )?((private|static|nonisolated\(nonsending\)) )*func [a-zA-Z0-9]+/)) {
    name = substr($0, RSTART, RLENGTH)
    sub(/.* /, "", name)
    test = ""
    if (isTest) {
      test = target "." suite "/" name
      seen[test] = 1
      named[test] = expand(comment)
    }
    isTest = 0
    comment = ""
    return
  }
  if (test != "" && $0 ~ /\/\/ /) named[test] = named[test] expand(substr($0, index($0, "//")))
  # A declaration of something else ends what a comment belongs to.
  if ($0 ~ /^  (private |static |@Suite)/ && $0 !~ /func /) comment = ""
}

# The numbers in a text, each between blanks, with ranges (L93–L103) written out.
function expand(text,   found, first, last, kind, token) {
  found = " "
  gsub(/\342\200\223/, "-", text)
  text = " " text
  # Not inside a word, such as MP4.
  while (match(text, /[^A-Za-z0-9][LPC][0-9]+(-[LPC][0-9]+)?/)) {
    token = substr(text, RSTART + 1, RLENGTH - 1)
    text = substr(text, RSTART + RLENGTH)
    kind = substr(token, 1, 1)
    first = substr(token, 2) + 0
    last = first
    if (index(token, "-")) last = substr(token, index(token, "-") + 2) + 0
    for (; first <= last; first++) found = found kind first " "
  }
  return found
}

# --- the page ----------------------------------------------------------------

function noteRow(   cells, fact, verdict, n, isNamed, tests, name) {
  if ($0 !~ /^\| [LPC][0-9]+ \|/) return
  split($0, cells, / \| /)
  fact = cells[1]
  sub(/^\| /, "", fact)
  verdict = cells[2]
  tests = cells[3]
  if (fact in rowOf) report(FILENAME, FNR, fact " is here and in line " rowOf[fact])
  rowOf[fact] = FNR
  if (fact ~ /^C/ && index(" " cases " ", " " fact " ") == 0) {
    report(FILENAME, FNR, fact " is no case of this API; see the list in scripts/check-facts")
  }
  if (verdict != "proved" && verdict !~ /^decision [0-9]+(, [0-9]+)*$/ && verdict != "not here") {
    report(FILENAME, FNR, fact ": \"" verdict "\" is no verdict; proved, decision N or not here")
  }
  n = 0
  isNamed = 0
  while (match(tests, /`[A-Za-z.]+\/[A-Za-z0-9]+`/)) {
    name = substr(tests, RSTART + 1, RLENGTH - 2)
    tests = substr(tests, RSTART + RLENGTH)
    if (name !~ /\./) name = home "." name
    n++
    if (!(name in seen)) report(FILENAME, FNR, fact ": there is no test " name)
    else if (index(named[name], " " fact " ")) isNamed = 1
  }
  if (verdict == "not here") {
    if (length(cells[4]) < 10) report(FILENAME, FNR, fact ": say why it cannot apply here")
  } else if (n == 0) {
    report(FILENAME, FNR, fact " names no test")
  } else if (!isNamed) {
    report(FILENAME, FNR, fact ": no test of this row names it in a comment")
  }
}
