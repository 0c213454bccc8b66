import Calendar
import JSON

/// The days on which a symbol belongs to a universe, in a session file: pairs of dates.
package enum MembershipFile {
  package static func json(_ days: [ClosedRange<Int>]) -> JSONValue {
    .array(
      days.map { days in
        .array([
          .string("\(CivilDate(daysSince1970: days.lowerBound))"),
          .string("\(CivilDate(daysSince1970: days.upperBound))"),
        ])
      })
  }

  /// The member of a document that says the days by symbol; nothing if there are none.
  package static func members(_ membership: [String: [ClosedRange<Int>]]) -> [(String, JSONValue)] {
    if membership.isEmpty { return [] }
    return [("membership", .object(membership.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))]
  }

  /// The member of a document with the labels from the columns of a universe's file; no member if there are none.
  package static func members(labels: [String: [String: String]]) -> [(String, JSONValue)] {
    if labels.isEmpty { return [] }
    return [("labels", .object(labels.sorted { $0.key < $1.key }.map { ($0.key, strings($0.value)) }))]
  }

  /// Strings by symbol.
  package static func strings(_ strings: [String: String]) -> JSONValue {
    .object(strings.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
  }

  /// The strings by symbol that a file says.
  package static func strings(_ json: JSONValue?) -> [String: String] {
    var all: [String: String] = [:]
    for member in json?.members ?? [] { all[member.key] = member.value.stringValue }
    return all
  }

  /// The labels that a file says.
  package static func labels(_ json: JSONValue?) -> [String: [String: String]] {
    var all: [String: [String: String]] = [:]
    for member in json?.members ?? [] { all[member.key] = strings(member.value) }
    return all
  }

  /// The days that a file says; nil if it is damaged.
  package static func days(_ json: JSONValue) -> [ClosedRange<Int>]? {
    var all: [ClosedRange<Int>] = []
    for pair in json.elements ?? [] {
      guard let dates = pair.elements, dates.count == 2,
        let first = dates[0].stringValue.flatMap({ CivilDate(iso8601: $0) }),
        let last = dates[1].stringValue.flatMap({ CivilDate(iso8601: $0) }), first.daysSince1970 <= last.daysSince1970
      else { return nil }
      all.append(first.daysSince1970...last.daysSince1970)
    }
    return all
  }

  /// The days by symbol that a file says; nil if it is damaged.
  package static func bySymbol(_ json: JSONValue?) -> [String: [ClosedRange<Int>]]? {
    var all: [String: [ClosedRange<Int>]] = [:]
    for member in json?.members ?? [] {
      guard let days = days(member.value) else { return nil }
      all[member.key] = days
    }
    return all
  }
}
