import DiptychEngine
import Foundation

/// The results of a comparison as one page that needs nothing else: no network, no other file.
package struct ComparePage: Sendable {
  let results: [RowResult]
  /// What was asked for, such as the profile; shown below the title.
  let settings: [String]
  let pictures: PagePictures

  /// - Parameter settings: What was asked for beyond the defaults, a line each.
  package init(_ results: [RowResult], settings: [String]) {
    self.results = results
    self.settings = settings
    pictures = PagePictures(results)
  }

  /// The whole file.
  package var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'">
    <title>Diptych: AssetsLibrary and Photos compared</title>
    <style>\(PageStyle.text)</style>
    </head>
    <body>
    <a class="skip" href="#rows">Skip to the rows</a>
    \(pictures.symbols)
    \(header)
    <div class="page">
    \(navigation)
    <main id="rows">
    \(chapters.map(chapter).joined(separator: "\n"))
    </main>
    </div>
    <footer><p>Written by <code>diptych compare --html</code>. Times are of this run and this \
    machine; nothing here was measured on a phone.</p></footer>
    <script>\(PageStyle.script)</script>
    </body>
    </html>

    """
  }

  // MARK: Header

  private func count(_ verdict: RowResult.Verdict) -> Int {
    results.filter { $0.verdict == verdict }.count
  }

  private var header: String {
    let report = CompareReport(results)
    let more = settings.map { "<li>\(HTML.escaped($0))</li>" }.joined()
    return """
      <header class="top">
      <p class="name"><span class="mark" aria-hidden="true"></span>Diptych</p>
      <h1>The same job, through both APIs</h1>
      <p class="lead">Each row runs once through AssetsLibrary and once through Photos, on twin \
      libraries. Below are both sources, the calls as they happened, and what each left.</p>
      <dl class="figures">
      <div><dt>rows</dt><dd>\(results.count)</dd></div>
      <div class="same"><dt>the same</dt><dd>\(count(.same))</dd></div>
      <div class="declared"><dt>differ as declared</dt><dd>\(count(.declared))</dd></div>
      <div\(count(.differs) > 0 ? " class=\"differs\"" : "")><dt>differ</dt><dd>\(count(.differs))</dd></div>
      <div><dt>seconds</dt><dd>\(String(format: "%.1f", report.seconds))</dd></div>
      </dl>
      \(more.isEmpty ? "" : "<ul class=\"settings\">\(more)</ul>")
      <p class="tools"><button type="button" data-open="true">Open everything</button> \
      <button type="button" data-open="false">Close everything</button></p>
      </header>
      """
  }

  // MARK: Chapters

  /// Rows of one lesson that follow one another.
  struct Chapter {
    let lesson: Lesson?
    var rows: [RowResult]

    var title: String { lesson?.title ?? "Rows" }
    var anchor: String { lesson.map { "lesson-\($0.number)-\($0.name)" } ?? "others" }
  }

  private var chapters: [Chapter] {
    var chapters: [Chapter] = []
    for result in results {
      let lesson = Lesson.telling(result.name)
      if let place = chapters.firstIndex(where: { $0.lesson?.number == lesson?.number }) {
        chapters[place].rows.append(result)
      } else {
        chapters.append(Chapter(lesson: lesson, rows: [result]))
      }
    }
    return chapters
  }

  private var navigation: String {
    let lists = chapters.map { chapter in
      let rows = chapter.rows.map { row in
        "<li><a href=\"#row-\(row.name)\"><code>\(row.name)</code>"
          + "<span class=\"dot \(row.verdict.name)\">\(row.verdict.short)</span></a></li>"
      }
      return "<p><a href=\"#\(chapter.anchor)\">\(HTML.escaped(chapter.title))</a></p>"
        + "<ul>\(rows.joined())</ul>"
    }
    return """
      <nav aria-label="Rows"><details open><summary>Rows and verdicts</summary>
      \(lists.joined(separator: "\n"))
      </details></nav>
      """
  }

  private func chapter(_ chapter: Chapter) -> String {
    let summary = chapter.lesson.map { HTML.markdown($0.summary) } ?? ""
    return """
      <section class="chapter" aria-labelledby="\(chapter.anchor)">
      <h2 id="\(chapter.anchor)">\(HTML.escaped(chapter.title))</h2>
      <details class="told"><summary>What to watch</summary>\(summary)</details>
      \(chapter.rows.map(row).joined(separator: "\n"))
      </section>
      """
  }
}

extension RowResult.Verdict {
  /// The name of its style.
  var name: String {
    switch self {
    case .same: "same"
    case .declared: "declared"
    case .differs: "differs"
    }
  }

  /// One word, for the list of rows.
  var short: String {
    switch self {
    case .same: "same"
    case .declared: "declared"
    case .differs: "differs"
    }
  }

  /// A phrase, for a row.
  var phrase: String {
    switch self {
    case .same: "Same state"
    case .declared: "Differs as declared"
    case .differs: "Differs"
    }
  }
}
