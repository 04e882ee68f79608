/// Special kinds of photos and videos. The bits are those of `PHAssetMediaSubtype`.
package struct MediaSubtypes: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let panorama = MediaSubtypes(rawValue: 1 << 0)
  package static let highDynamicRange = MediaSubtypes(rawValue: 1 << 1)
  package static let screenshot = MediaSubtypes(rawValue: 1 << 2)
  /// A still with a movie: a fact of the asset, not of one file.
  package static let live = MediaSubtypes(rawValue: 1 << 3)
  package static let depthEffect = MediaSubtypes(rawValue: 1 << 4)
  package static let highFrameRate = MediaSubtypes(rawValue: 1 << 17)

  /// Frames a second from which on a video is one to be played slowly.
  package static let slowMotionRate = 120.0
}
