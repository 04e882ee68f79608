import DiptychPlatform
import Foundation
import Testing

@Suite struct CMTimeTests {
  @Test func seconds() {
    let time = CMTime(seconds: 1.5, preferredTimescale: 600)
    #expect(time.value == 900 && time.timescale == 600 && time.epoch == 0)
    #expect(time.seconds == 1.5 && CMTimeGetSeconds(time) == 1.5)
    #expect(time.isValid && time.isNumeric && !time.isIndefinite)
    #expect(CMTime(value: -3, timescale: 2).seconds == -1.5)
    #expect(CMTimeMakeWithSeconds(0.25, preferredTimescale: 8).value == 2)
    #expect(CMTime.zero.seconds == 0 && CMTime.zero.isNumeric)
  }

  @Test func noNumbers() {
    for time in [
      CMTime(), .invalid, CMTime(seconds: .nan, preferredTimescale: 600),
      CMTime(seconds: 1, preferredTimescale: 0), CMTime(seconds: 1, preferredTimescale: -5),
    ] {
      #expect(!time.isValid && !time.isNumeric && time.seconds.isNaN)
    }
    #expect(CMTime.indefinite.isValid && CMTime.indefinite.isIndefinite)
    #expect(!CMTime.indefinite.isNumeric && CMTime.indefinite.seconds.isNaN)
    #expect(CMTime(seconds: .infinity, preferredTimescale: 600).isPositiveInfinity)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600).seconds == .infinity)
    #expect(CMTime(seconds: -1e300, preferredTimescale: 600).isNegativeInfinity)
    #expect(CMTime(value: 1, timescale: 0).seconds.isNaN)
  }

  // The duration of a real file is tested with requests for videos.
  @Test func unreadableFiles() {
    let missing = AVURLAsset(url: URL(fileURLWithPath: "/none/a.mov"))
    #expect(!missing.duration.isValid && missing.url.path == "/none/a.mov")
    let remote = URL(string: "https://example.com/a.mov")
    #expect(remote.map { AVURLAsset(url: $0, options: nil).duration.isValid } == false)
    let asset: AVAsset = missing
    #expect((asset as? AVURLAsset)?.url == missing.url)
  }
}
