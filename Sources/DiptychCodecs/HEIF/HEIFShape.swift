#if AllMedia
  import CDiptychHEIF

  /// What a HEIF file's container says of the shape of one of its pictures: how much of the stored
  /// pixels is shown, and how they are turned.
  ///
  /// Encoders that store even numbers of pixels only, or whole blocks, note the true size as a clean
  /// aperture, which is a transformation like the turns: each counts for what those before it left
  /// (decision 237).
  struct HEIFShape {
    private static let mostTransformations = 16

    /// Pixels as stored, with those that are not shown.
    let storedSize: PixelSize
    /// Stored pixels that are not shown.
    private(set) var borders = ImageBorders()
    /// Stored pixels that are shown.
    private(set) var size: PixelSize
    private var turns = ImageTurns()

    /// How the stored pixels are turned.
    var orientation: ImageOrientation { turns.orientation }

    /// Reads the transformations of a picture in the order in which they are listed.
    init(of handle: OpaquePointer, in context: OpaquePointer) {
      storedSize = PixelSize(
        width: Int(heif_image_handle_get_ispe_width(handle)),
        height: Int(heif_image_handle_get_ispe_height(handle)))
      size = storedSize
      let item = heif_image_handle_get_item_id(handle)
      var properties = [heif_property_id](repeating: 0, count: Self.mostTransformations)
      let count = heif_item_get_transformation_properties(
        context, item, &properties, Int32(properties.count))
      for property in properties.prefix(max(0, Int(count))) {
        switch heif_item_get_property_type(context, item, property) {
        case heif_item_property_type_transform_rotation:
          turns.rotate(
            counterclockwise: Int(
              heif_item_get_property_transform_rotation_ccw(context, item, property)))
        case heif_item_property_type_transform_mirror:
          switch heif_item_get_property_transform_mirror(context, item, property) {
          case heif_transform_mirror_direction_horizontal: turns.mirrorLeftRight()
          case heif_transform_mirror_direction_vertical: turns.mirrorUpDown()
          default: break
          }
        case heif_item_property_type_transform_crop:
          crop(item, property, in: context)
        default: break
        }
      }
    }

    /// Takes a clean aperture's borders away. One that leaves nothing is passed over, and what it
    /// leaves beside the picture is not missing.
    private mutating func crop(
      _ item: heif_item_id, _ property: heif_property_id, in context: OpaquePointer
    ) {
      let turned = turns.orientation.swapsAxes ? size.swapped : size
      // A file may state no size, and the library ends the process for a crop of nothing.
      guard turned.area > 0, let width = Int32(exactly: turned.width),
        let height = Int32(exactly: turned.height)
      else { return }
      var (left, top, right, bottom): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      heif_item_get_property_transform_crop_borders(
        context, item, property, width, height, &left, &top, &right, &bottom)
      let inner = turns.stored(
        ImageBorders(
          left: max(0, Int(left)), top: max(0, Int(top)), right: max(0, Int(right)),
          bottom: max(0, Int(bottom))))
      guard let inside = inner.inside(size) else { return }
      borders = borders.adding(inner)
      size = inside
    }
  }
#endif
