/// Stands for an object that a change block is about to create.
///
/// Its identifier is the one that the real object has once the block has committed (P91, P147). It
/// can be given to other requests of the same block, and to requests of a later block in place of
/// the object.
open class PHObjectPlaceholder: PHObject, @unchecked Sendable {
  // Sendable for the reason that PHObject states.
}
