import Foundation

/// Where a function of the Objective-C era puts its error.
///
/// Pass `nil`, or `&error` with `var error: NSError?`. On Apple systems the pointer is of an
/// autoreleasing kind, which Linux lacks; `pointee` reads the same.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?
