import Foundation

/// Stands for Core Foundation's string type; `as String` converts it.
public typealias CFString = NSString

/// Stands for Core Foundation's data type; `as Data` and `as CFData` convert between the two.
public typealias CFData = NSData

/// Stands for Core Foundation's URL type; `as URL` and `as CFURL` convert between the two.
public typealias CFURL = NSURL

/// Stands for Core Foundation's dictionary type.
public typealias CFDictionary = NSDictionary

/// The key of an application's short name in `Bundle.main.infoDictionary`: `CFBundleName`.
///
/// On Linux that dictionary has entries only if an `Info.plist` lies beside the executable.
nonisolated(unsafe) public let kCFBundleNameKey: CFString! = "CFBundleName" as NSString
// Safe: the constant is an immutable string and is never assigned again.
