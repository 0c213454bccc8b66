import JSON
import Language
import Presentation
import Reports
import Shell

/// A request of a program that drives tas over a pipe: one JSON object on one line.
///
/// ```
/// {"id": 1, "statement": "load sample SPY; rsi(14)"}
/// {"id": 2, "statement": "plot close", "show": ["html"], "width": 100, "brief": true}
/// {"id": 3, "cancel": 1}
/// {"id": 4, "complete": "rs", "cursor": 2}
/// {"id": 5, "completeness": "strategy s {"}
/// {"id": 6, "describe": true}
/// {"id": 7, "subscribe": ["bar", "notice"]}
/// ```
///
/// The id is any JSON value, and its answer has it again.
public struct BatchRequest: Sendable, Equatable {
  /// The action of a request.
  public enum Action: Sendable, Equatable {
    /// Runs statements; each result is also laid out in these formats, for a number of columns.
    ///
    /// Lists have all of their rows; brief ones the last ten, as at the prompt.
    case statement(String, formats: [OutputFormat], width: Int, isBrief: Bool)
    /// Ends the statement of an id, or the one under way if there is none.
    case cancel(JSONValue?)
    /// The words possible at a place of a text, in UTF-8 bytes from its start.
    case complete(String, cursor: Int)
    /// Whether a text is complete, so that it can run.
    case completeness(String)
    /// Everything that can be typed and everything that can come back.
    case describe
    /// The events of live series that come as lines between the answers; an empty list ends them.
    case subscribe([LiveLine.Kind])
  }

  /// The value that the answer has, too; null if the request has none.
  public let id: JSONValue
  /// Its action.
  public let action: Action

  /// Reads the line of a request, without its newline.
  public init(line: [UInt8]) throws(BatchFault) {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line) } catch {
      throw BatchFault(id: .null, "this line is not JSON: \(error)", hint: Self.example)
    }
    guard value.members != nil else {
      throw BatchFault(id: .null, "a request must be a JSON object, but this line is not", hint: Self.example)
    }
    id = value["id"] ?? .null
    action = try Self.action(of: value, id)
  }

  private static let example = "a request is like `{\"id\": 1, \"statement\": \"load sample SPY\"}`"
  private static let actions = ["statement", "cancel", "complete", "completeness", "describe", "subscribe"]
  /// The keys allowed with each action.
  private static let options = ["statement": ["show", "width", "brief"], "complete": ["cursor"]]

  private static func action(of value: JSONValue, _ id: JSONValue) throws(BatchFault) -> Action {
    let keys = (value.members ?? []).map(\.key)
    let asked = actions.filter { keys.contains($0) }
    guard let name = asked.first, asked.count == 1 else {
      let list = actions.map { "`\($0)`" }.joined(separator: ", ")
      let found = asked.isEmpty ? "none" : asked.map { "`\($0)`" }.joined(separator: " and ")
      throw BatchFault(id: id, "a request has one of \(list), but this one has \(found)", hint: example)
    }
    let allowed = ["id", name] + (options[name] ?? [])
    if let key = keys.first(where: { !allowed.contains($0) }) {
      let list = allowed.map { "`\($0)`" }.joined(separator: ", ")
      throw BatchFault(id: id, "a request with `\(name)` has no `\(key)`", hint: "it may have \(list)")
    }
    switch name {
    case "statement":
      return .statement(
        try text(name, of: value, id), formats: try formats(of: value, id), width: try width(of: value, id),
        isBrief: try flag("brief", of: value, id))
    case "complete":
      let text = try text(name, of: value, id)
      return .complete(text, cursor: try cursor(of: value, in: text, id))
    case "completeness": return .completeness(try text(name, of: value, id))
    case "cancel":
      let target = value["cancel"] ?? .null
      return .cancel(target == .null || target == .bool(true) ? nil : target)
    case "subscribe": return .subscribe(try kinds(of: value, id))
    default: return .describe
    }
  }

  private static func kinds(of value: JSONValue, _ id: JSONValue) throws(BatchFault) -> [LiveLine.Kind] {
    let hint = "the events: \(LiveLine.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
    guard let elements = value["subscribe"]?.elements else {
      throw BatchFault(
        id: id, "`subscribe` must be a list of events, not `\(value["subscribe"]?.write() ?? "")`", hint: hint)
    }
    var kinds: [LiveLine.Kind] = []
    for element in elements {
      guard let kind = element.stringValue.flatMap({ LiveLine.Kind(rawValue: $0) }) else {
        throw BatchFault(id: id, "`subscribe` knows no event `\(element.write())`", hint: hint)
      }
      kinds.append(kind)
    }
    return kinds
  }

  private static func text(_ key: String, of value: JSONValue, _ id: JSONValue) throws(BatchFault) -> String {
    guard let text = value[key]?.stringValue else {
      throw BatchFault(id: id, "`\(key)` must be a string, not `\(value[key]?.write() ?? "")`", hint: example)
    }
    return text
  }

  private static func flag(_ key: String, of value: JSONValue, _ id: JSONValue) throws(BatchFault) -> Bool {
    guard let given = value[key] else { return false }
    guard let flag = given.boolValue else {
      throw BatchFault(id: id, "`\(key)` must be true or false, not `\(given.write())`", hint: example)
    }
    return flag
  }

  private static func formats(of value: JSONValue, _ id: JSONValue) throws(BatchFault) -> [OutputFormat] {
    guard let show = value["show"] else { return [] }
    let hint = "the formats: \(shownFormats.map(\.name).joined(separator: ", "))"
    guard let elements = show.elements else {
      throw BatchFault(id: id, "`show` must be a list of formats, not `\(show.write())`", hint: hint)
    }
    var formats: [OutputFormat] = []
    for element in elements {
      guard let format = shownFormats.first(where: { $0.name == element.stringValue }) else {
        throw BatchFault(id: id, "`show` knows no format `\(element.write())`", hint: hint)
      }
      formats.append(format)
    }
    return formats
  }

  /// The formats for people, parts of pages and pictures among them: the answer itself is the one for programs.
  package static var shownFormats: [OutputFormat] { OutputFormat.all.filter { !$0.hasRecords } + [.htmlPart, .svg] }

  private static func width(of value: JSONValue, _ id: JSONValue) throws(BatchFault) -> Int {
    guard let given = value["width"] else { return 80 }
    guard let width = given.intValue, (20...1000).contains(width) else {
      throw BatchFault(
        id: id, "`width` must be a number of columns, not `\(given.write())`", hint: "from 20 to 1000")
    }
    return width
  }

  private static func cursor(
    of value: JSONValue, in text: String, _ id: JSONValue
  ) throws(BatchFault) -> Int {
    guard let given = value["cursor"] else { return text.utf8.count }
    guard let cursor = given.intValue, (0...text.utf8.count).contains(cursor) else {
      throw BatchFault(
        id: id, "`cursor` must be an offset in the text, not `\(given.write())`",
        hint: "it counts UTF-8 bytes, here from 0 to \(text.utf8.count)")
    }
    return cursor
  }
}

/// A line that is not a request, with its id if it has one: it is answered, and the next line is read.
public struct BatchFault: Error, Sendable, Equatable {
  /// The id of the line; null if it has no readable one.
  public let id: JSONValue
  package let message: String
  package let hint: String

  package init(id: JSONValue, _ message: String, hint: String) {
    self.id = id
    self.message = message
    self.hint = hint
  }

  /// The answer to the line.
  public var answer: BatchAnswer {
    BatchAnswer.failure(of: id, Diagnostic(.badRequest, message, at: nil, hints: [hint]))
  }
}
