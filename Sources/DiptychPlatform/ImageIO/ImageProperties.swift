import Foundation

// Keys of the dictionaries that describe a picture. A key says how an entry is called, not that a
// file has it. Computed, because a global of a reference type cannot be shared safely.

// MARK: The picture

/// `PixelWidth`, an entry of the picture's dictionary.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" }
/// `PixelHeight`, an entry of the picture's dictionary.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" }
/// `Depth`, an entry of the picture's dictionary.
public var kCGImagePropertyDepth: CFString { "Depth" }
/// `ColorModel`, an entry of the picture's dictionary.
public var kCGImagePropertyColorModel: CFString { "ColorModel" }
/// `HasAlpha`, an entry of the picture's dictionary.
public var kCGImagePropertyHasAlpha: CFString { "HasAlpha" }
/// `Orientation`, an entry of the picture's dictionary.
public var kCGImagePropertyOrientation: CFString { "Orientation" }
/// `DPIWidth`, an entry of the picture's dictionary.
public var kCGImagePropertyDPIWidth: CFString { "DPIWidth" }
/// `DPIHeight`, an entry of the picture's dictionary.
public var kCGImagePropertyDPIHeight: CFString { "DPIHeight" }
/// `ProfileName`, an entry of the picture's dictionary.
public var kCGImagePropertyProfileName: CFString { "ProfileName" }
/// `FileSize`, an entry of the picture's dictionary.
public var kCGImagePropertyFileSize: CFString { "FileSize" }
/// `{TIFF}`, an entry of the picture's dictionary.
public var kCGImagePropertyTIFFDictionary: CFString { "{TIFF}" }
/// `{Exif}`, an entry of the picture's dictionary.
public var kCGImagePropertyExifDictionary: CFString { "{Exif}" }
/// `{GPS}`, an entry of the picture's dictionary.
public var kCGImagePropertyGPSDictionary: CFString { "{GPS}" }
/// `{IPTC}`, an entry of the picture's dictionary.
public var kCGImagePropertyIPTCDictionary: CFString { "{IPTC}" }
/// `{JFIF}`, an entry of the picture's dictionary.
public var kCGImagePropertyJFIFDictionary: CFString { "{JFIF}" }
/// `{PNG}`, an entry of the picture's dictionary.
public var kCGImagePropertyPNGDictionary: CFString { "{PNG}" }
/// `{GIF}`, an entry of the picture's dictionary.
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" }
/// `{HEICS}`, an entry of the picture's dictionary.
public var kCGImagePropertyHEICSDictionary: CFString { "{HEICS}" }
/// `{WebP}`, an entry of the picture's dictionary.
public var kCGImagePropertyWebPDictionary: CFString { "{WebP}" }
/// `{DNG}`, an entry of the picture's dictionary.
public var kCGImagePropertyDNGDictionary: CFString { "{DNG}" }
/// `{Raw}`, an entry of the picture's dictionary.
public var kCGImagePropertyRawDictionary: CFString { "{Raw}" }
/// `{ExifAux}`, an entry of the picture's dictionary.
public var kCGImagePropertyExifAuxDictionary: CFString { "{ExifAux}" }
/// `{MakerApple}`, an entry of the picture's dictionary.
public var kCGImagePropertyMakerAppleDictionary: CFString { "{MakerApple}" }

// MARK: TIFF

/// `DocumentName`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFDocumentName: CFString { "DocumentName" }
/// `ImageDescription`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFImageDescription: CFString { "ImageDescription" }
/// `Make`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFMake: CFString { "Make" }
/// `Model`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFModel: CFString { "Model" }
/// `Orientation`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFOrientation: CFString { "Orientation" }
/// `XResolution`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFXResolution: CFString { "XResolution" }
/// `YResolution`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFYResolution: CFString { "YResolution" }
/// `ResolutionUnit`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFResolutionUnit: CFString { "ResolutionUnit" }
/// `Software`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFSoftware: CFString { "Software" }
/// `DateTime`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFDateTime: CFString { "DateTime" }
/// `Artist`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFArtist: CFString { "Artist" }
/// `HostComputer`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFHostComputer: CFString { "HostComputer" }
/// `WhitePoint`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFWhitePoint: CFString { "WhitePoint" }
/// `PrimaryChromaticities`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFPrimaryChromaticities: CFString { "PrimaryChromaticities" }
/// `Copyright`, an entry of the TIFF dictionary.
public var kCGImagePropertyTIFFCopyright: CFString { "Copyright" }

// MARK: IPTC

/// `ObjectName`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCObjectName: CFString { "ObjectName" }
/// `Keywords`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCKeywords: CFString { "Keywords" }
/// `Caption/Abstract`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCCaptionAbstract: CFString { "Caption/Abstract" }
/// `Byline`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCByline: CFString { "Byline" }
/// `City`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCCity: CFString { "City" }
/// `Country/PrimaryLocationName`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCCountryPrimaryLocationName: CFString {
  "Country/PrimaryLocationName"
}
/// `CopyrightNotice`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCCopyrightNotice: CFString { "CopyrightNotice" }
/// `DateCreated`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCDateCreated: CFString { "DateCreated" }
/// `TimeCreated`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCTimeCreated: CFString { "TimeCreated" }
/// `Headline`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCHeadline: CFString { "Headline" }
/// `Credit`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCCredit: CFString { "Credit" }
/// `Source`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCSource: CFString { "Source" }
/// `StarRating`, an entry of the IPTC dictionary.
public var kCGImagePropertyIPTCStarRating: CFString { "StarRating" }

// MARK: GIF

/// `LoopCount`, an entry of the GIF dictionary.
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" }
/// `DelayTime`, an entry of the GIF dictionary.
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" }
/// `UnclampedDelayTime`, an entry of the GIF dictionary.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" }
