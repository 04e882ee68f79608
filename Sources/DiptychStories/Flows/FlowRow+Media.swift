import DiptychPlatform
import Foundation

extension FlowRow {
  /// The declared lines as they are for other media than the bundled ones: lists name the files,
  /// and a line that cannot differ for these files is not declared.
  package func declared(for media: FlowMedia) -> Set<DeclaredDifference> {
    let bundled = FlowMedia.bundled
    let names = [
      bundled.png.lastPathComponent: media.png.lastPathComponent,
      bundled.mp4.lastPathComponent: media.mp4.lastPathComponent,
    ]
    let lines = declared.map { line in
      guard line.object == "list", let name = names[line.field] else { return line }
      return DeclaredDifference(line.object, name, line.divergence)
    }
    return Set(lines.filter { canDiffer($0, media) })
  }

  private func canDiffer(_ line: DeclaredDifference, _ media: FlowMedia) -> Bool {
    switch (line.divergence, line.field) {
    case (.fileName, "photo name"): return media.png.lastPathComponent != generatedName(line, "PNG")
    case (.fileName, "video name"):
      return name == "1b-video"
        ? media.mov.lastPathComponent != generatedName(line, "MOV")
        : media.mp4.lastPathComponent != generatedName(line, "MP4")
    case (.bitmapWithoutMetadata, "pixel size"):
      // Turning by 180 degrees, or turning a square, leaves the size.
      guard let image = UIImage(contentsOfFile: media.turnedPhoto.path), let bitmap = image.cgImage
      else { return true }
      return image.size.width * image.scale != CGFloat(bitmap.width)
    default: return true
    }
  }

  /// The name that the old API gives the asset of a line, such as `a1` (C42).
  private func generatedName(_ line: DeclaredDifference, _ ending: String) -> String {
    let number = Int(line.object.dropFirst()) ?? 0
    return String(format: "IMG_%04d.", number) + ending
  }
}
