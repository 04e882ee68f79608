import DiptychTestingSwiftTesting
import Testing

@testable import PhotoSaver

/// The permission flow: what each way of asking says, for everything that a user can have decided.
struct PermissionTests {
  @Test func bothWaysOfAskingAgree() async throws {
    let table: [(TestPhotoLibrary.Access, PermissionAnswer, prompts: Int)] = [
      (.ask(.allow), .granted, 1), (.ask(.refuse), .refused, 1), (.ask(.select([])), .granted, 1),
      (.authorized, .granted, 0), (.limited([]), .granted, 0), (.denied, .refused, 0),
      (.restricted, .forbidden, 0),
    ]
    for (access, expected, prompts) in table {
      try await compareLibraries(
        access: access,
        legacy: { library in
          #expect(await legacyAnswer() == expected, "\(access)")
          #expect(library.prompts.count == prompts, "\(access)")
        },
        modern: { library in
          #expect(await modernAnswer() == expected, "\(access)")
          #expect(library.prompts.count == prompts, "\(access)")
        })
    }
  }

  // Whoever said no in Settings later is not asked again.
  @Test(.photoLibrary(access: .ask(.allow))) func aChangeOfMindCounts() async {
    #expect(await modernAnswer() == .granted)
    TestPhotoLibrary.current.access = .denied
    #expect(await modernAnswer() == .refused)
    #expect(TestPhotoLibrary.current.prompts == [.readWriteAccess])
  }

  private func legacyAnswer() async -> PermissionAnswer {
    let permission = LegacyPermission()
    return await withCheckedContinuation { done in permission.ask { done.resume(returning: $0) } }
  }

  private func modernAnswer() async -> PermissionAnswer {
    await withCheckedContinuation { done in ModernPermission().ask { done.resume(returning: $0) } }
  }
}
