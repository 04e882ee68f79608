import DiptychAssetsLibrary
import DiptychEngine
import Foundation

extension LegacyOperations {
  /// What the user does meanwhile in the Photos application. Each asset and album is taken from
  /// what is shared first, so that only one thread deletes it.
  static let user: [StressOperation] = [
    StressOperation(name: "the user marks a photo") { worker in
      guard let uuid = Identifiers.uuid(of: worker.pick(worker.world.fixed.assets)) else { return }
      var update = AssetUpdate()
      update.isFavorite = worker.chance(50)
      try worker.world.engine.user.update(uuid, update)
    },
    StressOperation(name: "the user renames an album") { worker in
      guard let url = worker.pick(worker.world.groupURLs), worker.world.take(group: url),
        let uuid = Identifiers.uuid(of: url)
      else { return }
      try worker.world.engine.user.rename(uuid, to: "Renamed \(worker.serial)")
      worker.world.share(group: url)
    },
    StressOperation(name: "the user deletes an album") { worker in
      guard let url = worker.pick(worker.world.groupURLs), worker.world.take(group: url),
        let uuid = Identifiers.uuid(of: url)
      else { return }
      try worker.world.engine.user.deleteCollection(uuid)
      worker.world.count { $0.deletedAlbums += 1 }
    },
    StressOperation(name: "the user deletes a photo") { worker in
      guard let url = worker.pick(worker.world.assetURLs), worker.world.take(asset: url),
        let uuid = Identifiers.uuid(of: url)
      else { return }
      try worker.world.engine.user.delete([uuid])
      guard try worker.asset(at: url) == nil else {
        throw StressFailure("A deleted photo is found.")
      }
      if worker.chance(50) {
        try worker.world.engine.user.restore([uuid])
        worker.world.share(asset: url)
      } else {
        try worker.world.engine.user.purge([uuid])
        worker.world.count { $0.purged += 1 }
      }
    },
  ]
}
