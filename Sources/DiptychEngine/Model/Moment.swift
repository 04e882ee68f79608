import Foundation

/// The assets of one day in the library's time zone (decision 32): a query, never a row.
package struct Moment: Hashable, Sendable {
  package let uuid: UUID
  /// When the day starts.
  package let start: Date
  /// When the next day starts.
  package let end: Date
  /// Assets in the default view.
  package internal(set) var count = 0
  /// The creation dates of the first and the last of them.
  package internal(set) var earliest: Date
  package internal(set) var latest: Date
  /// Where the first of them that says so was taken.
  package internal(set) var location: AssetLocation?
}

/// The moments of one month or one year.
package struct MomentList: Hashable, Sendable {
  /// What a list gathers.
  package enum Span: String, Sendable {
    /// The moments of a month.
    case month
    /// The moments of a year.
    case year

    var component: Calendar.Component { self == .month ? .month : .year }
  }

  package let uuid: UUID
  package let span: Span
  /// When the month or year starts.
  package let start: Date
  /// When the next one starts.
  package let end: Date
  /// The year in digits; a month has no title.
  package let title: String?
  /// The creation dates of the first and the last asset.
  package internal(set) var earliest: Date
  package internal(set) var latest: Date
}

extension ReadTransaction {
  /// The days on which assets that `client` sees were taken, in ascending order. An asset without
  /// a date is in none.
  /// - Complexity: O(*n*) in the assets, read from the index of dates.
  package func moments(as client: String?) throws -> [Moment] {
    var condition = "a.own = 1 AND a.hidden = 0 AND a.creation_date IS NOT NULL"
    var arguments: [any BindableValue] = []
    if let client {
      switch try library.access.status(.readWrite, client, in: self) {
      case .authorized: break
      case .limited:
        let selection = try limitedSelection(of: client)
        condition += " AND \(selection.sql)"
        arguments = selection.arguments
      case .notDetermined, .restricted, .denied: return []
      }
    }
    let calendar = momentCalendar
    var moments: [Moment] = []
    try connection.forEach(
      """
      SELECT a.creation_date, a.latitude, a.longitude, a.altitude FROM assets a
      WHERE \(condition) ORDER BY a.creation_date, a.id
      """, arguments
    ) { row in
      let date = row.date(0)
      if moments.last.map({ date >= $0.end }) ?? true {
        guard let day = calendar.dateInterval(of: .day, for: date) else { return }
        moments.append(
          Moment(
            uuid: momentUUID("day", day.start, calendar), start: day.start, end: day.end,
            earliest: date, latest: date))
      }
      let last = moments.count - 1
      moments[last].count += 1
      moments[last].latest = date
      if moments[last].location == nil, !row.isNull(1) {
        moments[last].location = AssetLocation(
          latitude: row.real(1), longitude: row.real(2),
          altitude: row.isNull(3) ? nil : row.real(3))
      }
    }
    return moments
  }

  /// The months or years of the moments that `client` sees, in ascending order.
  package func momentLists(_ span: MomentList.Span, as client: String?) throws -> [MomentList] {
    let calendar = momentCalendar
    var lists: [MomentList] = []
    for moment in try moments(as: client) {
      if let last = lists.last, moment.start < last.end {
        lists[lists.count - 1].latest = moment.latest
        continue
      }
      guard let interval = calendar.dateInterval(of: span.component, for: moment.start) else {
        continue
      }
      let year = calendar.component(.year, from: interval.start)
      lists.append(
        MomentList(
          uuid: momentUUID(span.rawValue, interval.start, calendar), span: span,
          start: interval.start, end: interval.end, title: span == .year ? String(year) : nil,
          earliest: moment.earliest, latest: moment.latest))
    }
    return lists
  }

  private var momentCalendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = library.configuration.timeZone
    return calendar
  }

  /// The same day of the same library always has the same identifier.
  private func momentUUID(_ span: String, _ start: Date, _ calendar: Calendar) -> UUID {
    let parts = calendar.dateComponents([.era, .year, .month, .day], from: start)
    let date = [parts.era, parts.year, parts.month, parts.day].map { String($0 ?? 0) }
    return UUID(hashing: "\(library.uuid.uuidString) moment \(span) \(date.joined(separator: "-"))")
  }
}
