# Compares the symbol index with the list of symbols, the ledger of rows, the tests and the chapters
# of MIGRATION.md. Prints file:line: message for each violation; see scripts/check-migration.
#
# Reads, in this order, each announced by a value of `part` on the command line: the functions and
# suites of Tests (tests), the names of flows (flows), the list of symbols (symbols), the ledger
# (ledger), the data (data), MIGRATION.md (page).

BEGIN {
  columns = "row kind owner objc swift2 swift replacement difference rating topic phase " \
    "confidence test"
  allow(2, "class init method property typealias enum enumCase constant notification function " \
    "string import linkFlag")
  allow(9, "direct care none")
  allow(10, "nilWalk titles lifetime liveSnapshot threads metadata orientation")
  allow(11, "read handle write observe")
  allow(12, "documented reported decided")
}

part == "tests" { noteTest(); next }
part == "flows" { noteFlow(); next }
part == "symbols" {
  if ($0 ~ /^#/ || $0 == "") next
  if (!($0 in symbols)) symbolCount++
  symbols[$0] = FNR
  symbolFile = FILENAME
  next
}
part == "ledger" { if ($0 !~ /^#/ && $0 != "") noteLedger(); next }
part == "data" { checkRow(); next }
part == "page" { checkPage() }

END {
  # So many the framework has; a shortened list would hide a missing row.
  if (symbolCount != 126) report(symbolFile, 1, symbolCount + 0 " symbols; AssetsLibrary has 126")
  endTask()
  for (i = 1; i <= 30; i++) {
    if (!(i in divergences)) report(pageFile, 1, "the divergence D" i " has no row; add it")
  }
  if (taskCount < 25) report(pageFile, 1, taskCount + 0 " tasks; there are 28 jobs to tell")
  for (name in symbols) {
    if (!(name in rowOf)) report(dataFile, 1, "the symbol " name " has no row; add one")
  }
  for (row in ledger) {
    if (ledger[row] ~ /^\(no symbol\)/) {
      if (!(row in inChapter)) report(pageFile, 1, row " is gone from the chapters; rows stay")
    } else if (!(row in symbolOf)) {
      report(dataFile, 1, row " (" ledger[row] ") is gone; rows stay")
    }
  }
}

function report(file, line, text) { print file ":" line ": " text }

function allow(column, words,   parts, n, i) {
  n = split(words, parts, " ")
  for (i = 1; i <= n; i++) allowed[column, parts[i]] = 1
}

# Lines are "file:text", as grep prints them.
function noteTest(   file, parts, n, name) {
  file = $0
  sub(/:.*/, "", file)
  n = split(file, parts, "/")
  if (match($0, /(struct|class|enum|extension) [A-Za-z0-9_]+/)) {
    name = substr($0, RSTART, RLENGTH)
    sub(/^[a-z]+ /, "", name)
    suites[parts[2] "/" name] = 1
    suiteFile[file] = suiteFile[file] " " name
  } else if (match($0, /func [A-Za-z0-9_]+\(/)) {
    name = substr($0, RSTART + 5, RLENGTH - 6)
    n = split(suiteFile[file], names, " ")
    for (i = 1; i <= n; i++) tests[parts[2] "/" names[i] "/" name] = 1
  }
}

function noteFlow(   name) {
  name = $0
  sub(/^"/, "", name)
  sub(/"$/, "", name)
  flows[name] = 1
}

function noteLedger(   parts) {
  split($0, parts, "\t")
  if (parts[1] in ledger) report(FILENAME, FNR, parts[1] " stands twice; each number once")
  ledger[parts[1]] = parts[2]
}

# Whether Tests has a suite, or a test of a suite: Target/Suite or Target/Suite/test.
function isTest(name,   parts, n) {
  n = split(name, parts, "/")
  return (n == 2 && name in suites) || (n == 3 && name in tests)
}

function checkRow(   cells, n, i, wanted, name) {
  dataFile = FILENAME
  n = split($0, cells, "\t")
  if (FNR == 1) {
    wanted = columns
    gsub(/ /, "\t", wanted)
    if ($0 != wanted) report(FILENAME, 1, "the columns must be: " columns)
    return
  }
  if (n != 13) {
    report(FILENAME, FNR, n " columns; write 13, separated by tabulators")
    return
  }
  name = (cells[3] == "" ? "" : cells[3] ".") cells[6]
  if (cells[1] in symbolOf) report(FILENAME, FNR, cells[1] " stands twice; take a new number")
  if (name in rowOf) report(FILENAME, FNR, name " has the row " rowOf[name] " already")
  symbolOf[cells[1]] = name
  objcOf[cells[1]] = cells[4]
  rowOf[name] = cells[1]
  if (cells[1] !~ /^M[1-9][0-9]*$/) report(FILENAME, FNR, "the row must be M and a number")
  if (!(cells[1] in ledger)) {
    report(FILENAME, FNR, cells[1] " is not in the ledger; run scripts/migration-index")
  } else if (ledger[cells[1]] != name) {
    report(FILENAME, FNR, cells[1] " is " ledger[cells[1]] " for ever, not " name)
  }
  split(columns, titles, " ")
  for (i = 2; i <= 12; i++) {
    if (i != 2 && i != 9 && i != 10 && i != 11 && i != 12) continue
    if (i == 10 && cells[9] != "care") {
      if (cells[10] != "") report(FILENAME, FNR, "only a row with care has a topic")
    } else if (!((i, cells[i]) in allowed)) {
      report(FILENAME, FNR, titles[i] " may not be \"" cells[i] "\"")
    }
  }
  for (i = 6; i <= 8; i++) {
    if (cells[i] == "") report(FILENAME, FNR, titles[i] " is empty")
  }
  if ((cells[9] == "none") != (cells[7] ~ /^none: because ./)) {
    report(FILENAME, FNR, "rating none and \"none: because …\" go together")
  }
  if (cells[5] == cells[6]) report(FILENAME, FNR, "swift2 stays empty when it equals swift")
  if (!isTest(cells[13])) report(FILENAME, FNR, "Tests has no " cells[13])
}

function checkPage(   text, name, row, symbol, shown) {
  pageFile = FILENAME
  if (/^<!-- The symbol index/) inIndex = 1
  if (/^<!-- The end of the symbol index/) inIndex = 0
  if (inIndex) return
  checkTask()
  if (match($0, /^\| D[0-9]+ \|/)) {
    divergences[substr($0, 4, RLENGTH - 5)] = 1
    if ($0 !~ /`[^`]*` \|$/) report(FILENAME, FNR, "the divergence names no test; add one")
  }
  text = $0
  while (match(text, /`[^`]+`/)) {
    name = substr(text, RSTART + 1, RLENGTH - 2)
    text = substr(text, RSTART + RLENGTH)
    if (name ~ /^[A-Za-z]+Tests\/[A-Za-z0-9\/]+$/ && !isTest(name)) {
      report(FILENAME, FNR, "Tests has no " name)
    }
    if (name ~ /^compare /) {
      sub(/^compare /, "", name)
      if (!(name in flows)) report(FILENAME, FNR, "`diptych compare` has no row " name)
    }
  }
  if (!match($0, /^\| M[0-9]+ \|/)) return
  row = substr($0, 3, RLENGTH - 4)
  if (row in inChapter) report(FILENAME, FNR, row " stands in two chapters")
  inChapter[row] = 1
  if (!(row in ledger)) {
    report(FILENAME, FNR, row " is not in the ledger; add it there")
    return
  }
  if (!(row in symbolOf)) return
  symbol = symbolOf[row]
  shown = objcOf[row]
  sub(/\(.*/, "", symbol)
  sub(/.*\./, "", symbol)
  if (index($0, symbol) == 0 && (shown == "" || index($0, shown) == 0)) {
    report(FILENAME, FNR, row " is " ledger[row] ", which this row does not name")
  }
}

# Every job under "Tasks" has both calls, what differs, the trap, a test, and how sure it is.
function checkTask() {
  if (/^## /) {
    endTask()
    inTasks = /^## Tasks$/
  }
  if (!inTasks) return
  if (/^### /) {
    endTask()
    task = substr($0, 5)
    taskLine = FNR
    taskCount++
  }
  if (/^```swift legacy$/) parts["legacy call"] = 1
  if (/^```swift modern$/) parts["modern call"] = 1
  if (match($0, /^\*\*(Differs|Trap|Test|Sure)\.\*\* ./)) {
    parts[substr($0, 3, RLENGTH - 7)] = 1
    if (/^\*\*Test/ && !/`/) report(FILENAME, FNR, "the job names no test; add one")
    if (/^\*\*Sure/ && !/\*\* (documented|reported|decided)/) {
      report(FILENAME, FNR, "sure is documented, reported or decided")
    }
  }
}

function endTask(   wanted, n, i) {
  if (task == "") return
  n = split("legacy call|modern call|Differs|Trap|Test|Sure", wanted, "|")
  for (i = 1; i <= n; i++) {
    if (!(wanted[i] in parts)) report(pageFile, taskLine, "\"" task "\" has no " wanted[i] "; add it")
  }
  split("", parts)
  task = ""
}
