import DiptychEngine
import FacadeReading
import FaultSweeping
import Testing

/// Nothing that writes is left out of the sweeps. What there is comes from the compiler: from the cases
/// of the engine's changes, and from the symbols of the built facades.
@Suite("Swept writes")
struct SweptWritesTests {
  private static func names(_ caller: SweptOperation.Caller) -> Set<String> {
    Set(SweptOperation.all.filter { $0.caller == caller }.map(\.name))
  }

  @Test("every change of the engine is swept")
  func engine() {
    let swept = Self.names(.engine)
    for change in EngineWrites.samples {
      let operations = EngineWrites.operations(for: change)
      #expect(!operations.isEmpty, "\(change)")
      #expect(Set(operations).subtracting(swept) == [], "\(change)")
    }
  }

  @Test("every public symbol that writes is swept, or has a reason")
  func facades() throws {
    let symbols = try ["DiptychPhotos", "DiptychAssetsLibrary"].flatMap {
      try FacadeSymbols(module: $0).symbols
    }
    let writing = Set(symbols.filter(FacadeWrites.isWriting).map(\.path))
    let modern = FacadeWrites.modern
    let legacy = FacadeWrites.legacy
    let named = Set(modern.keys).union(legacy.keys)
    let excused = Set(FacadeWrites.reasons.keys)
    #expect(
      writing.subtracting(named).subtracting(excused).sorted() == [],
      "Sweep these calls, or say why not.")
    #expect(named.union(excused).subtracting(writing).sorted() == [], "These write nothing.")
    #expect(named.intersection(excused).sorted() == [], "These are swept and excused.")
    #expect(writing.count > 70)
  }

  @Test("what is named as sweeping a symbol is an operation")
  func operations() {
    let modern = FacadeWrites.modern.values.flatMap(\.self)
    #expect(Set(modern).subtracting(Self.names(.modern)).sorted() == [])
    let legacy = FacadeWrites.legacy.values.flatMap(\.self)
    #expect(Set(legacy).subtracting(Self.names(.legacy)).sorted() == [])
    // And each operation of a facade is there for something.
    #expect(Self.names(.modern).subtracting(modern).sorted() == [])
    // The one that reads is there for what asking writes.
    #expect(Self.names(.legacy).subtracting(legacy).sorted() == ["a first read that asks"])
  }
}
