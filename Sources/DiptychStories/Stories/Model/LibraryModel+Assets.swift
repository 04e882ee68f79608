import DiptychCodecs
import DiptychEngine
import Foundation

extension LibraryModel {
  /// A new asset as a request describes it.
  struct Draft: Sendable {
    enum Content: Sendable {
      case nothing
      case bitmap(Sketch, Int)
      case file(Picture)
    }

    var uuid: UUID
    var content: Content
    /// Whether it is asked for as a video.
    var isVideo = false
    var name: String?
    var values = Values()
    var derivedFrom: UUID?

    /// What can be told without looking at a file.
    func check() throws(ModelFailure) {
      if case .nothing = content { throw .missingResource }
      try values.check()
    }

    /// What looking at the file tells.
    func probe() throws(ModelFailure) {
      guard case .file(let picture) = content else { return }
      switch picture.facts.kind {
      case .invalid: throw .invalidMedia
      case .tooLarge: throw .tooLarge
      case .unreadable: throw .unreadable
      case .image, .video: break
      }
      let ending = name.map { ($0 as NSString).pathExtension.lowercased() } ?? ""
      // The ending must fit the bytes (P135); the two names of movies fit each other's.
      let named = ending == "jpeg" ? "jpg" : ending
      let areMovies = picture.facts.kind == .video && ["mov", "mp4"].contains(named)
      if ["jpg", "png", "mov", "mp4"].contains(named), !areMovies,
        named != picture.facts.fileExtension
      {
        throw .invalidMedia
      }
      guard (picture.facts.kind == .video) == isVideo else { throw .wrongKind }
    }
  }

  // MARK: Making

  mutating func insert(_ draft: Draft, _ author: Author) {
    arrivals += 1
    let file = self.file(draft, arrival: arrivals)
    var asset = Asset(
      uuid: draft.uuid, arrival: arrivals, isVideo: file.file.isVideo, added: now, modified: now,
      creator: author.client, derivedFrom: draft.derivedFrom, file: file.file)
    asset.size = file.size
    asset.orientation = file.orientation
    asset.duration = file.duration
    asset.date = file.date ?? now
    asset.location = file.location
    if let date = draft.values.date { asset.date = date.microseconds }
    if let place = draft.values.place { asset.location = place.location }
    asset.isFavorite = draft.values.favorite ?? false
    asset.isHidden = draft.values.hidden ?? false
    if let original = draft.derivedFrom, self.asset(original) == nil { asset.derivedFrom = nil }
    places[asset.uuid] = assets.count
    assets.append(asset)
    everMade.insert(asset.uuid)
    // What a limited application adds, it may see (P177).
    if author.client == Self.client, access.isLimited { access.selection.insert(asset.uuid) }
    logAsset(asset.uuid, .inserted, [], author)
  }

  private struct Stored {
    var file: File
    var size: PixelSize
    var orientation: Int
    var duration: Double = 0
    var date: Int64?
    var location: AssetLocation?
  }

  private func file(_ draft: Draft, arrival: Int) -> Stored {
    var stored: Stored
    let uuid = UUID(hashing: "\(draft.uuid.uuidString) resource \(draft.isVideo ? 2 : 1)")
    func file(_ type: String, _ ending: String, _ count: Int, _ sha256: [UInt8]) -> File {
      let generated = "IMG_" + String(format: "%04d", arrival) + "." + ending.uppercased()
      return File(
        uuid: uuid, isVideo: draft.isVideo, type: type, fileExtension: ending,
        name: draft.name ?? generated, byteCount: count, sha256: sha256)
    }
    switch draft.content {
    case .bitmap(let sketch, let orientation):
      let data = sketch.encoded(turned: orientation) ?? Data()
      let ending = sketch == .seeThrough ? "png" : "jpg"
      stored = Stored(
        file: file(
          ending == "png" ? "public.png" : "public.jpeg", ending, data.count, ContentHash.of(data)),
        size: sketch.bitmap?.size ?? PixelSize(width: 0, height: 0), orientation: orientation)
    case .file(let picture):
      let facts = picture.facts
      stored = Stored(
        file: file(facts.type, facts.fileExtension, picture.bytes.count, picture.sha256),
        size: facts.size, orientation: facts.orientation, duration: facts.duration,
        date: facts.date, location: facts.location)
    case .nothing:
      stored = Stored(
        file: file("", "", 0, []), size: PixelSize(width: 0, height: 0), orientation: 1)
    }
    if stored.orientation >= 5 { stored.size = stored.size.swapped }
    return stored
  }

  /// New bytes for an asset; date, place and name of the arrival stay (decision 19).
  mutating func setContent(_ draft: Draft, _ author: Author) throws(ModelFailure) {
    guard let place = place(of: draft.uuid), assets[place].trashed == nil else { throw .gone }
    guard assets[place].isVideo == draft.isVideo else { throw .wrongKind }
    var stored = file(draft, arrival: assets[place].arrival)
    stored.file.uuid = UUID(hashing: "\(assets[place].file.uuid.uuidString) replaced")
    assets[place].file = stored.file
    assets[place].size = stored.size
    assets[place].orientation = stored.orientation
    assets[place].duration = stored.duration
    assets[place].modified = now
    logAsset(draft.uuid, .updated, ["content"], author)
  }

  // MARK: Changing

  mutating func update(
    _ uuid: UUID, _ values: Values, confined: Bool, _ author: Author
  ) throws(ModelFailure) {
    guard let place = place(of: uuid), isReachable(uuid, confined), assets[place].trashed == nil
    else { throw .gone }
    var asset = assets[place]
    if values.date == .notANumber { throw .unsupported }
    var fields: [String] = []
    if let date = values.date, date.microseconds != asset.date {
      asset.date = date.microseconds
      fields.append("creationDate")
    }
    if let value = values.place, value.location != asset.location {
      try values.check()
      asset.location = value.location
      fields.append("location")
    }
    if let favorite = values.favorite, favorite != asset.isFavorite {
      asset.isFavorite = favorite
      fields.append("favorite")
    }
    if let hidden = values.hidden, hidden != asset.isHidden {
      asset.isHidden = hidden
      fields.append("hidden")
    }
    guard !fields.isEmpty else { return }
    asset.modified = now
    assets[place] = asset
    let albums = fields.contains("hidden") ? albums(holding: uuid) : []
    logAsset(uuid, .updated, fields, albums: albums, author)
  }

  mutating func setTrashed(
    _ uuids: [UUID], _ trashed: Bool, confined: Bool, _ author: Author
  ) {
    for uuid in uuids {
      guard let place = place(of: uuid), isReachable(uuid, confined),
        (assets[place].trashed != nil) != trashed
      else { continue }
      assets[place].trashed = trashed ? now : nil
      logAsset(
        uuid, .updated, ["trashed"], albums: albums(holding: uuid), wasTrashed: !trashed, author)
    }
  }

  mutating func purge(_ uuids: [UUID], _ author: Author) {
    for uuid in uuids {
      guard let asset = asset(uuid) else { continue }
      let wasTrashed = asset.trashed != nil
      logAsset(
        uuid, .deleted, [], albums: wasTrashed ? [] : albums(holding: uuid), wasTrashed: wasTrashed,
        wasSelected: access.selection.contains(uuid), author)
      assets.removeAll { $0.uuid == uuid }
      places = [:]
      for (place, asset) in assets.enumerated() { places[asset.uuid] = place }
      for index in assets.indices where assets[index].derivedFrom == uuid {
        assets[index].derivedFrom = nil
        logAsset(assets[index].uuid, .updated, ["original"], author)
      }
      for key in collections.keys { collections[key]?.members.removeAll { $0 == uuid } }
      access.selection.remove(uuid)
    }
  }

  /// Removes for ever what has been in the trash for 30 days (decision 14).
  mutating func purgeExpired() {
    let limit = now - 30 * 86_400 * 1_000_000
    let expired = assets.filter { ($0.trashed ?? .max) <= limit }.map(\.uuid)
    part += 1
    purge(expired, .application)
  }

  private func albums(holding uuid: UUID) -> [UUID] {
    collections.values.filter { $0.members.contains(uuid) }.map(\.uuid)
  }

  // MARK: Who sees what

  /// Whether a change may name an asset that is there (P177, P178).
  func isReachable(_ uuid: UUID, _ confined: Bool) -> Bool {
    !confined || !access.isLimited || access.selection.contains(uuid)
  }

  func isReachable(_ collection: Collection, _ confined: Bool) -> Bool {
    !confined || !access.isLimited || collection.creator == Self.client
  }
}

extension Values {
  /// NaN dates and places off the globe cannot be kept.
  func check() throws(ModelFailure) {
    if date == .notANumber { throw .unsupported }
    if let location = place?.location,
      !(abs(location.latitude) <= 90 && abs(location.longitude) <= 180)
        || !(location.altitude ?? 0).isFinite
    {
      throw .unsupported
    }
  }
}

extension Values.Moment {
  /// Nil for no date.
  var microseconds: Int64? {
    if case .at(let micros) = self { return micros }
    return nil
  }
}

extension Values.Place {
  /// Nil for no place.
  var location: AssetLocation? {
    switch self {
    case .none: nil
    case .at(let latitude, let longitude):
      AssetLocation(latitude: latitude, longitude: longitude)
    case .above(let latitude, let longitude, let altitude):
      AssetLocation(latitude: latitude, longitude: longitude, altitude: altitude)
    case .notANumber: AssetLocation(latitude: .nan, longitude: 0)
    }
  }
}
