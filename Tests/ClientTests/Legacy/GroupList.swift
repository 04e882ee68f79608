import AssetsLibrary
import Foundation

// O12. The sequence of calls is that of lakesoft/LKAssetsLibrary, LKAssetsLibrary.m, with the group
// of its LKAssetsGroup.m.

/// A list of groups that follows the notification's payload instead of loading everything again.
final class GroupList {
  static let didSetUp = Notification.Name("GroupListDidSetUp")
  static let didInsert = Notification.Name("GroupListDidInsert")
  static let didUpdate = Notification.Name("GroupListDidUpdate")
  static let didDelete = Notification.Name("GroupListDidDelete")
  static let groupsKey = "groups"

  struct Group: Equatable {
    let group: ALAssetsGroup
    var name: String {
      group.value(forProperty: ALAssetsGroupPropertyName) as? String ?? "(gone)"
    }
    var url: URL? { group.value(forProperty: ALAssetsGroupPropertyURL) as? URL }
    var type: UInt32 {
      (group.value(forProperty: ALAssetsGroupPropertyType) as? NSNumber)?.uint32Value ?? 0
    }
  }

  private(set) var library: ALAssetsLibrary?
  private(set) var groups: [Group] = []
  private let types: UInt32
  private let filter: ALAssetsFilter
  private var token: NSObjectProtocol?
  /// URLs of the groups, kept since a deleted group has none any more.
  private var urls: [URL?] = []

  init(types: UInt32 = ALAssetsGroupAll, filter: ALAssetsFilter = ALAssetsFilter.allAssets()) {
    self.types = types
    self.filter = filter
    token = NotificationCenter.default.addObserver(
      forName: .ALAssetsLibraryChanged, object: nil, queue: nil
    ) { [weak self] in self?.libraryChanged($0) }
  }

  deinit {
    token.map(NotificationCenter.default.removeObserver)
  }

  static var isDenied: Bool { ALAssetsLibrary.authorizationStatus() == .denied }

  func reload() {
    let library = ALAssetsLibrary()
    self.library = library
    groups = []
    library.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, _ in
        if let group = group {
          group.setAssetsFilter(self.filter)
          self.groups.append(Group(group: group))
        } else {
          self.groups = self.groups.filter { $0.type & self.types != 0 }
          self.sort()
          self.post(GroupList.didSetUp, self.groups)
        }
      },
      failureBlock: { _ in })
  }

  private func sort() {
    groups.sort { $0.name < $1.name }
    urls = groups.map(\.url)
  }

  private func post(_ name: Notification.Name, _ groups: [Group]) {
    DispatchQueue.main.async {
      NotificationCenter.default.post(
        name: name, object: self, userInfo: [GroupList.groupsKey: groups])
    }
  }

  private func libraryChanged(_ notification: Notification) {
    guard let info = notification.userInfo else { return reload() }
    insert(info[ALAssetLibraryInsertedAssetGroupsKey] as? Set<URL> ?? [])
    update(info[ALAssetLibraryUpdatedAssetGroupsKey] as? Set<URL> ?? [])
    delete(info[ALAssetLibraryDeletedAssetGroupsKey] as? Set<URL> ?? [])
  }

  private func insert(_ inserted: Set<URL>) {
    if inserted.isEmpty { return }
    var new: [Group] = []
    library?.enumerateGroups(
      withTypes: ALAssetsGroupType(ALAssetsGroupAll),
      using: { group, _ in
        if let group = group {
          let candidate = Group(group: group)
          guard let url = candidate.url, inserted.contains(url) else { return }
          group.setAssetsFilter(self.filter)
          if candidate.type & self.types != 0 {
            self.groups.append(candidate)
            new.append(candidate)
          }
        } else {
          self.sort()
          self.post(GroupList.didInsert, new)
        }
      },
      failureBlock: { _ in })
  }

  private func update(_ updated: Set<URL>) {
    if updated.isEmpty { return }
    post(GroupList.didUpdate, groups.filter { $0.url.map(updated.contains) ?? false })
  }

  private func delete(_ deleted: Set<URL>) {
    if deleted.isEmpty { return }
    let gone = urls.indices.filter { urls[$0].map(deleted.contains) ?? false }
    let groups = gone.map { self.groups[$0] }
    for index in gone.reversed() { self.groups.remove(at: index) }
    urls = self.groups.map(\.url)
    post(GroupList.didDelete, groups)
  }
}
