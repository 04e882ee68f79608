import DiptychTestingSwiftTesting
import Testing

@testable import PhotoSaver

@Test func bothSaversLeaveTheSameLibrary() async {
  let pictures = [1, 2].map { TestPicture.jpeg(seed: $0).data }
  await expectIdenticalLibraries(
    legacy: {
      for picture in pictures {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
          LegacySaver().save(picture, to: "Trip") { error in
            if let error { done.resume(throwing: error) } else { done.resume() }
          }
        }
      }
    },
    modern: {
      for picture in pictures { try ModernSaver().save(picture, to: "Trip") }
    })
}
