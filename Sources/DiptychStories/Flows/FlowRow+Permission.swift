import DiptychEngine
import DiptychPlatform
import Foundation
import Lessons

extension FlowRow {
  /// Flow 4: permission first, every state before and every answer.
  static let permission: [FlowRow] = [
    permissionRow(
      "4-asked-refused", "not determined, refused: error message",
      AccessSetting(preset: .notDetermined, answer: .refuse), isSilent: false),
    permissionRow(
      "4-asked-refused-silent", "not determined, refused: silence",
      AccessSetting(preset: .notDetermined, answer: .refuse), isSilent: true),
    permissionRow(
      "4-asked-allowed", "not determined, allowed: saved",
      AccessSetting(preset: .notDetermined, answer: .allow), isSilent: false),
    permissionRow(
      "4-denied", "denied before: Settings", AccessSetting(preset: .denied), isSilent: false),
    permissionRow(
      "4-restricted", "restricted: the system forbids it", AccessSetting(preset: .restricted),
      isSilent: false),
    permissionRow(
      "4-authorized", "authorized before: saved", AccessSetting(preset: .authorized),
      isSilent: false),
  ]

  private static func permissionRow(
    _ name: String, _ title: String, _ access: AccessSetting, isSilent: Bool
  ) -> FlowRow {
    FlowRow(
      name: name, title: title, access: access,
      legacy: { context in
        let image = try context.image(context.media.uprightPhoto)
        let saver = LegacyPermissionSaver(
          title: FlowContext.albumTitle, isSilent: isSilent, say: context.say)
        try await context.step("save") {
          await callback { done in saver.save(image, completion: done) }
        }
      },
      modern: { context in
        let image = try context.image(context.media.uprightPhoto)
        let saver = ModernPermissionSaver(
          title: FlowContext.albumTitle, isSilent: isSilent, say: context.say)
        try await context.step("save") {
          await callback { done in saver.save(image, completion: done) }
        }
      })
  }
}
