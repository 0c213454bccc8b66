import Calendar
import JSON

/// A message to the user about something that happened without a statement.
package struct Notice: Sendable, Hashable {
  /// What it is about; each topic can be switched and sent its own way.
  package enum Topic: String, Sendable, CaseIterable {
    /// A strategy's signal that changed.
    case signal
    /// A condition that became true.
    case alert
    /// A position that reached its stop or its target.
    case stop
    /// A trade that was opened or closed.
    case trade
    /// An order that was placed, refused or cancelled.
    case order
    /// A guardrail that halts an account, and its reset.
    case guard_ = "guard"
    /// A strategy's trading that began, ended or changed.
    case bot
    /// A live score that left its backtest.
    case drift
    /// A stream that stalled or is refused.
    case stall
    /// The balance at the times of `heartbeat`.
    case heartbeat

    /// Its kind, as the clients of the server tell notices apart.
    package var kind: String {
      switch self {
      case .heartbeat: "report"
      case .signal, .stop, .trade, .order, .bot: "botEvent"
      case .alert, .guard_, .drift, .stall: "system"
      }
    }

    /// The page that it belongs to.
    package var target: String {
      switch self {
      case .signal, .drift, .stall: "home"
      case .trade, .order, .stop: "trades"
      case .heartbeat: "calendar"
      case .alert: "notifications"
      case .guard_, .bot: "admin"
      }
    }
  }

  /// How it came about.
  package enum Origin: String, Sendable {
    /// By the clock.
    case push
    /// By a bar or a message that came.
    case realtime
  }

  /// Its number in the book, from 1; 0 before it is noted.
  package var number = 0
  /// Its identity: a notice with the same key is noted once, whichever program makes it, and again after a kill.
  package var key: String
  package var topic: Topic
  package var origin: Origin
  /// A line: `GPIX: dip`.
  package var title: String
  /// A sentence with the values.
  package var body: String
  /// Milliseconds since 1970, on the clock of the stream.
  package var time: Int64
  /// Values for programs.
  package var payload: JSONValue
  package var isRead = false

  /// The name that the user types: `n-41`.
  package var id: String { "n-\(number)" }

  /// Makes a notice that is not yet noted.
  package init(
    _ topic: Topic, key: String, _ title: String, _ body: String, at time: Int64, origin: Origin = .realtime,
    payload: JSONValue = [:]
  ) {
    (self.topic, self.key, self.title, self.body, self.time) = (topic, key, title, body, time)
    (self.origin, self.payload) = (origin, payload)
  }
}

extension Notice {
  /// The keys that programs rely on.
  package var fields: [(String, JSONValue)] {
    [
      ("id", .string(id)), ("kind", .string(topic.kind)), ("topic", .string(topic.rawValue)),
      ("origin", .string(origin.rawValue)), ("target", .string(topic.target)), ("title", .string(title)),
      ("body", .string(body)), ("time", .string(Zone.utc.iso8601(Timestamp(milliseconds: time)))),
      ("payload", payload),
    ]
  }

  /// Its title with its body.
  package var line: String { title + (body.isEmpty ? "" : ": \(body)") }
}
