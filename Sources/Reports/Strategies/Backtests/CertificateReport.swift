import Backtesting
import Columns
import JSON
import Presentation
import Strategies
import Text

extension Certificate {
  /// The certificate, and the label of the bar from which a prefix differs.
  static let fields: [Field<(certificate: Certificate, difference: String?)>] = [
    .truth("replayed") { $0.certificate.isReplayed },
    .value("prefixes", [.list]) { .array($0.certificate.prefixes.map { .integer($0) }) },
    .text("differs_from", .possible) { $0.difference }, .rate("one_bar_later") { $0.certificate.laterReturn },
    .integer("ambiguous_trades") { $0.certificate.ambiguousTrades },
    .rate("ambiguous_share") { $0.certificate.ambiguousShare },
    .rate("worst_return") { $0.certificate.worstReturn }, .rate("best_return") { $0.certificate.bestReturn },
    .integer("warm_up_bars") { $0.certificate.warmUp }, .integer("trials", .possible) { $0.certificate.trials },
    .list("looks_ahead", LookAheadFinding.fields) { $0.certificate.lookAhead },
  ]

  /// The certificate for programs; dates are those of the series that the run was on.
  func json(_ label: (Int) -> String) -> JSONValue { Self.fields.json((self, firstDifference.map(label))) }

  private var ambiguousShare: Double { trades == 0 ? 0 : Double(ambiguousTrades) / Double(trades) }

  /// All in one line.
  func text(_ label: (Int) -> String) -> String {
    func percent(_ number: Double) -> String { NumberFormat.percent(2).grouped.text(number) }
    var parts = [
      firstDifference.map { "NOT replayed on prefixes, from \(label($0)) on" }
        ?? (prefixes.isEmpty
          ? "too short to replay" : "replayed on \(NumberText.counted(prefixes.count, "prefix", "prefixes"))"),
      "one bar later \(percent(laterReturn))\(toleratesDelay ? ", no worse" : "")",
    ]
    if ambiguousTrades > 0 {
      let share = NumberText.percentShort(ambiguousShare)
      parts.append("\(share) of trades ambiguous: \(percent(worstReturn)) to \(percent(bestReturn))")
    }
    if let trials {
      parts.append("\(NumberText.counted(trials, "trial")) on these data")
    }
    if let text = lookAhead.remark { parts.append(text) }
    return "certificate: " + parts.joined(separator: " · ")
  }
}

extension LookAheadFinding {
  static let fields: [Field<LookAheadFinding>] = [
    .text("column") { $0.column }, .text("holds") { $0.holds }, .truth("exact") { $0.kind == .same },
    .number("strength") { $0.strength }, .integer("bars") { $0.bars },
  ]
}

extension [LookAheadFinding] {
  /// The columns in words; nil if there are none.
  var remark: String? {
    isEmpty ? nil : "LOOKS AHEAD by \(Wording.list(map { "`\($0.column)`" }))"
  }
}

/// The certificate of a run as a session's file keeps it, since running again does not repeat its checks.
package struct KeptCertificate: Sendable {
  /// All in one line.
  package let text: String
  /// The certificate for programs.
  package let certificate: JSONValue
  /// The significance for programs; null if there was none.
  package let significance: JSONValue

  /// The certificate that a file kept; nil if the JSON is none.
  package init?(_ json: JSONValue) {
    guard let text = json["text"]?.stringValue, let certificate = json["certificate"] else { return nil }
    (self.text, self.certificate, significance) = (text, certificate, json["significance"] ?? .null)
  }

  /// The certificate as a file keeps it.
  package var json: JSONValue {
    ["text": .string(text), "certificate": certificate, "significance": significance]
  }
}

extension BacktestReport {
  /// The certificate in one line; nil of a run without one.
  var certificateText: String? { run.certificate?.text(label) ?? keptCertificate?.text }

  /// The verdict on the gain; nil of a run whose trials were not counted.
  var verdict: GainVerdict? {
    let (gain, holding) = (performance.totalReturn, performance.buyAndHoldReturn)
    if let own = run.significance { return GainVerdict(own, gain: gain, holding: holding) }
    return keptCertificate.flatMap {
      GainVerdict(kept: $0.significance, trades: result.trades.count, gain: gain, holding: holding)
    }
  }

  /// The certificate for programs; nil of a run without one.
  var certificate: JSONValue? { run.certificate?.json(label) ?? keptCertificate?.certificate }

  /// The significance for programs; null or nil of a run whose trials were not counted.
  var significance: JSONValue? { run.significance?.json ?? keptCertificate?.significance }

  /// The certificate for a session's file; nil of a run without one.
  package var certificateFile: JSONValue? {
    guard let text = certificateText, let certificate else { return nil }
    return [
      "text": .string(text), "certificate": certificate,
      "significance": significance ?? .null,
    ]
  }
}

extension SweepReport {
  /// The certificates of the rows in one line; nil if there are none.
  var certificateText: String? {
    guard !certificates.isEmpty else { return nil }
    let later = certificates.map(\.laterReturn)
    func percent(_ number: Double?) -> String { NumberFormat.percent(2).grouped.text(number ?? .nan) }
    let replayed = certificates.count(where: \.isReplayed)
    let rows = NumberText.counted(certificates.count, "row")
    var parts = [
      replayed == certificates.count ? "all replayed on prefixes" : "\(replayed) of them replayed on prefixes",
      certificates.count == 1
        ? "one bar later \(percent(later.first))"
        : "one bar later \(percent(later.min())) to \(percent(later.max()))",
    ]
    let tolerant = certificates.count(where: \.toleratesDelay)
    if tolerant > 0 {
      parts[1] += certificates.count == 1 ? ", no worse" : ", no worse for \(tolerant)"
    }
    let ambiguous = certificates.map(\.ambiguousTrades).max() ?? 0
    if ambiguous > 0 { parts.append("up to \(NumberText.counted(ambiguous, "ambiguous trade"))") }
    let columns = Set(certificates.flatMap { $0.lookAhead.map(\.column) }).sorted()
    if !columns.isEmpty { parts.append("LOOKS AHEAD by \(Wording.list(columns.map { "`\($0)`" }))") }
    return "certificate of the \(rows): " + parts.joined(separator: " · ")
  }
}
