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
    /// A second file, and what it is to the asset.
    var companion: Companion?

    struct Companion: Sendable {
      var role: File.Role
      var picture: Picture
    }

    /// What can be told without looking at a file.
    func check() throws(ModelFailure) {
      if case .nothing = content { throw .missingResource }
      try values.check()
    }

    /// What looking at the files tells.
    func probe() throws(ModelFailure) {
      guard case .file(let picture) = content else { return }
      try picture.probe(isVideo: isVideo, name: name)
      guard let companion else { return }
      let isLive = companion.role == .pairedVideo
      try companion.picture.probe(isVideo: isLive)
      if isLive, !Picture.areLive(picture, companion.picture) { throw .mismatch }
    }
  }

  // MARK: Making

  mutating func insert(_ draft: Draft, _ author: Author) {
    arrivals += 1
    let file = self.file(draft, arrival: arrivals)
    var asset = Asset(
      uuid: draft.uuid, arrival: arrivals, isVideo: draft.isVideo, added: now, modified: now,
      creator: author.client, derivedFrom: draft.derivedFrom, files: [file])
    if let companion = draft.companion {
      asset.files.append(
        self.file(draft.uuid, companion.role, companion.picture, name: nil, arrival: arrivals))
      if companion.role == .pairedVideo { asset.subtypes = 8 }
    }
    asset.size = file.uprightSize
    asset.orientation = file.orientation
    asset.date = now
    if case .file(let picture) = draft.content {
      let facts = picture.facts
      asset.duration = facts.duration
      asset.date = facts.date ?? now
      asset.location = facts.location
    }
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

  /// The main file of a new asset.
  private func file(_ draft: Draft, arrival: Int) -> File {
    let role: File.Role = draft.isVideo ? .video : .photo
    switch draft.content {
    case .file(let picture):
      return file(draft.uuid, role, picture, name: draft.name, arrival: arrival)
    case .bitmap(let sketch, let orientation):
      let data = sketch.encoded(turned: orientation) ?? Data()
      let isPNG = sketch == .seeThrough
      return File(
        uuid: Self.fileID(draft.uuid, role), role: role, type: isPNG ? "public.png" : "public.jpeg",
        fileExtension: isPNG ? "png" : "jpg",
        name: draft.name ?? Self.generatedName(arrival, isPNG ? "png" : "jpg"),
        byteCount: data.count, sha256: ContentHash.of(data),
        size: sketch.bitmap?.size ?? PixelSize(width: 0, height: 0), orientation: orientation)
    case .nothing:
      return File(
        uuid: Self.fileID(draft.uuid, role), role: role, type: "", fileExtension: "", name: "",
        byteCount: 0, sha256: [])
    }
  }

  private func file(
    _ asset: UUID, _ role: File.Role, _ picture: Picture, name: String?, arrival: Int
  ) -> File {
    let ending = picture.facts.fileExtension
    return File(
      uuid: Self.fileID(asset, role), role: role, picture,
      name: name ?? Self.generatedName(arrival, ending))
  }

  private static func fileID(_ asset: UUID, _ role: File.Role) -> UUID {
    UUID(hashing: "\(asset.uuidString) resource \(role.rawValue)")
  }

  private static func generatedName(_ arrival: Int, _ ending: String) -> String {
    "IMG_" + String(format: "%04d", arrival) + "." + ending.uppercased()
  }

  /// New bytes for an asset; the name of the arrival and the ending of its URL stay (decision 252),
  /// edits and companions go (decision 19). Date and place follow the file unless they are not those
  /// of the old one (decision 253).
  mutating func setContent(_ draft: Draft, _ author: Author) throws(ModelFailure) {
    guard let place = place(of: draft.uuid), assets[place].trashed == nil else { throw .gone }
    var asset = assets[place]
    var file = file(draft, arrival: asset.arrival)
    file.uuid = UUID(hashing: "\(asset.original.uuid.uuidString) replaced")
    file.fileExtension = asset.original.fileExtension
    var fields = ["content"]
    if case .file(let picture) = draft.content {
      let new = picture.facts
      // A bitmap of ours says nothing of date and place.
      let old =
        Picture.allCases.first { $0.sha256 == asset.original.sha256 }?.facts
        ?? Picture.Facts(kind: .image)
      if asset.date == old.date ?? asset.added, new.date ?? asset.added != asset.date {
        asset.date = new.date ?? asset.added
        fields.append("creationDate")
      }
      if asset.location == old.location, new.location != asset.location {
        asset.location = new.location
        fields.append("location")
      }
    }
    asset.files = [file]
    asset.size = file.uprightSize
    asset.orientation = file.orientation
    if case .file(let picture) = draft.content { asset.duration = picture.facts.duration }
    (asset.subtypes, asset.adjustment, asset.adjusted) = (0, nil, nil)
    asset.modified = now
    assets[place] = asset
    logAsset(draft.uuid, .updated, fields, author)
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
      let wasSelected = access.selection.contains(uuid)
      logAsset(
        uuid, .deleted, [], albums: wasTrashed ? [] : albums(holding: uuid), wasTrashed: wasTrashed,
        wasSelected: wasSelected, author)
      assets.removeAll { $0.uuid == uuid }
      places = [:]
      for (place, asset) in assets.enumerated() { places[asset.uuid] = place }
      for index in assets.indices where assets[index].derivedFrom == uuid {
        assets[index].derivedFrom = nil
        logAsset(
          assets[index].uuid, .updated, ["original"], wasSelected: wasSelected, author)
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

extension Picture {
  /// What looking at the file tells.
  /// - Parameters:
  ///   - isVideo: Whether it is wanted as a video.
  ///   - name: A name that its bytes have to fit, if it has an ending that says anything (P135).
  func probe(isVideo: Bool, name: String? = nil) throws(ModelFailure) {
    switch facts.kind {
    case .invalid: throw .invalidMedia
    case .tooLarge: throw .tooLarge
    case .unreadable: throw .unreadable
    case .image, .video: break
    }
    let ending = name.map { $0.nameExtension.lowercased() } ?? ""
    // The two names of movies fit each other's.
    let named = ending == "jpeg" ? "jpg" : ending
    let areMovies = facts.kind == .video && ["mov", "mp4"].contains(named)
    if ["jpg", "png", "mov", "mp4"].contains(named), !areMovies, named != facts.fileExtension {
      throw .invalidMedia
    }
    guard (facts.kind == .video) == isVideo else { throw .wrongKind }
  }
}

extension LibraryModel.File {
  /// The file of a picture of the pool.
  init(uuid: UUID, role: Role, _ picture: Picture, name: String) {
    let facts = picture.facts
    self.init(
      uuid: uuid, role: role, type: facts.type, fileExtension: facts.fileExtension, name: name,
      byteCount: picture.bytes.count, sha256: picture.sha256, size: facts.size,
      orientation: facts.orientation)
  }
}
