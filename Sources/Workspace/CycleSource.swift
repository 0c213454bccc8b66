import Calendar
import Columns
import Evaluation
import MarketData
import Synchronization

/// The economic cycle of the loaded series, and of the samples inside the program if one is not loaded.
package struct CycleSource: Sendable {
  /// A series that an input is made of.
  package struct Part: Sendable {
    /// The series' name.
    package let name: String
    /// The series.
    package let series: Evaluation.Series
    /// True if it is the sample inside the program.
    package let isSample: Bool
  }

  /// The names of the series of growth, unemployment and consumer prices at FRED.
  package static let names: [EconomicCycle.Input: String] = [
    .growth: "A191RL1Q225SBEA", .unemployment: "UNRATE", .inflation: "CPIAUCSL",
  ]
  /// The names of the curve: a difference, or two yields.
  package static let curveNames = [["T10Y2Y"], ["DGS10", "DGS2"], ["GS10", "GS2"]]

  private let loaded: @Sendable (String) -> Evaluation.Series?

  /// Looks for the series by a closure that knows those which are loaded.
  package init(_ loaded: @escaping @Sendable (String) -> Evaluation.Series?) { self.loaded = loaded }

  /// The series of each input; throws if one has prices instead of published values.
  package func parts() throws(ContextError) -> [EconomicCycle.Input: [Part]] {
    var parts: [EconomicCycle.Input: [Part]] = [:]
    for (input, name) in Self.names { parts[input] = [try part(name)] }
    let curve = Self.curveNames.first { $0.allSatisfy { loaded($0) != nil } } ?? Self.curveNames[0]
    var ofCurve: [Part] = []
    for name in curve { ofCurve.append(try part(name)) }
    parts[.curve] = ofCurve
    return parts
  }

  private func part(_ name: String) throws(ContextError) -> Part {
    if let series = loaded(name) {
      guard series.publication != nil else {
        throw ContextError(
          .symbol, "the cycle needs published values, but \(name) has bars",
          hints: ["`load \(name) from \"FILE.csv\" published 15d` loads them as values"])
      }
      return Part(name: name, series: series, isSample: false)
    }
    guard let series = Samples.shared.series(name) else {
      throw ContextError(.symbol, "`\(name)` is not loaded", hints: ["`load \(name) from \"FILE.csv\"`"])
    }
    return Part(name: name, series: series, isSample: true)
  }

  /// The cycle of some parts.
  package func cycle(_ parameters: CycleParameters) throws(ContextError) -> EconomicCycle {
    let parts = try parts()
    return try Cycles.shared.cycle(of: parts, parameters).cycle
  }

  /// The stages as a series of one value a day, 1 to 4 as `CycleStage.number`, known at the end of the day.
  package func series(_ parameters: CycleParameters) throws(ContextError) -> Evaluation.Series {
    try Cycles.shared.cycle(of: try parts(), parameters).series
  }

  /// The figures of the inputs, each from the first date on which it is known in New York.
  static func observations(
    of parts: [EconomicCycle.Input: [Part]]
  ) -> [EconomicCycle.Input: [EconomicCycle.Observation]] {
    var all: [EconomicCycle.Input: [EconomicCycle.Observation]] = [:]
    for (input, parts) in parts {
      let known = parts.map { Self.figures(of: $0.series) }
      guard let first = known.first else { continue }
      if let second = known.dropFirst().first {
        let others = Dictionary(second.map { ($0.period, $0) }) { $1 }
        all[input] = first.compactMap { figure in
          others[figure.period].map {
            EconomicCycle.Observation(
              period: figure.period, known: max(figure.known, $0.known), value: figure.value - $0.value)
          }
        }
      } else {
        all[input] = input == .inflation ? EconomicCycle.yearlyChanges(of: first) : first
      }
    }
    return all
  }

  private static func figures(of series: Evaluation.Series) -> [EconomicCycle.Observation] {
    let known = series.knownTimes()
    let newYork = ZoneDatabase.newYork
    return series.bars.times.indices.compactMap { index in
      let value = series.bars.close[index]
      if value.isNaN { return nil }
      return EconomicCycle.Observation(
        period: series.bars.civilTime(at: index).date, known: newYork.civilTime(at: known[index]).date, value: value)
    }
  }
}

/// The samples that cycles are made of, loaded once.
private final class Samples: Sendable {
  static let shared = Samples()

  private let series = Mutex<[String: Evaluation.Series]>([:])

  func series(_ name: String) -> Evaluation.Series? {
    series.withLock { known in
      if let made = known[name] { return made }
      guard let loaded = try? Sample.named(name, kind: .macro)?.load() else { return nil }
      let made = Evaluation.Series(
        name: name, bars: loaded.bars, publication: .usual(for: loaded.bars.timeframe))
      known[name] = made
      return made
    }
  }
}

/// The latest cycles, so that a repeated question has the same series as its answer.
private final class Cycles: Sendable {
  struct Entry: Sendable {
    let cycle: EconomicCycle
    let series: Evaluation.Series
  }

  private struct Question: Hashable {
    let parts: [EconomicCycle.Input: [Evaluation.Series.ID]]
    let parameters: CycleParameters
  }

  static let shared = Cycles()

  private let entries = Mutex<[(question: Question, entry: Entry)]>([])
  private static let limit = 16

  func cycle(
    of parts: [EconomicCycle.Input: [CycleSource.Part]], _ parameters: CycleParameters
  ) throws(ContextError) -> Entry {
    let question = Question(parts: parts.mapValues { $0.map(\.series.id) }, parameters: parameters)
    if let known = entries.withLock({ $0.first { $0.question == question }?.entry }) { return known }
    guard let cycle = EconomicCycle(CycleSource.observations(of: parts), parameters) else {
      throw ContextError(.symbol, "the cycle has an input without values")
    }
    let entry = Entry(cycle: cycle, series: Self.series(of: cycle))
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append((question, entry))
    }
    return entry
  }

  private static func series(of cycle: EconomicCycle) -> Evaluation.Series {
    let zone = ZoneDatabase.newYork
    let values = Column(cycle.stages.map { $0.map { Double($0.number) } ?? .missing })
    let times = cycle.stages.indices.map { zone.timestamp(of: CivilTime(date: cycle.start.adding(days: $0))) }
    let bars = Bars(
      times: times, open: values, high: values, low: values, close: values,
      volume: Column(repeating: .missing, count: times.count), timeframe: .day, zone: zone)
    return Evaluation.Series(
      name: "\(cycle.parameters)", bars: bars, publication: PublicationLag(0, .day))
  }
}
