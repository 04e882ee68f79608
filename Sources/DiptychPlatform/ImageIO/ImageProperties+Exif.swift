import Foundation

// Keys of the dictionaries that describe a picture. A key says how an entry is called, not that a
// file has it. Computed, because a global of a reference type cannot be shared safely.

// MARK: EXIF

/// `ExposureTime`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifExposureTime: CFString { "ExposureTime" }
/// `FNumber`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFNumber: CFString { "FNumber" }
/// `ExposureProgram`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifExposureProgram: CFString { "ExposureProgram" }
/// `SpectralSensitivity`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSpectralSensitivity: CFString { "SpectralSensitivity" }
/// `ISOSpeedRatings`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifISOSpeedRatings: CFString { "ISOSpeedRatings" }
/// `OECF`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifOECF: CFString { "OECF" }
/// `SensitivityType`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSensitivityType: CFString { "SensitivityType" }
/// `StandardOutputSensitivity`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifStandardOutputSensitivity: CFString { "StandardOutputSensitivity" }
/// `RecommendedExposureIndex`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifRecommendedExposureIndex: CFString { "RecommendedExposureIndex" }
/// `ISOSpeed`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifISOSpeed: CFString { "ISOSpeed" }
/// `ISOSpeedLatitudeyyy`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifISOSpeedLatitudeyyy: CFString { "ISOSpeedLatitudeyyy" }
/// `ISOSpeedLatitudezzz`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifISOSpeedLatitudezzz: CFString { "ISOSpeedLatitudezzz" }
/// `ExifVersion`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifVersion: CFString { "ExifVersion" }
/// `DateTimeOriginal`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifDateTimeOriginal: CFString { "DateTimeOriginal" }
/// `DateTimeDigitized`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifDateTimeDigitized: CFString { "DateTimeDigitized" }
/// `OffsetTime`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifOffsetTime: CFString { "OffsetTime" }
/// `OffsetTimeOriginal`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifOffsetTimeOriginal: CFString { "OffsetTimeOriginal" }
/// `OffsetTimeDigitized`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifOffsetTimeDigitized: CFString { "OffsetTimeDigitized" }
/// `ComponentsConfiguration`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifComponentsConfiguration: CFString { "ComponentsConfiguration" }
/// `CompressedBitsPerPixel`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifCompressedBitsPerPixel: CFString { "CompressedBitsPerPixel" }
/// `ShutterSpeedValue`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifShutterSpeedValue: CFString { "ShutterSpeedValue" }
/// `ApertureValue`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifApertureValue: CFString { "ApertureValue" }
/// `BrightnessValue`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifBrightnessValue: CFString { "BrightnessValue" }
/// `ExposureBiasValue`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifExposureBiasValue: CFString { "ExposureBiasValue" }
/// `MaxApertureValue`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifMaxApertureValue: CFString { "MaxApertureValue" }
/// `SubjectDistance`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubjectDistance: CFString { "SubjectDistance" }
/// `MeteringMode`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifMeteringMode: CFString { "MeteringMode" }
/// `LightSource`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifLightSource: CFString { "LightSource" }
/// `Flash`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFlash: CFString { "Flash" }
/// `FocalLength`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFocalLength: CFString { "FocalLength" }
/// `SubjectArea`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubjectArea: CFString { "SubjectArea" }
/// `MakerNote`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifMakerNote: CFString { "MakerNote" }
/// `UserComment`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifUserComment: CFString { "UserComment" }
/// `SubsecTime`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubsecTime: CFString { "SubsecTime" }
/// `SubsecTimeOriginal`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubsecTimeOriginal: CFString { "SubsecTimeOriginal" }
/// `SubsecTimeOriginal`, under the misspelled name that it had before iOS 10.
@available(*, deprecated, renamed: "kCGImagePropertyExifSubsecTimeOriginal")
public var kCGImagePropertyExifSubsecTimeOrginal: CFString { "SubsecTimeOriginal" }
/// `SubsecTimeDigitized`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubsecTimeDigitized: CFString { "SubsecTimeDigitized" }
/// `FlashPixVersion`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFlashPixVersion: CFString { "FlashPixVersion" }
/// `ColorSpace`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifColorSpace: CFString { "ColorSpace" }
/// `PixelXDimension`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifPixelXDimension: CFString { "PixelXDimension" }
/// `PixelYDimension`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifPixelYDimension: CFString { "PixelYDimension" }
/// `RelatedSoundFile`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifRelatedSoundFile: CFString { "RelatedSoundFile" }
/// `FlashEnergy`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFlashEnergy: CFString { "FlashEnergy" }
/// `SpatialFrequencyResponse`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSpatialFrequencyResponse: CFString { "SpatialFrequencyResponse" }
/// `FocalPlaneXResolution`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFocalPlaneXResolution: CFString { "FocalPlaneXResolution" }
/// `FocalPlaneYResolution`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFocalPlaneYResolution: CFString { "FocalPlaneYResolution" }
/// `FocalPlaneResolutionUnit`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFocalPlaneResolutionUnit: CFString { "FocalPlaneResolutionUnit" }
/// `SubjectLocation`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubjectLocation: CFString { "SubjectLocation" }
/// `ExposureIndex`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifExposureIndex: CFString { "ExposureIndex" }
/// `SensingMethod`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSensingMethod: CFString { "SensingMethod" }
/// `FileSource`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFileSource: CFString { "FileSource" }
/// `SceneType`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSceneType: CFString { "SceneType" }
/// `CFAPattern`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifCFAPattern: CFString { "CFAPattern" }
/// `CustomRendered`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifCustomRendered: CFString { "CustomRendered" }
/// `ExposureMode`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifExposureMode: CFString { "ExposureMode" }
/// `WhiteBalance`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifWhiteBalance: CFString { "WhiteBalance" }
/// `DigitalZoomRatio`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifDigitalZoomRatio: CFString { "DigitalZoomRatio" }
/// `FocalLenIn35mmFilm`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifFocalLenIn35mmFilm: CFString { "FocalLenIn35mmFilm" }
/// `SceneCaptureType`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSceneCaptureType: CFString { "SceneCaptureType" }
/// `GainControl`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifGainControl: CFString { "GainControl" }
/// `Contrast`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifContrast: CFString { "Contrast" }
/// `Saturation`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSaturation: CFString { "Saturation" }
/// `Sharpness`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSharpness: CFString { "Sharpness" }
/// `DeviceSettingDescription`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifDeviceSettingDescription: CFString { "DeviceSettingDescription" }
/// `SubjectDistRange`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSubjectDistRange: CFString { "SubjectDistRange" }
/// `ImageUniqueID`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifImageUniqueID: CFString { "ImageUniqueID" }
/// `CameraOwnerName`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifCameraOwnerName: CFString { "CameraOwnerName" }
/// `BodySerialNumber`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifBodySerialNumber: CFString { "BodySerialNumber" }
/// `LensSpecification`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifLensSpecification: CFString { "LensSpecification" }
/// `LensMake`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifLensMake: CFString { "LensMake" }
/// `LensModel`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifLensModel: CFString { "LensModel" }
/// `LensSerialNumber`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifLensSerialNumber: CFString { "LensSerialNumber" }
/// `CompositeImage`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifCompositeImage: CFString { "CompositeImage" }
/// `SourceImageNumberOfCompositeImage`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSourceImageNumberOfCompositeImage: CFString {
  "SourceImageNumberOfCompositeImage"
}
/// `SourceExposureTimesOfCompositeImage`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifSourceExposureTimesOfCompositeImage: CFString {
  "SourceExposureTimesOfCompositeImage"
}
/// `Gamma`, an entry of the EXIF dictionary.
public var kCGImagePropertyExifGamma: CFString { "Gamma" }
