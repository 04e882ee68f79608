import Foundation

/// Whether two sizes are equal, as `==`.
public func CGSizeEqualToSize(_ size1: CGSize, _ size2: CGSize) -> Bool { size1 == size2 }
