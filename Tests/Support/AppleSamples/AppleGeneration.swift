/// What the databases of one model call their tables: the rows of the reference.
package struct AppleGeneration: Sendable {
  package let models: [Int]
  package let assetTable: String
  /// The entity numbers of assets, albums and keywords.
  package let asset: Int
  package let album: Int
  package let keyword: Int
  /// The columns for edits and depth, which were renamed.
  package let edited: String
  package let depth: String

  private init(
    _ models: [Int], _ asset: Int, _ album: Int, _ keyword: Int, table: String = "ZASSET",
    edited: String = "ZHASADJUSTMENTS", depth: String = "ZDEPTHTYPE"
  ) {
    self.models = models
    self.assetTable = table
    self.asset = asset
    self.album = album
    self.keyword = keyword
    self.edited = edited
    self.depth = depth
  }

  private static let state = "ZADJUSTMENTSSTATE"

  package static let all = [
    AppleGeneration(
      [13537, 13703], 34, 26, 37, table: "ZGENERICASSET", depth: "ZDEPTHSTATES"),
    AppleGeneration([14204, 14208], 3, 26, 36),
    AppleGeneration([15323, 15134], 3, 27, 38),
    AppleGeneration([16320, 16502], 3, 28, 40),
    AppleGeneration([17120, 17401], 3, 28, 40),
    AppleGeneration([17600], 3, 29, 41),
    AppleGeneration([18164], 3, 31, 48, edited: state),
    AppleGeneration([18204, 18508, 18600], 3, 30, 47, edited: state),
    AppleGeneration([19063], 3, 32, 51, edited: state),
    AppleGeneration([19320], 3, 33, 52, edited: state),
  ]

  /// That of the sample library.
  package static let photos10 = AppleGeneration([18508], 3, 30, 47, edited: state)
}
