import Foundation

// Keys of the dictionaries that describe a picture. A key says how an entry is called, not that a
// file has it. Computed, because a global of a reference type cannot be shared safely.

// MARK: GPS

/// `GPSVersion`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSVersion: CFString { "GPSVersion" }
/// `LatitudeRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSLatitudeRef: CFString { "LatitudeRef" }
/// `Latitude`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSLatitude: CFString { "Latitude" }
/// `LongitudeRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSLongitudeRef: CFString { "LongitudeRef" }
/// `Longitude`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSLongitude: CFString { "Longitude" }
/// `AltitudeRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSAltitudeRef: CFString { "AltitudeRef" }
/// `Altitude`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSAltitude: CFString { "Altitude" }
/// `TimeStamp`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSTimeStamp: CFString { "TimeStamp" }
/// `Satellites`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSSatellites: CFString { "Satellites" }
/// `Status`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSStatus: CFString { "Status" }
/// `MeasureMode`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSMeasureMode: CFString { "MeasureMode" }
/// `DOP`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDOP: CFString { "DOP" }
/// `SpeedRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSSpeedRef: CFString { "SpeedRef" }
/// `Speed`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSSpeed: CFString { "Speed" }
/// `TrackRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSTrackRef: CFString { "TrackRef" }
/// `Track`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSTrack: CFString { "Track" }
/// `ImgDirectionRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSImgDirectionRef: CFString { "ImgDirectionRef" }
/// `ImgDirection`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSImgDirection: CFString { "ImgDirection" }
/// `MapDatum`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSMapDatum: CFString { "MapDatum" }
/// `DestLatitudeRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestLatitudeRef: CFString { "DestLatitudeRef" }
/// `DestLatitude`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestLatitude: CFString { "DestLatitude" }
/// `DestLongitudeRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestLongitudeRef: CFString { "DestLongitudeRef" }
/// `DestLongitude`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestLongitude: CFString { "DestLongitude" }
/// `DestBearingRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestBearingRef: CFString { "DestBearingRef" }
/// `DestBearing`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestBearing: CFString { "DestBearing" }
/// `DestDistanceRef`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestDistanceRef: CFString { "DestDistanceRef" }
/// `DestDistance`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDestDistance: CFString { "DestDistance" }
/// `ProcessingMethod`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSProcessingMethod: CFString { "ProcessingMethod" }
/// `AreaInformation`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSAreaInformation: CFString { "AreaInformation" }
/// `DateStamp`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSDateStamp: CFString { "DateStamp" }
/// `Differential`, an entry of the GPS dictionary; its name is misspelled as Apple's is.
public var kCGImagePropertyGPSDifferental: CFString { "Differential" }
/// `HPositioningError`, an entry of the GPS dictionary.
public var kCGImagePropertyGPSHPositioningError: CFString { "HPositioningError" }
