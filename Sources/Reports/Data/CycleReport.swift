import Calendar
import Evaluation
import JSON
import Presentation
import Text

/// The stage of the economic cycle, its series, and its history.
package struct CycleReport: ShapedResult {
  /// A series that an input is made of, as it is named to a reader.
  package struct Source: Sendable {
    /// The series' names.
    package let names: String
    /// True if a sample inside the program is used.
    package let isSample: Bool

    package init(names: String, isSample: Bool) { (self.names, self.isSample) = (names, isSample) }
  }

  package let cycle: EconomicCycle
  package let sources: [EconomicCycle.Input: Source]
  /// The days that are counted, both included; nil for all.
  package let first: CivilDate?
  package let last: CivilDate?

  package init(
    cycle: EconomicCycle, sources: [EconomicCycle.Input: Source], first: CivilDate? = nil, last: CivilDate? = nil
  ) {
    (self.cycle, self.sources, self.first, self.last) = (cycle, sources, first, last)
  }

  /// The last day that is shown.
  private var day: CivilDate { last.map { min($0, cycle.end) } ?? cycle.end }
  private var stage: CycleStage? { cycle.stage(on: day) }
  private var reading: EconomicCycle.Readings {
    let index = day.daysSince1970 - cycle.start.daysSince1970
    return cycle.readings.indices.contains(index) ? cycle.readings[index] : EconomicCycle.Readings()
  }
  private var transitions: [EconomicCycle.Transition] {
    cycle.transitions(since: first).filter { $0.date <= day }
  }
  private var since: CivilDate? { cycle.transitions().last { $0.date <= day }?.date }
  private var days: [CycleStage: Int] { cycle.days(from: first, through: last) }

  /// The figure of an input that is known on the last day.
  private func figure(_ input: EconomicCycle.Input) -> EconomicCycle.Observation? {
    cycle.observations[input]?.last { $0.known <= day }
  }

  private func smoothed(_ input: EconomicCycle.Input) -> (level: Double, change: Double?) {
    switch input {
    case .growth: (reading.growth, reading.growthChange)
    case .unemployment: (reading.unemployment, reading.unemploymentChange)
    case .inflation: (reading.inflation, nil)
    case .curve: (reading.curve, nil)
    }
  }

  /// A condition of a stage, the number of its alternative, and its value now.
  private typealias StageCondition = (
    stage: CycleStage, group: Int, condition: CycleCondition, now: Double, holds: Bool
  )

  /// Every condition with its value now, the first stage first.
  private var conditions: [StageCondition] {
    CycleStage.allCases.flatMap { stage in
      CycleCondition.all(of: stage, cycle.parameters).enumerated().flatMap { group, conditions in
        conditions.map { (stage, group, $0, $0.value(in: reading), $0.holds(for: reading)) }
      }
    }
  }

  package static let shape = ResultShape<CycleReport>(
    "cycle", "The stage of the economic cycle, its inputs, conditions, changes and shares.",
    [
      .text("stage", .possible) { $0.stage?.rawValue }, .text("since", .possible) { $0.since.map { "\($0)" } },
      .text("as_of") { "\($0.day)" },
      .members("parameters") { report in
        CycleParameters.all.map { ($0.name, .number(report.cycle.parameters[$0.name])) }
      },
      .list("inputs", inputFields) { EconomicCycle.Input.allCases.parts(of: $0) },
      .list("conditions", conditionFields) { $0.conditions }, .list("transitions", transitionFields) { $0.transitions },
      .list("distribution", shareFields) { $0.shares },
    ])

  private static let inputFields: [Field<Part<CycleReport, EconomicCycle.Input>>] = [
    .text(.text("input"), .never) { $0.thing.rawValue },
    Field.text("series", .possible) { $0.whole.sources[$0.thing]?.names }
      .shown(.text("series")) { .text($0.whole.sources[$0.thing]?.names ?? "") },
    .truth("sample") { $0.whole.sources[$0.thing]?.isSample ?? false },
    .number(.number("value", .fixed(2))) { $0.whole.figure($0.thing)?.value },
    Field.text("period", .possible) { $0.whole.figure($0.thing).map { "\($0.period)" } }.shown(.text("describes")),
    Field.text("known", .possible) { $0.whole.figure($0.thing).map { "\($0.known)" } }.shown(.text("known since")),
    .number(.number("mean", .fixed(2))) { $0.whole.smoothed($0.thing).level },
    .number(.number("change in 90 days", .fixed(2), key: "change")) { $0.whole.smoothed($0.thing).change },
  ]

  private static let conditionFields: [Field<StageCondition>] = [
    .text("stage") { $0.stage.rawValue }
      .shown(.text("would be")) { .text(($0.group > 0 ? "or " : "") + $0.stage.rawValue) },
    .integer("alternative") { $0.group + 1 },
    .text("quantity") { $0.condition.quantity.rawValue }
      .shown(.text("where")) { .text("\($0.condition.quantity.rawValue) \($0.condition.comparison.rawValue)") },
    .text("comparison") { $0.condition.comparison.rawValue },
    .number(.number("limit", .fixed(2)), .never) { $0.condition.limit }, .number(.number("now", .fixed(2))) { $0.now },
    .truth("holds") { $0.holds }.shown(.text("holds")) { .truth($0.holds, shown: $0.holds ? "yes" : "no") },
  ]

  private static let transitionFields: [Field<EconomicCycle.Transition>] = [
    .text("date") { "\($0.date)" }.shown(.text("from")), .text(.text("stage"), .never) { $0.stage.rawValue },
    .text("previous", .possible) { $0.previous?.rawValue }.shown(.text("after")),
  ]

  private static let shareFields: [Field<(stage: CycleStage, days: Int, total: Int)>] = [
    .text(.text("stage"), .never) { $0.stage.rawValue }, .integer(.number("days"), .never) { $0.days },
    .rate("share", .possible) { share($0, of: 1) }
      .shown(.number("share %", .fixed(1), key: "share")) { .number(share($0, of: 100)) },
  ]

  /// The share of a stage in all days; nil if no stage is known.
  private static func share(_ stage: (stage: CycleStage, days: Int, total: Int), of all: Double) -> Double? {
    stage.total == 0 ? nil : all * Double(stage.days) / Double(stage.total)
  }

  /// Each stage with its days.
  private var shares: [(stage: CycleStage, days: Int, total: Int)] {
    let days = days
    let total = days.values.reduce(0, +)
    return CycleStage.allCases.map { ($0, days[$0] ?? 0, total) }
  }

  package var document: Document {
    Document(StyledText("Economic cycle on \(day.description)")) {
      if let stage, let since {
        "\(stage.rawValue) since \("\(since)"), \(NumberText.counted(day.daysSince1970 - since.daysSince1970 + 1, "day"))"
      } else {
        "no stage is known"
      }
      Self.inputFields.named(["input", "series", "period", "known", "value", "mean", "change"])
        .table(of: EconomicCycle.Input.allCases.parts(of: self))
      // The first stage of which a group of conditions holds is the stage.
      Self.conditionFields.table(of: conditions)
      Self.transitionFields.table(of: transitions.suffix(8))
      Self.shareFields.table(of: shares)
      for note in notes { Block.note(StyledText(note)) }
    }
  }

  private var notes: [String] {
    var notes: [String] = []
    if transitions.count > 8 { notes.append("the last 8 of \(transitions.count) changes of the stage") }
    let samples = EconomicCycle.Input.allCases.compactMap { sources[$0].flatMap { $0.isSample ? $0.names : nil } }
    if !samples.isEmpty {
      notes.append("built-in samples are used for \(samples.joined(separator: ", "))")
    }
    if let curve = cycle.observations[.curve]?.first, curve.known > (first ?? cycle.start) {
      notes.append("the yield curve begins on \(curve.known): before, it shows no peak")
    }
    if cycle.parameters.looksAhead {
      notes.append(
        "each figure counts from the first day that it describes, before its publication: not known then")
    } else {
      notes.append(
        "each figure counts from its publication on, with the values that the series has now: revised ones, unless it was loaded with first vintages"
      )
    }
    return notes
  }
}
