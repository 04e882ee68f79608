/// Which version of a picture is asked for (P192).
public enum PHImageRequestOptionsVersion: Int, Sendable {
  /// With the edits.
  case current = 0
  /// Without the edits.
  case unadjusted = 1
  /// The original of the highest fidelity, such as the RAW file of a pair.
  case original = 2
}

/// How much is preferred, quality or speed.
public enum PHImageRequestOptionsDeliveryMode: Int, Sendable {
  /// A small picture first where it helps, then the real one (P185).
  case opportunistic = 0
  /// The real picture only (P187).
  case highQualityFormat = 1
  /// What is at hand only, which may be a small picture (P187).
  case fastFormat = 2
}

/// How a picture is brought to the size that was asked for (P190).
public enum PHImageRequestOptionsResizeMode: Int, Sendable {
  /// Not at all: the whole picture.
  case none = 0
  /// Near the size. Here a picture that fits is as large as one made with ``exact``; one that fills
  /// covers the size and is not cut.
  case fast = 1
  /// To the size. A picture that fills is cut to it, about its middle.
  case exact = 2
}

/// Which version of a video is asked for.
public enum PHVideoRequestOptionsVersion: Int, Sendable {
  /// With the edits.
  case current = 0
  /// Without the edits.
  case original = 1
}

/// How much is preferred of a video, quality or speed. A library on one machine has one rendering of
/// each video, which every mode gives.
public enum PHVideoRequestOptionsDeliveryMode: Int, Sendable {
  /// What suits.
  case automatic = 0
  /// The best quality.
  case highQualityFormat = 1
  /// A middle quality, which takes less room.
  case mediumQualityFormat = 2
  /// What is there soonest.
  case fastFormat = 3
}
