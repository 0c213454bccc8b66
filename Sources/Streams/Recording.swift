import Calendar
import JSON

/// A recording of a stream, `.tasr`: a line of JSON about the stream, then one a frame, an answer of REST or an event.
public struct Recording: Sendable {
  /// The first line.
  public struct Header: Sendable, Hashable {
    /// The word of the provider.
    public var provider: String
    /// The symbols, as the provider spells them.
    public var series: [String]
    /// The length of the bars.
    public var timeframe: Timeframe
    /// True if bars are made of trades.
    public var isOfTrades: Bool

    /// Makes the line.
    public init(provider: String, series: [String], timeframe: Timeframe, isOfTrades: Bool) {
      (self.provider, self.series, self.timeframe, self.isOfTrades) = (provider, series, timeframe, isOfTrades)
    }

    /// The line of JSON.
    public var line: String {
      JSONValue.frame(
        ("tasr", 1), ("provider", .string(provider)), ("series", .strings(series)),
        ("timeframe", .string("\(timeframe)")), ("bars", .string(isOfTrades ? "trades" : "provider")))
    }
  }

  /// A line after the first.
  public enum Entry: Sendable, Hashable {
    /// A frame as it came.
    case frame(String)
    /// The answer to a question by REST.
    case rest(path: String, status: Int, body: String)
    /// The connection was opened, or closed.
    case event(String)
  }

  /// The first line.
  public var header: Header
  /// The other lines with their times, in milliseconds since 1970.
  public var entries: [(at: Int64, entry: Entry)]

  /// The reason why a file is not a recording, and the line.
  public struct Fault: Error, Sendable, Hashable {
    /// The number of the line, from 1.
    public var line: Int
    /// The reason.
    public var reason: String
  }

  /// Reads a recording.
  ///
  /// - Parameter isStopped: asked at each line; once true the reading ends as a fault.
  public init(_ bytes: [UInt8], isStopped: () -> Bool = { false }) throws(Fault) {
    var header: Header?
    var entries: [(at: Int64, entry: Entry)] = []
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if isStopped() { throw Fault(line: number, reason: "interrupted") }
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      guard let json = try? JSONValue(parsing: Array(line)) else {
        // The last line of a recording that was cut short is not complete.
        if header != nil, number > 1, bytes.last != 0x0A, line.endIndex == bytes.endIndex { break }
        throw Fault(line: number, reason: "it is not JSON")
      }
      if header == nil {
        header = try Self.header(json)
      } else {
        entries.append(try Self.entry(json, number, after: entries.last?.at))
      }
    }
    guard let header else { throw Fault(line: 1, reason: "it is empty") }
    (self.header, self.entries) = (header, entries)
  }

  private static func header(_ json: JSONValue) throws(Fault) -> Header {
    guard json["tasr"]?.intValue == 1 else { throw Fault(line: 1, reason: "a recording begins with {\"tasr\":1,…}") }
    guard let provider = json["provider"]?.stringValue, StreamTable.named(provider) != nil else {
      throw Fault(
        line: 1, reason: "`provider` is not one of \(StreamTable.all.map(\.profile.word).joined(separator: ", "))")
    }
    let series = (json["series"]?.elements ?? []).compactMap(\.stringValue)
    guard !series.isEmpty else { throw Fault(line: 1, reason: "`series` has no symbol") }
    guard let timeframe = json["timeframe"]?.stringValue.flatMap({ Timeframe($0) }), timeframe.unit <= .day else {
      throw Fault(line: 1, reason: "`timeframe` is not a length of bars")
    }
    return Header(
      provider: provider, series: series, timeframe: timeframe, isOfTrades: json["bars"]?.stringValue != "provider")
  }

  private static func entry(
    _ json: JSONValue, _ line: Int, after last: Int64?
  ) throws(Fault) -> (at: Int64, entry: Entry) {
    guard let time = json["at"]?.doubleValue, abs(time) < 7.3e12 else {
      throw Fault(line: line, reason: "`at` is no time")
    }
    // A clock that was set back does not turn the order of arrival round.
    let at = max(Int64(time), last ?? .min)
    if let frame = json["frame"]?.stringValue { return (at, .frame(frame)) }
    if let path = json["rest"]?.stringValue {
      return (at, .rest(path: path, status: json["status"]?.intValue ?? 0, body: json["body"]?.stringValue ?? ""))
    }
    return (at, .event(json["event"]?.stringValue ?? ""))
  }

  /// The line of an entry.
  public static func line(at time: Int64, _ entry: Entry) -> String {
    switch entry {
    case .frame(let frame): JSONValue.frame(("at", .integer(Int(time))), ("frame", .string(frame)))
    case .rest(let path, let status, let body):
      JSONValue.frame(
        ("at", .integer(Int(time))), ("rest", .string(path)), ("status", .integer(status)), ("body", .string(body)))
    case .event(let event): JSONValue.frame(("at", .integer(Int(time))), ("event", .string(event)))
    }
  }
}
