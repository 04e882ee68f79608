/// A group of the legacy facade that nobody made.
package enum SystemGroup: CaseIterable, Sendable {
  case cameraRoll
  /// All assets synced from a computer; there as long as there are any.
  case syncedLibrary
}

extension Library {
  /// What the legacy facade calls one of its own groups (decision 29, L201).
  package func title(of group: SystemGroup) -> String {
    switch group {
    case .cameraRoll where profile.cameraRollIsRecentlyAdded:
      SystemNames.title(.recentlyAdded, configuration.language)
    case .cameraRoll: SystemNames.cameraRoll(configuration.language)
    case .syncedLibrary: SystemNames.syncedLibrary(configuration.language)
    }
  }
}

/// Names that the system gives, by language (decision 29). A language is a tag with or without
/// script and region, such as `de-CH`, `zh_TW` or `ja_JP.UTF-8` (decision 254); an unknown one reads
/// English.
package enum SystemNames {
  /// The language of the names below that a tag means: what stands in it beside the language is
  /// dropped, except that a region says which script Chinese is written in.
  static func known(_ tag: String) -> String {
    let parts = tag.lowercased().prefix { $0 != "." && $0 != "@" }
      .split { $0 == "-" || $0 == "_" }
    guard let language = parts.first else { return "en" }
    guard language == "zh" else { return String(language) }
    let script = parts.first { $0 == "hans" || $0 == "hant" }
    let isTraditional =
      script.map { $0 == "hant" } ?? parts.contains { ["tw", "hk", "mo"].contains($0) }
    return isTraditional ? "zh-Hant" : "zh-Hans"
  }

  private static let cameraRolls = [
    "en": "Camera Roll", "zh-Hans": "相机胶卷", "zh-Hant": "相機膠卷", "ja": "カメラロール",
    "de": "Aufnahmen", "fr": "Pellicule",
  ]

  /// The name of the legacy facade's saved-photos group.
  package static func cameraRoll(_ language: String) -> String {
    cameraRolls[known(language)] ?? "Camera Roll"
  }

  private static let syncedLibraries = [
    "en": "Photo Library", "zh-Hans": "照片图库", "zh-Hant": "照片圖庫", "ja": "フォトライブラリ",
    "de": "Fotoarchiv", "fr": "Photothèque",
  ]

  /// The name of the legacy facade's group of everything that was synced.
  static func syncedLibrary(_ language: String) -> String {
    syncedLibraries[known(language)] ?? "Photo Library"
  }

  private static let titles: [SmartAlbum: [String: String]] = [
    .userLibrary: [
      "en": "Recents", "zh-Hans": "最近项目", "zh-Hant": "最近項目", "ja": "最近の項目", "de": "Zuletzt",
      "fr": "Récents",
    ],
    .favorites: [
      "en": "Favorites", "zh-Hans": "个人收藏", "zh-Hant": "喜好項目", "ja": "お気に入り",
      "de": "Favoriten", "fr": "Favoris",
    ],
    .videos: [
      "en": "Videos", "zh-Hans": "视频", "zh-Hant": "影片", "ja": "ビデオ", "de": "Videos",
      "fr": "Vidéos",
    ],
    .allHidden: [
      "en": "Hidden", "zh-Hans": "已隐藏", "zh-Hant": "已隱藏", "ja": "非表示", "de": "Ausgeblendet",
      "fr": "Masqués",
    ],
    .screenshots: [
      "en": "Screenshots", "zh-Hans": "截屏", "zh-Hant": "螢幕快照", "ja": "スクリーンショット",
      "de": "Bildschirmfotos", "fr": "Captures d’écran",
    ],
    .recentlyAdded: [
      "en": "Recently Added", "zh-Hans": "最近添加", "zh-Hant": "最近加入", "ja": "最近追加した項目",
      "de": "Zuletzt hinzugefügt", "fr": "Ajouts récents",
    ],
    .panoramas: [
      "en": "Panoramas", "zh-Hans": "全景照片", "zh-Hant": "全景照片", "ja": "パノラマ",
      "de": "Panoramen", "fr": "Panoramas",
    ],
    .livePhotos: ["en": "Live Photos", "zh-Hans": "实况照片", "zh-Hant": "原況照片"],
    .bursts: [
      "en": "Bursts", "zh-Hans": "连拍快照", "zh-Hant": "連拍", "ja": "バースト", "de": "Serien",
      "fr": "Rafales",
    ],
    .slomoVideos: [
      "en": "Slo-mo", "zh-Hans": "慢动作", "zh-Hant": "慢動作", "ja": "スローモーション",
      "de": "Zeitlupe", "fr": "Ralentis",
    ],
    .timelapses: [
      "en": "Time-lapse", "zh-Hans": "延时摄影", "zh-Hant": "縮時攝影", "ja": "タイムラプス",
      "de": "Zeitraffer", "fr": "Accélérés",
    ],
    .selfPortraits: [
      "en": "Selfies", "zh-Hans": "自拍", "zh-Hant": "自拍", "ja": "セルフィー", "de": "Selfies",
      "fr": "Selfies",
    ],
    .depthEffect: [
      "en": "Portrait", "zh-Hans": "人像", "zh-Hant": "人像", "ja": "ポートレート", "de": "Porträt",
      "fr": "Portrait",
    ],
    .animated: [
      "en": "Animated", "zh-Hans": "动图", "zh-Hant": "動圖", "ja": "アニメーション", "de": "Animiert",
      "fr": "Animations",
    ],
    .longExposures: [
      "en": "Long Exposure", "zh-Hans": "长曝光", "zh-Hant": "長時間曝光", "ja": "長時間露光",
      "de": "Langzeitbelichtung", "fr": "Pose longue",
    ],
    .raw: ["en": "RAW"],
    .cinematic: [
      "en": "Cinematic", "zh-Hans": "电影效果", "zh-Hant": "電影級", "ja": "シネマティック",
      "de": "Kino", "fr": "Cinématique",
    ],
    .spatial: [
      "en": "Spatial", "zh-Hans": "空间", "zh-Hant": "空間", "ja": "空間", "de": "Räumlich",
      "fr": "Spatial",
    ],
    .screenRecordings: [
      "en": "Screen Recordings", "zh-Hans": "屏幕录制", "zh-Hant": "螢幕錄影", "ja": "画面収録",
      "de": "Bildschirmaufnahmen", "fr": "Enregistrements de l’écran",
    ],
  ]

  static func title(_ album: SmartAlbum, _ language: String) -> String {
    let names = titles[album] ?? [:]
    return names[known(language)] ?? names["en"] ?? ""
  }
}
