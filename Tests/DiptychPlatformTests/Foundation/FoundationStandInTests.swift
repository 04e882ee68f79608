import DiptychPlatform
import Foundation
import Testing

@Suite struct FoundationStandInTests {
  private struct Failure: Error {}

  private func read(_ error: NSErrorPointer) -> Bool {
    error?.pointee = NSError(domain: "test", code: 7)
    return false
  }

  private func save(_ name: String, _ target: Any?, _ selector: Selector?) -> String {
    selector == nil ? name : ""
  }

  @Test func errorPointersTakeAVariableOrNil() {
    var error: NSError?
    #expect(!read(&error))
    #expect(error?.code == 7)
    #expect(!read(nil))
  }

  // Flow 1a: the four-argument call with nil for the selector compiles.
  @Test func aSelectorCanOnlyBeNil() {
    #expect(save("a", nil, nil) == "a")
  }

  // Flow 2
  @Test func theBundleNameKeyConvertsToString() {
    #expect(kCFBundleNameKey as String == "CFBundleName")
    #expect(String(kCFBundleNameKey) == "CFBundleName")
    #expect(Bundle.main.infoDictionary?[kCFBundleNameKey as String] as? String == nil)
  }

  @Test func autoreleasepoolReturnsAndThrows() {
    #expect(autoreleasepool { 5 } == 5)
    #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
  }

  // P17
  @Test func castsToVariadicArgumentsPrint() {
    let date = Date(timeIntervalSince1970: 0)
    #expect(String(format: "%@", date as any CVarArg) == date.description)
    #expect(String(format: "%@ %d", ["a"] as any CVarArg, 1) == "[\"a\"] 1")
  }
}
