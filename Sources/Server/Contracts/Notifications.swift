import Bookkeeping
import JSON
import Platform

/// Devices that want notices, and which notices users want.
extension Route {
  private static let preferences: Shape = .object(
    NoticePreference.allCases.map { .key($0.rawValue, .flag) }
      + ["botEventsEnabled", "reportsEnabled"].map { .key($0, .flag) })

  static let notifications: [Route] = [
    Route(
      "GET", "/api/v1/notices", .reporting, .reader, "The notices, newest first.",
      query: [
        Query(name: "kind", shape: .word("report", "botEvent", "system")),
        Query(name: "limit", shape: .integer(1...500)),
      ],
      answer: .list(
        .object([
          .key("id", .text), .key("kind", .text), .key("topic", .text), .key("origin", .text), .key("target", .text),
          .key("title", .text), .key("body", .text), .key("time", .text), .key("payload", .any), .key("read", .flag),
        ]))
    ) { call throws(Refusal) in
      let all = try call.server.book.checked { book throws(BookError) in try book.notices(call.server.environment) }
      let wanted = all.filter { notice in call.query("kind").map { $0 == notice.topic.kind } ?? true }
      let limit = call.query("limit").flatMap { Int($0) } ?? 100
      return Reply(.array(wanted.prefix(limit).map { .object($0.fields + [("read", .bool($0.isRead))]) }))
    },
    Route(
      "DELETE", "/api/v1/notices/{id}", .reporting, .user, "Delete a notice.", status: 204, refusals: [404]
    ) { call throws(Refusal) in
      guard let number = call.path["id"].flatMap({ Int($0.hasPrefix("n-") ? String($0.dropFirst(2)) : $0) }) else {
        throw Refusal(404, "there is no such notice")
      }
      try call.server.book.checked { book throws(BookError) in try book.delete([number], call.server.environment) }
      return Reply.none
    },
    Route(
      "POST", "/api/v1/notifications/devices", .reporting, .user,
      "Keep a device; there is no push service, so that nothing is sent to it.",
      body: .object([
        .key("token", .text(1...512)), .key("platform", .word("ios", "android")), .key("timezone", .text(1...64)),
      ]), answer: .object([.key("status", .text)])
    ) { call throws(Refusal) in
      let device = Device(
        token: call.body["token"]?.stringValue ?? "", user: try call.ownUser.id,
        platform: call.body["platform"]?.stringValue ?? "", zone: call.body["timezone"]?.stringValue ?? "")
      try call.server.book.checked { book throws(BookError) in try book.keep(device, call.server.environment) }
      return Reply(["status": "registered", "note": "no push service"])
    },
    Route(
      "DELETE", "/api/v1/notifications/devices", .reporting, .user, "Forget a device.", status: 204
    ) { call throws(Refusal) in
      let token = call.query("token") ?? (try? JSONValue(parsing: call.request.body))?["token"]?.stringValue
      guard let token else {
        throw Refusal([Shape.Fault(place: ["body", "token"], message: "field required", type: "missing")])
      }
      let user = try call.ownUser.id
      try call.server.book.checked { book throws(BookError) in
        try book.dropDevice(token, of: user, call.server.environment)
      }
      return Reply.none
    },
    Route(
      "GET", "/api/v1/notifications/preferences", .reporting, .user, "The notices that the user wants.",
      answer: preferences
    ) { call throws(Refusal) in Reply(try call.ownUser.wanted) },
    Route(
      "PUT", "/api/v1/notifications/preferences", .reporting, .user,
      "Set some of the notices that the user wants; the others stay.",
      body: .object(
        (NoticePreference.allCases.map(\.rawValue) + ["botEventsEnabled", "reportsEnabled"]).map { .maybe($0, .flag) }),
      answer: preferences
    ) { call throws(Refusal) in
      var user = try call.ownUser
      for preference in NoticePreference.allCases {
        let value = call.body[preference.rawValue]?.boolValue ?? call.body[preference.inApp]?.boolValue
        if let value { user.preferences[preference.rawValue] = .bool(value) }
      }
      let changed = user
      _ = try call.server.book.checked { book throws(BookError) in try book.update(changed, call.server.environment) }
      return Reply(changed.wanted)
    },
  ]
}

/// The kinds of notices that a user switches.
enum NoticePreference: String, CaseIterable {
  case heartbeat = "heartbeat_push"
  case trades = "trade_alert_push"
  case system = "system_alert_push"

  /// The key of the app for it.
  var inApp: String { self == .heartbeat ? "reportsEnabled" : "botEventsEnabled" }
}

extension User {
  /// What the user wants, in both spellings; without a choice all.
  fileprivate var wanted: JSONValue {
    func wants(_ preference: NoticePreference) -> Bool { preferences[preference.rawValue]?.boolValue ?? true }
    return .object(
      NoticePreference.allCases.map { ($0.rawValue, .bool(wants($0))) } + [
        ("botEventsEnabled", .bool(wants(.trades) && wants(.system))), ("reportsEnabled", .bool(wants(.heartbeat))),
      ])
  }
}
