#if AllMedia
  import Foundation
  import Testing

  /// Decision 203: FFmpeg is loaded when a movie is opened. Most runs open none, and its hundred
  /// libraries would be most of their start.
  @Suite struct MovieReaderTests {
    private static let movie = "$MEDIA/video/hevc-hvc1.mov"

    @Test func nothingLoadsItAtTheStart() throws {
      // With this the system's loader prints what it would load, and the program does not run.
      let libraries = try Place().run(["--version"], ["LD_TRACE_LOADED_OBJECTS": "1"]).out
      #expect(libraries.contains("libsqlite3.so"))
      for name in ["libavformat", "libavcodec", "libswscale", "libavutil"] {
        #expect(!libraries.contains(name), "\(name)")
      }
    }

    @Test func doctorNamesItsLibraries() throws {
      let text = try Place().run(["doctor"]).out
      for name in ["libavformat.so.", "libavcodec.so.", "libswscale.so.", "libavutil.so."] {
        #expect(text.contains(name), "\(name)")
      }
    }

    /// Without it a movie is refused with what to do, and everything else is done.
    @Test func aLibraryThatIsMissing() throws {
      let place = try Place()
      let listed = try place.run(["doctor"]).out
      let name = try #require(
        listed.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("libavformat.so.") })
      // An empty file in its place is what the loader takes and cannot use.
      let soname = name.split(separator: ".").prefix(3).joined(separator: ".")
      try FileManager.default.createDirectory(
        atPath: place.path + "/broken", withIntermediateDirectories: true)
      try place.write("", to: "broken/\(soname)")
      let environment = ["LD_LIBRARY_PATH": "$PLACE/broken"]
      let doctor = try place.run(["doctor"], environment)
      #expect(doctor.status == 69)
      let said = "FFmpeg, which reads movies, cannot be loaded ("
      #expect(doctor.out.contains(said))
      #expect(doctor.out.contains("); install its libraries."))

      let run = try place.run(
        ["import", Self.movie, "$MEDIA/exif/real-canon.jpg", "--library", "A.diptych"], environment)
      #expect(run.status == 65)
      #expect((run.out + run.err).contains(said))
      let list = try place.run(["asset", "list", "--library", "A.diptych"], environment)
      #expect(list.out.contains("real-canon.jpg"))
      #expect(!list.out.contains("hevc-hvc1.mov"))
      // Once it is there again, so is the movie.
      let again = try place.run(["import", Self.movie, "--library", "A.diptych"])
      #expect(again.status == 0, "\(again.err)")
      #expect(
        try place.run(["asset", "list", "--library", "A.diptych"]).out.contains("hevc-hvc1.mov"))
    }
  }
#endif
