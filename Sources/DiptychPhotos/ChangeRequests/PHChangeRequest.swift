import Foundation

/// What all change requests have in common: they live inside a change block.
///
/// Making or using one outside its block ends the process, where Apple raises
/// `NSInternalInconsistencyException` (P87, P88).
public class PHChangeRequest: NSObject {
  let context: ChangeContext

  init(context: ChangeContext) {
    self.context = context
    super.init()
  }
}
