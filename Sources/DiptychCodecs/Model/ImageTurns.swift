/// Quarter turns and mirrorings of a picture, one after the other, and what they come to.
struct ImageTurns {
  // Where the stored right and down directions point in the upright picture, y downward.
  private var right: (x: Int, y: Int)
  private var down: (x: Int, y: Int)

  /// By default, nothing is turned.
  init(right: (x: Int, y: Int) = (1, 0), down: (x: Int, y: Int) = (0, 1)) {
    self.right = right
    self.down = down
  }

  /// Turns the picture; degrees are multiples of 90.
  mutating func rotate(counterclockwise degrees: Int) {
    let quarters = ((degrees / 90) % 4 + 4) % 4
    for _ in 0..<quarters {
      right = (right.y, -right.x)
      down = (down.y, -down.x)
    }
  }

  /// Exchanges left and right.
  mutating func mirrorLeftRight() {
    right.x = -right.x
    down.x = -down.x
  }

  /// Exchanges top and bottom.
  mutating func mirrorUpDown() {
    right.y = -right.y
    down.y = -down.y
  }

  /// The borders of the picture as it is turned so far, as borders of the stored one.
  func stored(_ borders: ImageBorders) -> ImageBorders {
    func border(toward side: (x: Int, y: Int)) -> Int {
      switch side {
      case (1, 0): borders.right
      case (-1, 0): borders.left
      case (0, 1): borders.bottom
      default: borders.top
      }
    }
    return ImageBorders(
      left: border(toward: (-right.x, -right.y)), top: border(toward: (-down.x, -down.y)),
      right: border(toward: right), bottom: border(toward: down))
  }

  /// EXIF's name for it; upright for directions other than these.
  var orientation: ImageOrientation {
    switch (right.x, right.y, down.x, down.y) {
    case (-1, 0, 0, 1): .upMirrored
    case (-1, 0, 0, -1): .down
    case (1, 0, 0, -1): .downMirrored
    case (0, 1, 1, 0): .leftMirrored
    case (0, 1, -1, 0): .right
    case (0, -1, -1, 0): .rightMirrored
    case (0, -1, 1, 0): .left
    default: .up
    }
  }
}
