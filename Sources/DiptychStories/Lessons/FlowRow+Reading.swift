import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

/// Rows of lessons that read.
extension FlowRow {
  /// Lesson 6: every album with its count.
  static let listAlbums = FlowRow(
    name: "lesson-6", title: "walk the groups / fetch the collections",
    declared: [DeclaredDifference("albums", "3", .systemAlbumName)],
    given: { context in
      let user = context.library.user
      let folder = try user.make(.folder, titled: "Travel")
      let rome = try user.make(titled: "Rome", in: folder)
      let trip = try user.make(titled: "Trip")
      let photos = try context.saveThree()
      try user.add([photos[0]], to: rome)
      try user.add(photos, to: trip)
      try user.hide(photos[2])
    },
    legacy: { context in
      let list = LegacyAlbumList()
      try await context.step("list") {
        await callback { done in
          list.load { entries, _ in
            context.reportList("albums", entries.map { "\"\($0.title)\" \($0.count)" })
            done()
          }
        }
      }
    },
    modern: { context in
      try await context.step("list") {
        context.reportList("albums", ModernAlbumList().load().map { "\"\($0.title)\" \($0.count)" })
      }
    })

  /// Lesson 7: the photos, newest first, and how many videos.
  static let listPhotos = FlowRow(
    name: "lesson-7", title: "filters on a group / predicates in a fetch",
    given: { context in
      _ = try context.saveThree()
      try context.library.user.save(context.media.mp4.path, as: .video)
    },
    legacy: { context in
      let list = LegacyPhotoList()
      try await context.step("list") {
        await callback { done in
          list.load { names, videos in
            context.reportList("photos", names + ["and \(videos) video"])
            done()
          }
        }
      }
    },
    modern: { context in
      try await context.step("list") {
        let (names, videos) = ModernPhotoList().load()
        context.reportList("photos", names + ["and \(videos) video"])
      }
    })

  /// Lesson 8: the bytes of a photo, its date and place.
  static let readFile = FlowRow(
    name: "lesson-8", title: "getBytes and properties / requestData and properties",
    given: { context in
      try context.library.user.save(context.media.placedPhoto.path, as: .photo)
    },
    legacy: { context in
      let reader = LegacyFileReader()
      guard let url = try context.assetURL(0) else { return }
      try await context.step("read") {
        await callback { done in
          reader.read(url) { file in
            context.report(file.map { ($0.data, $0.date, $0.place) })
            done()
          }
        }
      }
    },
    modern: { context in
      let reader = ModernFileReader()
      let identifier = try context.assetIdentifier(0)
      try await context.step("read") {
        await callback { done in
          reader.read(identifier) { file in
            context.report(file.map { ($0.data, $0.date, $0.place) })
            done()
          }
        }
      }
    })
}

extension UserHand {
  /// Hides an asset.
  func hide(_ asset: UUID) throws {
    var hidden = AssetUpdate()
    hidden.isHidden = true
    try update(asset, hidden)
  }
}

extension FlowContext {
  /// Saves three photos as the user does.
  func saveThree() throws -> [UUID] {
    try media.three.map { try library.user.save($0.path, as: .photo) }
  }

  /// The old URL of an asset, by its number of arrival from 0.
  func assetURL(_ number: Int) throws -> URL? {
    Identifiers.assetURL(try assetUUID(number), typeIdentifier: "public.jpeg")
  }

  /// The local identifier of an asset, by its number of arrival from 0.
  func assetIdentifier(_ number: Int) throws -> String {
    Identifiers.asset(try assetUUID(number))
  }

  func assetUUID(_ number: Int) throws -> UUID {
    let names = try assetNames()
    guard let asset = names.first(where: { $0.value == "a\(number + 1)" }) else {
      throw LibraryError(.objectGone, "There is no asset a\(number + 1). Save it first.")
    }
    return asset.key
  }

  /// Reports a list, one value a line.
  func reportList(_ object: String, _ values: [String]) {
    report(object, values.enumerated().map { (name: String($0 + 1), value: $1) })
  }

  /// Reports what was read of a file.
  fileprivate func report(
    _ file: (data: Data, date: Date?, place: (latitude: Double, longitude: Double)?)?
  ) {
    guard let file else { return report("file", [(name: "found", value: "no")]) }
    let place = file.place.map { String(format: "%.4f %.4f", $0.latitude, $0.longitude) }
    report(
      "file",
      [
        (name: "bytes", value: String(file.data.count)),
        (name: "sha256", value: ContentHash.of(file.data).hexadecimal),
        (name: "date", value: file.date.map { $0.formatted(.iso8601) } ?? "none"),
        (name: "place", value: place ?? "none"),
      ])
  }
}
