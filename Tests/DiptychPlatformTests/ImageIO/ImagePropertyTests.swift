import DiptychPlatform
import Foundation
import Testing

/// Names and values that are easily taken for others; as Apple's headers and programs have them.
@Suite struct ImagePropertyTests {
  @Test func oddNames() {
    #expect(kCGImagePropertyExifVersion as String == "ExifVersion")
    #expect(kCGImagePropertyGPSVersion as String == "GPSVersion")
    #expect(kCGImagePropertyGPSDifferental as String == "Differential")
    #expect(kCGImagePropertyExifSubsecTimeOriginal as String == "SubsecTimeOriginal")
    #expect(kCGImagePropertyExifFocalLenIn35mmFilm as String == "FocalLenIn35mmFilm")
    #expect(kCGImagePropertyExifSubjectDistRange as String == "SubjectDistRange")
    #expect(kCGImagePropertyExifMakerNote as String == "MakerNote")
  }
}
