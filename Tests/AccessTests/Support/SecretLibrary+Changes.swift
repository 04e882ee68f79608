import DiptychEngine
import Foundation

extension SecretLibrary {
  /// Lets others change what the application may not see. Of these changes nobody may be told who
  /// does not see everything.
  func changeSecrets(
    of scene: AccessScene, told: () -> Int, _ out: Witness
  ) async throws {
    var update = AssetUpdate()
    update.isFavorite = false
    try engine.user.update(photo, update)
    try engine.user.rename(theirAlbum, to: "Secret Journey")
    try engine.user.rename(theirFolder, to: "Secret Binder")
    try engine.user.save(
      try Self.picture(77, 47, [220, 30, 30, 255]), named: "secret-new.png")
    try engine.user.remove([secrets[7]], from: theirAlbum)
    try engine.user.delete([video])
    _ = await engine.activities.settled(within: 10)
    if told() > 0 { out.note("secret change told") }
  }

  /// Lets others change the selection and what the application made.
  func changeSelection() async throws {
    var update = AssetUpdate()
    update.isFavorite = true
    try engine.user.update(selected, update)
    try engine.user.rename(ownAlbum, to: "Visible Journey")
    _ = await engine.activities.settled(within: 10)
  }

  /// The hash of an asset's original in hexadecimal digits.
  func hash(of asset: UUID) throws -> String {
    try engine.read { transaction in
      guard let row = try transaction.asset(asset)?.row else { return "" }
      let file = try transaction.resources(of: row).first { $0.role == .photo }
      return (file?.sha256 ?? []).map { String(format: "%02x", $0) }.joined()
    }
  }
}
