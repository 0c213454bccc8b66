import JSON
import OrderedCollections
import Presentation
import Text

/// A figure of a kept result that is another one when it is computed again.
package struct ReplayedFigure: Sendable, Hashable {
  /// Its name: `sharpe_ratio`, `years.1.figures.0`.
  package var name: String
  /// The number, or the text, that was kept; null if it was missing.
  package var kept: JSONValue
  /// The number, or the text, now; null if it is missing.
  package var now: JSONValue

  package init(name: String, kept: JSONValue, now: JSONValue) {
    (self.name, self.kept, self.now) = (name, kept, now)
  }

  package init(name: String, kept: Double?, now: Double?) {
    self.init(name: name, kept: .number(kept), now: .number(now))
  }

  /// The difference in words.
  package var text: String {
    func text(_ value: JSONValue) -> String {
      if let text = value.stringValue { return "\"\(text)\"" }
      if let truth = value.boolValue { return truth ? "true" : "false" }
      return value.doubleValue.map { NumberFormat.exact.text($0) } ?? "missing"
    }
    return "\(text(now)), and \(text(kept)) was kept"
  }

  /// The first of some kept numbers that is not the same to the bit now; nil if all are.
  package static func firstDifference(
    of kept: [(name: String, value: Double?)], from now: [String: Double?]
  ) -> ReplayedFigure? {
    for (name, value) in kept {
      let other = now[name] ?? nil
      if value?.bitPattern == other?.bitPattern || value?.isNaN == true && other?.isNaN == true { continue }
      return ReplayedFigure(name: name, kept: value, now: other)
    }
    return nil
  }

  /// The first figure of a kept JSON that is another one now, or one of the two lacks; nil if both are the same.
  ///
  /// A number that is missing is null in a file.
  package static func firstDifference(
    of kept: JSONValue, from now: JSONValue, at path: String = ""
  ) -> ReplayedFigure? {
    func below(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
    switch (kept, now) {
    case (.object(let own), .object(let others)):
      var rest = Dictionary(others.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
      for member in own {
        let other = rest.removeValue(forKey: member.key) ?? .null
        if let found = firstDifference(of: member.value, from: other, at: below(member.key)) { return found }
      }
      for member in others where rest[member.key] != nil {
        if let found = firstDifference(of: .null, from: member.value, at: below(member.key)) { return found }
      }
      return nil
    case (.array(let own), .array(let others)):
      for place in 0..<max(own.count, others.count) {
        let (one, other) = (place < own.count ? own[place] : .null, place < others.count ? others[place] : .null)
        if let found = firstDifference(of: one, from: other, at: below("\(place)")) { return found }
      }
      return nil
    case (.object(let members), .null), (.null, .object(let members)):
      let nothing = JSONValue.object(members.map { JSONValue.Member($0.key, .null) })
      return kept.isNull
        ? firstDifference(of: nothing, from: now, at: path) : firstDifference(of: kept, from: nothing, at: path)
    case (.array, .null): return firstDifference(of: kept, from: .array([]), at: path)
    case (.null, .array): return firstDifference(of: .array([]), from: now, at: path)
    default: return isSame(kept, now) ? nil : ReplayedFigure(name: path, kept: kept, now: now)
    }
  }

  private static func isSame(_ kept: JSONValue, _ now: JSONValue) -> Bool {
    // A file has no numbers that are not finite.
    func number(_ value: JSONValue) -> UInt64? { value.doubleValue.flatMap { $0.isFinite ? $0.bitPattern : nil } }
    switch (kept, now) {
    case (.number, _), (.integer, _), (_, .number), (_, .integer):
      let (own, other) = (number(kept), number(now))
      return own == other && (own != nil || kept.stringValue == nil && now.stringValue == nil)
    default: return kept == now
    }
  }
}

/// The results that a session keeps, each recomputed and compared with its kept numbers to the bit.
package struct ReplayReport: ShapedResult {
  /// A kept result.
  package struct Line: Sendable {
    /// The name of the result.
    package var name: String
    /// The kind of the result.
    package var kind: String
    /// The number of compared numbers.
    package var count: Int
    /// The first that differs; nil if none does.
    package var difference: ReplayedFigure?
    /// The reason for which it was not computed again; nil if it was.
    package var reason: String?

    package init(
      name: String, kind: String, count: Int, difference: ReplayedFigure? = nil, reason: String? = nil
    ) {
      (self.name, self.kind, self.count) = (name, kind, count)
      (self.difference, self.reason) = (difference, reason)
    }
  }

  package var file: String
  package var lines: [Line]

  package init(file: String, lines: [Line]) {
    self.file = file
    self.lines = lines
  }

  /// The results with a figure that differs.
  package var differences: [Line] { lines.filter { $0.difference != nil } }

  /// The results that were not computed again, by kind and count: `2 sweep results and 1 study result`; nil if there
  /// are none.
  package var leftOut: String? {
    var counts: OrderedDictionary<String, Int> = [:]
    for line in lines where line.reason != nil { counts[line.kind, default: 0] += 1 }
    guard !counts.isEmpty else { return nil }
    return Wording.list(counts.map { NumberText.counted($0.value, "\($0.key) result") })
  }

  package static let shape = ResultShape<ReplayReport>(
    "replay", "The numbers of a saved session beside those that are computed again.",
    [
      .text("file") { $0.file }, .integer("numbers") { $0.lines.reduce(0) { $0 + $1.count } },
      .list("results", lineFields) { $0.lines },
    ])

  private static let lineFields: [Field<Line>] = [
    .text("name") { $0.name }.shown(.text("result", .name)), .text(.text("kind"), .never) { $0.kind },
    .integer(.integer("numbers"), .never) { $0.count },
    .truth("same", .possible) { $0.reason == nil ? $0.difference == nil : nil },
    .object("differs", figureFields, .possible) { $0.difference },
    .text("reason", .possible) { $0.reason }.shown(.text("again").wrapping) { line in
      .text(line.reason.map { "not computed: \($0)" } ?? "the same")
    },
  ]

  private static let figureFields: [Field<ReplayedFigure>] = [
    .text("name") { $0.name }, .value("kept", [.number, .string, .boolean, .null]) { $0.kept },
    .value("now", [.number, .string, .boolean, .null]) { $0.now },
  ]

  package var document: Document {
    let computed = lines.filter { $0.reason == nil }
    let numbers = computed.reduce(0) { $0 + $1.count }
    let summary =
      computed.isEmpty
      ? "nothing in it can be computed again"
      : "\(NumberText.counted(numbers, "number")) of \(NumberText.counted(computed.count, "result")) \(Wording.plural(numbers, "is", "are")) the same to the bit"
    return Document {
      if !lines.isEmpty {
        Self.lineFields.table(of: lines)
      }
      Block.note(StyledText(summary))
      if let leftOut { Block.note(StyledText("not computed again: \(leftOut)")) }
    }
  }
}
