// What the examples of MIGRATION.md use without saying where it comes from.
import AssetsLibrary
import Foundation
import Photos
import UIKit

var library = ALAssetsLibrary()
var group = ALAssetsGroup()
var oldAsset = ALAsset()
var album = PHAssetCollection()
var asset = PHAsset()
var image = UIImage()
var data = Data()
var bytes = Data()
var url = URL(fileURLWithPath: "/photo.jpg")
var video = URL(fileURLWithPath: "/video.mov")
var stillFile = URL(fileURLWithPath: "/photo.heic")
var title = "Trip"
var titles: [String] = []
var urls: [URL?] = []
var identifiers: [String] = []
var pictures: [UIImage?] = []

func start() {}
func show() {}
func refused() {}
func gone() {}
