import JSON
import Language
import Strategies

extension SharedTerms {
  /// The terms as numbers and strings.
  package var json: JSONValue {
    var members: [(String, JSONValue)] = []
    if let positions { members.append(("positions", .integer(positions))) }
    if let limit { members.append(("limit", .number(limit))) }
    if let preference { members.append(("prefer", .string(preference.description))) }
    if let grouping {
      var group: [(String, JSONValue)] = [("column", .string(grouping.column))]
      if let hold = grouping.hold { group.append(("hold", .integer(hold))) }
      if let limit = grouping.limit { group.append(("limit", .number(limit))) }
      members.append(("group", .object(group)))
    }
    return .object(members)
  }
}
