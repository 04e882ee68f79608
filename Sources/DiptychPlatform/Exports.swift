// One import is enough for a client: Foundation brings Dispatch and the C library with it.
@_exported import Foundation
