import Calendar
import JSON
import MarketData

/// The ways that notices go to the user.
package struct NoticeWays: Sendable, Hashable {
  /// A way.
  package enum Way: String, Sendable, CaseIterable {
    /// A line at the prompt, or of a script's output.
    case terminal
    /// A program that gets the notice as JSON on its standard input.
    case command
    /// A server that the notice is posted to as JSON.
    case webhook
    /// A file to which the notice is added as a line of JSON.
    case file
    /// In `notices` alone.
    case silent
    /// Not even noted.
    case off
  }

  /// The way of each topic or kind that was given one; a topic has precedence over its kind.
  package var ways: [String: Way] = [:]
  /// The hours in which notices wait.
  package var quiet: QuietHours?
  /// The topics that do not wait.
  package var loud: Set<String> = ["stop", "guard"]
  /// The words of the program.
  package var command: [String] = []
  /// The address of the server.
  package var webhook: String?
  /// The path of the file.
  package var file: String?
  /// The times of the recaps, in minutes of the day, with their zone.
  package var heartbeat: (minutes: [Int], zone: Zone)?

  package init() {}

  /// The way of a topic: the terminal if none was given.
  package func way(of topic: Notice.Topic) -> Way { ways[topic.rawValue] ?? ways[topic.kind] ?? .terminal }

  /// The time from which a notice may go.
  package func due(_ notice: Notice) -> Int64 {
    guard let quiet, !loud.contains(notice.topic.rawValue), !loud.contains(notice.topic.kind) else {
      return notice.time
    }
    return quiet.end(after: notice.time)
  }

  package static func == (left: Self, right: Self) -> Bool { left.json.write() == right.json.write() }
  package func hash(into hasher: inout Hasher) { hasher.combine(json.write()) }

  // MARK: JSON

  package var json: JSONValue {
    func hours(_ quiet: QuietHours) -> JSONValue {
      ["from": .integer(quiet.start), "until": .integer(quiet.end), "zone": .string(quiet.zone.identifier)]
    }
    return [
      "ways": .object(ways.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value.rawValue)) }),
      "quiet": quiet.map(hours) ?? .null, "loud": .strings(loud.sorted()), "command": .strings(command),
      "webhook": .string(webhook), "file": .string(file),
      "heartbeat": heartbeat.map {
        ["minutes": .numbers($0.minutes.map { Double($0) }), "zone": .string($0.zone.identifier)]
      } ?? .null,
    ]
  }

  package init(json: JSONValue) {
    func zone(_ value: JSONValue?) -> Zone {
      value?.stringValue.flatMap { try? ZoneDatabase.zone(named: $0) } ?? .utc
    }
    func texts(_ value: JSONValue?) -> [String]? { value?.elements?.compactMap(\.stringValue) }
    for member in json["ways"]?.members ?? [] { ways[member.key] = member.value.stringValue.flatMap(Way.init) }
    if let hours = json["quiet"], let start = hours["from"]?.intValue, let end = hours["until"]?.intValue {
      quiet = QuietHours(from: start, until: end, in: zone(hours["zone"]))
    }
    if let names = texts(json["loud"]) { loud = Set(names) }
    command = texts(json["command"]) ?? []
    (webhook, file) = (json["webhook"]?.stringValue, json["file"]?.stringValue)
    if let times = json["heartbeat"]?["minutes"]?.elements {
      heartbeat = (times.compactMap(\.intValue), zone(json["heartbeat"]?["zone"]))
    }
  }
}
