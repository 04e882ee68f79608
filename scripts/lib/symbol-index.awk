# Writes the tables of the symbol index from Sources/DiptychScanner/Data/symbols.tsv.

BEGIN { FS = "\t" }

FNR == 1 { next }

{
  section = sectionOf($2, $3, $6)
  if (!(section in rows)) order[++count] = section
  rows[section] = rows[section] line()
  total++
  rated[$9]++
  if ($13 ~ /\/absentSymbols$/) absent = absent (absent == "" ? "" : ", ") anchorOf($1)
}

END {
  print total " rows: " rated["direct"] " direct, " rated["care"] " with care, " \
    rated["none"] " without a counterpart."
  if (absent != "") print "Not in our legacy facade yet: " absent "."
  ranked = split("Classes and types|ALAssetsLibrary|ALAssetsGroup|ALAsset|" \
    "ALAssetRepresentation|ALAssetsFilter|Orientations and permission|Group types|" \
    "Properties|Notification|Errors|UIKit, strings and build settings", names, "|")
  for (i = 1; i <= ranked; i++) {
    if (!(names[i] in rows)) continue
    printf "\n### %s\n\n", names[i]
    print "| | Objective-C | Swift 1–2 | Swift today | Photos | what differs | rating | sure | test |"
    print "|---|---|---|---|---|---|---|---|---|"
    printf "%s", rows[names[i]]
    delete rows[names[i]]
  }
  for (i in rows) {
    print "symbol-index.awk: no place for " i > "/dev/stderr"
    failed = 1
  }
  exit failed
}

function sectionOf(kind, owner, swift) {
  if (kind == "class" || kind == "typealias" || kind == "enum") return "Classes and types"
  if (kind == "enumCase") return "Orientations and permission"
  if (kind == "init" || kind == "method" || kind == "property") return owner
  if (kind == "notification" || swift ~ /Key$/) return "Notification"
  if (swift ~ /Error(Domain)?$/) return "Errors"
  if (kind != "constant" || owner != "") return "UIKit, strings and build settings"
  if (swift ~ /^ALAssetsGroup[A-Z]/ && swift !~ /Property/) return "Group types"
  return "Properties"
}

function anchorOf(row) { return "[" row "](#" tolower(row) ")" }

function line(   rating, test) {
  rating = $9 == "care" ? "care: " $10 : $9
  return "| <a id=\"" tolower($1) "\"></a>" $1 " | " code($4) " | " code($5) " | " code($6) " | " \
    prose($7) " | " prose($8) " | " rating " | " $12 " | " code($13) " |\n"
}

function code(text) { return text == "" ? "" : "`" text "`" }

# Names of symbols inside of a sentence, as code.
function prose(text,   done, name, tail) {
  gsub(/\|/, "\\|", text)
  done = ""
  while (match(text, /(PH[A-Z]|UIImage|CGImage[A-Z]|AL[A-Z]|NSNotFound|\.[a-z])[A-Za-z.]*(\([A-Za-z_:]*\))?/)) {
    name = substr(text, RSTART, RLENGTH)
    tail = ""
    if (name ~ /\.$/) {
      tail = "."
      name = substr(name, 1, length(name) - 1)
    }
    done = done substr(text, 1, RSTART - 1) code(name) tail
    text = substr(text, RSTART + RLENGTH)
  }
  done = done text
  # A row that another one names.
  while (match(done, /(^| )M[0-9]+/)) {
    name = substr(done, RSTART, RLENGTH)
    sub(/^ /, "", name)
    tail = substr(done, RSTART + RLENGTH)
    done = substr(done, 1, RSTART + RLENGTH - length(name) - 1) "[\001" name "](#" tolower(name) ")" tail
  }
  gsub(/\001/, "", done)
  return done
}
