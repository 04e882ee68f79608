import DiptychEngine
import Foundation

extension ComparePage {
  /// One row: the verdict, what differs, both panels, and what can be opened.
  func row(_ result: RowResult) -> String {
    let jobs = result.title.components(separatedBy: " / ")
    return """
      <article class="row \(result.verdict.name)" id="row-\(result.name)" \
      aria-labelledby="title-\(result.name)">
      <header>
      <h3 id="title-\(result.name)"><code>\(result.name)</code> \(HTML.escaped(result.title))</h3>
      <p class="verdict">\(result.verdict.phrase)</p>
      </header>
      \(differences(result))
      <div class="panels">
      \(panel(.legacy, result, jobs.first ?? result.title))
      \(panel(.modern, result, jobs.count > 1 ? jobs[1] : result.title))
      </div>
      \(sources(result))
      \(dumps(result))
      </article>
      """
  }

  // MARK: Differences

  private func differences(_ result: RowResult) -> String {
    var items: [String] = []
    if result.verdict != .same { items += result.differences.map { difference($0, result) } }
    items += result.missing.map { line -> String in
      "<li><p class=\"what\">\(HTML.escaped(line.object)) <b>\(HTML.escaped(line.field))</b></p>"
        + "<p>Is declared to differ (\(line.divergence.rawValue)) and does not.</p></li>"
    }
    for (side, half) in [(FlowSide.legacy, result.legacy), (.modern, result.modern)] {
      items += half.issues.map { "<li><p>\(result.title(of: side)): \(HTML.escaped($0))</p></li>" }
    }
    guard !items.isEmpty else { return "" }
    return """
      <section class="differences" aria-label="What differs in \(result.name)">
      <h4>What differs</h4><ul>\(items.joined())</ul></section>
      """
  }

  private func difference(_ line: DumpDifference, _ result: RowResult) -> String {
    let declared = result.declared.first { $0.object == line.object && $0.field == line.field }
    var why = "<p><strong>Not declared.</strong></p>"
    if let divergence = declared?.divergence {
      why =
        "<p><strong>\(divergence.rawValue)</strong> \(HTML.escaped(divergence.summary))</p>"
    }
    return """
      <li><p class="what">\(HTML.escaped(line.object)) <b>\(HTML.escaped(line.field))</b></p>
      <dl class="sides"><div class="legacy"><dt>\(result.title(of: .legacy))</dt>\
      <dd>\(HTML.escaped(line.left ?? "not there"))</dd></div>\
      <div class="modern"><dt>\(result.title(of: .modern))</dt><dd>\(HTML.escaped(line.right ?? "not there"))</dd></div>\
      </dl>\(why)</li>
      """
  }

  // MARK: Panels

  private func panel(_ side: FlowSide, _ result: RowResult, _ job: String) -> String {
    let half = side == .legacy ? result.legacy : result.modern
    let title = result.title(of: side)
    return """
        <section class="panel \(side.rawValue)" aria-label="\(title)">
        <h4>\(title)<span>\(HTML.escaped(half.summary))</span></h4>
      <p class="job">\(HTML.escaped(job))</p>
      \(sheets(half, systemAlbum: title == "Photos" ? "Recents" : "Camera Roll"))
      \(told(half))
      \(calls(half))
      </section>
      """
  }

  /// The albums as contact sheets, with the cover of each marked (decision 13).
  private func sheets(_ half: HalfResult, systemAlbum: String) -> String {
    let assets = half.state.objects.filter { ["image", "video"].contains($0.value("kind")) }
    func isListed(_ asset: Dump.Object) -> Bool {
      asset.value("trashed") == nil && asset.value("hidden") == nil
    }
    let listed = assets.filter(isListed).map(\.name)
    var html = sheet(systemAlbum, listed, cover: listed.last, half)
    for album in half.state.objects where album.value("kind") == "album" {
      let members = album.value("members").map {
        $0 == "none" ? [] : $0.components(separatedBy: " ")
      }
      html += sheet(
        album.title ?? album.name, (members ?? []).filter(listed.contains),
        cover: album.value("cover"), half)
    }
    let hidden = assets.filter { $0.value("hidden") != nil && $0.value("trashed") == nil }
    let trashed = assets.filter { $0.value("trashed") != nil }
    if !hidden.isEmpty { html += sheet("Hidden", hidden.map(\.name), cover: nil, half) }
    if !trashed.isEmpty { html += sheet("Recently Deleted", trashed.map(\.name), cover: nil, half) }
    return html
  }

  private func sheet(
    _ title: String, _ assets: [String], cover: String?, _ half: HalfResult
  ) -> String {
    let items = assets.map { asset in
      let isCover = asset == cover
      let kind = half.state.objects.first { $0.name == asset }?.value("kind")
      let isVideo = kind == "video"
      let picture =
        pictures.use(asset, of: half, label: "\(isVideo ? "First frame" : "Picture") of \(asset)")
        ?? "<span class=\"film\">\(kind ?? "file")</span>"
      return "<li\(isCover ? " class=\"cover\"" : "")>\(picture)<span class=\"tag\">\(asset)"
        + "\(isVideo ? " video" : "")\(isCover ? " cover" : "")</span></li>"
    }
    let list = items.isEmpty ? "<p class=\"none\">empty</p>" : "<ul>\(items.joined())</ul>"
    return
      "<figure class=\"sheet\"><figcaption>\(HTML.escaped(title))</figcaption>\(list)</figure>\n"
  }

  /// What the user was told and asked, and what the half reported.
  private func told(_ half: HalfResult) -> String {
    let objects = half.state.objects.filter { $0.value("kind") == nil }
    guard !objects.isEmpty else { return "" }
    let items = objects.map { object in
      let isPlain = object.fields.allSatisfy { Int($0.name) != nil }
      let values = object.fields.map { field in
        HTML.escaped(isPlain ? field.value : "\(field.name): \(field.value)")
      }
      return "<div><dt>\(HTML.escaped(object.heading))</dt>"
        + values.map { "<dd>\($0)</dd>" }.joined() + "</div>"
    }
    return "<dl class=\"told\">\(items.joined())</dl>"
  }

  private func calls(_ half: HalfResult) -> String {
    let calls = half.illustration?.calls ?? []
    guard !calls.isEmpty else { return "" }
    let items = calls.map { call in
      let times = call.count > 1 ? " ×\(call.count)" : ""
      return "<li class=\"\(call.kind.rawValue)\">"
        + "<span class=\"at\">\(String(format: "%.1f", call.start))</span>"
        + "<span class=\"call\"><code>\(HTML.escaped(call.label))\(times)</code> "
        + "<span class=\"thread\">\(call.kind.phrase) \(HTML.escaped(call.thread))"
        + (call.kind == .call ? "" : String(format: ", %.1f ms", call.duration))
        + "</span></span></li>"
    }
    let count = "\(half.commits) commit\(half.commits == 1 ? "" : "s"), \(half.reads) reads"
    return """
      <details class="calls"><summary>Calls as they happened<span>\(count)</span></summary>
      <ol>\(items.joined())</ol><p>Milliseconds since the first call.</p></details>
      """
  }
}

extension CallTrace.Kind {
  /// What happened, before the name of the thread.
  fileprivate var phrase: String {
    switch self {
    case .call: "called on the"
    case .work: "worked on the"
    case .result: "arrived on the"
    case .read, .commit: "on the"
    }
  }
}

extension RowResult {
  /// What a half is called. In some rows both go through one API, or through both.
  func title(of side: FlowSide) -> String {
    if name.hasPrefix("7-") { return side == .legacy ? "Run 1" : "Run \(name.dropFirst(2))" }
    return side == .legacy && name != "3p" ? "AssetsLibrary" : "Photos"
  }
}
