/// How a picture is placed in the size that was asked for.
public enum PHImageContentMode: Int, Sendable {
  /// Within the size, in the picture's proportions (P189).
  case aspectFit = 0
  /// Over the whole size, in the picture's proportions (P189).
  case aspectFill = 1

  /// The same as ``aspectFit``.
  public static var `default`: PHImageContentMode { .aspectFit }
}
