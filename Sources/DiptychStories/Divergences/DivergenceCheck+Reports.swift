import DiptychAssetsLibrary
import DiptychEngine
import DiptychPhotos
import DiptychPlatform
import Foundation

extension DivergenceCheck {
  /// D13–D18: what calls report and what the user is asked.
  static let ofReports: [DivergenceCheck] = [
    DivergenceCheck(
      .mayChange, "false", "true",
      legacy: { bench in "\(try await bench.asset(try bench.given()).isEditable)" },
      modern: { bench in
        try bench.given()
        return "\(try bench.asset().canPerform(.properties))"
      }),
    DivergenceCheck(
      .refusedRead, "-3311", "0 found", access: .denied,
      legacy: { bench in await bench.walk().joined(separator: " ") },
      modern: { _ in "\(PHAsset.fetchAssets(with: nil).count) found" }),
    DivergenceCheck(
      .refusedWrite, "-3310", "3311", access: .denied,
      legacy: { bench in "\(await bench.saveLegacy().code ?? 0)" },
      modern: { bench in
        bench.code { PHAssetCreationRequest.forAsset() }
      }),
    DivergenceCheck(
      .prompts, "0 before an access, 1 with it", "1 before an access, 1 with it",
      access: .notDetermined,
      legacy: { bench in
        _ = ALAssetsLibrary.authorizationStatus()
        let before = bench.library.access.prompts.count
        _ = await bench.walk()
        return "\(before) before an access, \(bench.library.access.prompts.count) with it"
      },
      modern: { bench in
        _ = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
        let before = bench.library.access.prompts.count
        _ = PHAsset.fetchAssets(with: nil)
        return "\(before) before an access, \(bench.library.access.prompts.count) with it"
      }),
    DivergenceCheck(
      .newStatuses, "3", "4", access: .limited([]),
      legacy: { _ in "\(ALAssetsLibrary.authorizationStatus().rawValue)" },
      modern: { _ in "\(PHPhotoLibrary.authorizationStatus(for: .readWrite).rawValue)" }),
    DivergenceCheck(
      .errorCodes, "-3302", "3302",
      legacy: { bench in "\(await bench.saveLegacy(.text).code ?? 0)" },
      modern: { bench in
        bench.code {
          PHAssetCreationRequest.forAsset()
            .addResource(with: .photo, data: Picture.text.bytes, options: nil)
        }
      }),
  ]
}
