# Walks Swift files and prints `file:line: message` for each broken rule; see scripts/check-imports.
# Strings and comments are taken out first, so that text about a rule never breaks it.

BEGIN {
  readTable()
  appleNames = "UIKit|Photos|AssetsLibrary|CoreLocation|CoreGraphics|ImageIO|AVFoundation"
  appleNames = appleNames "|UniformTypeIdentifiers"
  modifiers = "((@[A-Za-z_]+(\\([^)]*\\))?|public|package|internal|fileprivate|private)[ \t]+)*"
}

FNR == 1 { startFile() }

{
  line = strip($0)
  checkReason()
  checkLine(line)
}

END { if (waiting) report(waitingLine, waitingText) }

# --- the table ---------------------------------------------------------------

function readTable(   row, parts, names, n, i, folder) {
  while ((getline row < table) > 0) {
    if (row ~ /^[ \t]*(#|$)/) continue
    split(row, parts, /[ \t]*\|[ \t]*/)
    folder = parts[1]
    allowed[folder] = " " parts[2] " "
    n = split(parts[2], names, /[ \t]+/)
    for (i = 1; i <= n; i++) {
      if (names[i] !~ /^CDiptych/ || folder !~ /^Sources\//) continue
      if (names[i] in seenBy) {
        print table ":1: " names[i] " is named for " seenBy[names[i]] " and for " folder
      }
      seenBy[names[i]] = folder
    }
  }
}

# The longest folder of the table that holds the file; an exact folder goes before a prefix.
function findRule(file,   folder, best, score, prefix) {
  best = ""
  bestScore = 0
  for (folder in allowed) {
    if (folder ~ /\*$/) {
      prefix = substr(folder, 1, length(folder) - 1)
      score = index(file, prefix) == 1 ? 2 * length(prefix) : 0
    } else {
      score = index(file, folder "/") == 1 ? 2 * length(folder) + 1 : 0
    }
    if (score > bestScore) { best = folder; bestScore = score }
  }
  return best
}

function mayImport(module,   names, n, i, name, answer) {
  if (module == "diptych") return 0
  answer = 0
  n = split(allowed[rule], names, /[ \t]+/)
  for (i = 1; i <= n; i++) {
    name = names[i]
    if (name == "") continue
    if (name == "*") { if (module !~ /^CDiptych/) answer = 1; continue }
    if (substr(name, 1, 1) == "!") {
      if (matches(module, substr(name, 2))) return 0
    } else if (matches(module, name)) answer = 1
  }
  return answer
}

function matches(module, name) {
  if (name ~ /\*$/) return index(module, substr(name, 1, length(name) - 1)) == 1
  return module == name
}

# --- the rules ---------------------------------------------------------------

function report(number, message) {
  print file ":" number ": " message
}

function startFile() {
  if (waiting) report(waitingLine, waitingText)
  waiting = 0
  file = FILENAME
  rule = findRule(file)
  inComment = 0
  multiline = ""
  inSources = file ~ /^Sources\//
  inCompat = file ~ /^Compat\//
  isClient = file ~ /^Tests\/ClientTests\//  # other people's files, unedited
  if (rule == "") report(1, "its folder has no line in " table "; add one")
}

# `@unchecked Sendable` and `nonisolated(unsafe)` say why, on their line or on the next.
function checkReason() {
  if (waiting) {
    if (!hasComment) report(waitingLine, waitingText)
    waiting = 0
  }
  if (line ~ /@unchecked[ \t]+Sendable|nonisolated\(unsafe\)/ && !hasComment) {
    waiting = 1
    waitingLine = FNR
    waitingText = "give the reason in a // comment on this line or the next"
  }
}

function checkLine(line,   module) {
  if (line ~ ("^[ \t]*" modifiers "import[ \t]")) {
    module = line
    sub("^[ \t]*" modifiers "import[ \t]+", "", module)
    sub(/^(typealias|struct|class|enum|protocol|let|var|func|actor)[ \t]+/, "", module)
    sub(/[^A-Za-z0-9_].*/, "", module)
    if (rule != "" && !mayImport(module)) report(FNR, rule " may not import " module)
    if (line ~ /@_exported/ && file !~ /\/Exports\.swift$/ && file !~ /^Compat\/Modules\//) {
      report(FNR, "@_exported belongs in Exports.swift")
    }
  }
  if (!inCompat && !isClient && line ~ ("canImport\\((" appleNames ")[.)]")) {
    report(FNR, "our sources never ask canImport for a name of Apple's")
  }
  if (inSources || inCompat) {
    if (FNR == 401) report(FNR, "more than 400 lines; split it")
    if (line ~ /(^|[^A-Za-z0-9_])(try|as)!/) report(FNR, "no try! and no as!")
    else if (isForced(line)) report(FNR, "no force-unwrap")
    if (inSources && line ~ /NSString\)\.[a-z]*Path/) {
      report(FNR, "Foundation's parts of paths trap for some; use those of String+Paths")
    }
  }
}

# A value followed by `!`: a lower-case name, or a bracket that something is asked of. The formatter
# finds the rest; types that are implicitly unwrapped (`URL!`) and `init!` are not meant.
function isForced(line) {
  gsub(/init!/, "init", line)
  return line ~ /(^|[^A-Za-z0-9_`])[a-z_][A-Za-z0-9_]*!([^=]|$)/ || line ~ /[])]![.[(]/
}

# --- the lexer ---------------------------------------------------------------

# The line without comments and without what strings hold; sets `hasComment` where a comment is there
# that is not documentation. Keeps `inComment` (its
# depth) and `multiline` (the delimiter that ends an open multi-line string) from line to line.
function strip(text,   code, token, hashes) {
  code = ""
  hasComment = 0
  while (text != "") {
    if (inComment > 0) {
      hasComment = 1
      if (!match(text, /\/\*|\*\//)) return code
      inComment += substr(text, RSTART, 1) == "/" ? 1 : -1
      text = substr(text, RSTART + 2)
    } else if (multiline != "") {
      text = afterMultiline(text)
    } else if (match(text, /\/\/|\/\*|#*"/)) {
      code = code substr(text, 1, RSTART - 1)
      token = substr(text, RSTART, RLENGTH)
      text = substr(text, RSTART + RLENGTH)
      if (token == "//") { hasComment = text !~ /^\//; return code }
      if (token == "/*") { inComment = 1; continue }
      hashes = substr(token, 1, length(token) - 1)
      code = code "\"\""
      if (substr(text, 1, 2) == "\"\"") {
        multiline = "\"\"\"" hashes
        text = substr(text, 3)
      } else text = afterString(text, hashes)
    } else return code text
  }
  return code
}

# What follows the end of the open multi-line string; nothing if it goes on.
function afterMultiline(text,   at, before) {
  while ((at = index(text, multiline)) > 0) {
    before = substr(text, at - 1, 1)
    text = substr(text, at + length(multiline))
    if (at > 1 && before == "\\" && length(multiline) == 3) continue
    multiline = ""
    return text
  }
  return ""
}

# What follows the end of a string on one line; interpolations are skipped with their own strings.
function afterString(text, hashes,   i, c, open) {
  if (hashes != "") {
    i = index(text, "\"" hashes)
    return i ? substr(text, i + 1 + length(hashes)) : ""
  }
  open = "s"  # what is open, innermost last: a string, a parenthesis of an interpolation
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (substr(open, length(open)) == "s") {
      if (c == "\\") {
        i++
        if (substr(text, i, 1) == "(") open = open "p"
      } else if (c == "\"") {
        open = substr(open, 1, length(open) - 1)
        if (open == "") return substr(text, i + 1)
      }
    } else if (c == "\"") open = open "s"
    else if (c == "(") open = open "p"
    else if (c == ")") open = substr(open, 1, length(open) - 1)
  }
  return ""
}
