import Calendar
import Evaluation
import JSON
import Presentation
import Text

/// The stage of the economic cycle, the series behind it, and its history.
package struct CycleReport: StatementResult {
  /// A series that an input is made of, as it is named to a reader.
  package struct Source: Sendable {
    /// The series' names.
    package let names: String
    /// True where a sample inside the program stands in.
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

  package var kind: String { "cycle" }

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

  /// Every condition with its value now, the first stage first.
  private var conditions: [(stage: CycleStage, group: Int, condition: CycleCondition, now: Double, holds: Bool)] {
    CycleStage.allCases.flatMap { stage in
      CycleCondition.all(of: stage, cycle.parameters).enumerated().flatMap { group, conditions in
        conditions.map { (stage, group, $0, $0.value(in: reading), $0.holds(for: reading)) }
      }
    }
  }

  package var data: JSONValue {
    let total = days.values.reduce(0, +)
    return [
      "stage": .string(stage?.rawValue), "since": .string(since.map { "\($0)" }), "as_of": .string("\(day)"),
      "parameters": .object(CycleParameters.all.map { ($0.name, .number(cycle.parameters[$0.name])) }),
      "inputs": .array(
        EconomicCycle.Input.allCases.map { input in
          let figure = figure(input)
          let smoothed = smoothed(input)
          return [
            "input": .string(input.rawValue), "series": .string(sources[input]?.names),
            "sample": .bool(sources[input]?.isSample ?? false), "value": .number(figure?.value),
            "period": .string(figure.map { "\($0.period)" }), "known": .string(figure.map { "\($0.known)" }),
            "mean": .number(smoothed.level), "change": .number(smoothed.change),
          ]
        }),
      "conditions": .array(
        conditions.map {
          [
            "stage": .string($0.stage.rawValue), "alternative": .integer($0.group + 1),
            "quantity": .string($0.condition.quantity.rawValue),
            "comparison": .string($0.condition.comparison.rawValue), "limit": .number($0.condition.limit),
            "now": .number($0.now), "holds": .bool($0.holds),
          ]
        }),
      "transitions": .array(
        transitions.map {
          [
            "date": .string("\($0.date)"), "stage": .string($0.stage.rawValue),
            "previous": .string($0.previous?.rawValue),
          ]
        }),
      "distribution": .array(
        CycleStage.allCases.map {
          [
            "stage": .string($0.rawValue), "days": .integer(days[$0] ?? 0),
            "share": .number(total == 0 ? nil : Double(days[$0] ?? 0) / Double(total)),
          ]
        }),
    ]
  }

  package var document: Document {
    Document(StyledText("Economic cycle on \(day.description)")) {
      if let stage, let since {
        "\(stage.rawValue) since \("\(since)"), \(NumberText.counted(day.daysSince1970 - since.daysSince1970 + 1, "day"))"
      } else {
        "no stage is known"
      }
      inputTable
      conditionTable
      transitionTable
      distributionTable
      for note in notes { Block.note(StyledText(note)) }
    }
  }

  private var inputTable: Table {
    Table(
      columns: [
        Table.Column("input"), Table.Column("series"), Table.Column("describes"), Table.Column("known since"),
        Table.Column("value", alignment: .right, format: .fixed(2)),
        Table.Column("mean", alignment: .right, format: .fixed(2)),
        Table.Column("change in 90 days", key: "change", alignment: .right, format: .fixed(2)),
      ],
      rows: EconomicCycle.Input.allCases.map { input in
        let figure = figure(input)
        let smoothed = smoothed(input)
        return [
          .text(input.rawValue), .text(sources[input]?.names ?? ""), .text(figure.map { "\($0.period)" }),
          .text(figure.map { "\($0.known)" }), .number(figure?.value), .number(smoothed.level),
          .number(smoothed.change),
        ]
      })
  }

  /// The conditions of each stage: the first stage of which a group of them holds is the stage.
  private var conditionTable: Table {
    Table(
      columns: [
        Table.Column("would be"), Table.Column("where"), Table.Column("limit", alignment: .right, format: .fixed(2)),
        Table.Column("now", alignment: .right, format: .fixed(2)), Table.Column("holds"),
      ],
      rows: conditions.map { line in
        [
          .text((line.group > 0 ? "or " : "") + line.stage.rawValue),
          .text("\(line.condition.quantity.rawValue) \(line.condition.comparison.rawValue)"),
          .number(line.condition.limit), .number(line.now), .truth(line.holds, shown: line.holds ? "yes" : "no"),
        ]
      })
  }

  private var transitionTable: Table {
    Table(
      columns: [Table.Column("from"), Table.Column("stage"), Table.Column("after")],
      rows: transitions.suffix(8).map {
        [.text("\($0.date)"), .text($0.stage.rawValue), .text($0.previous?.rawValue)]
      })
  }

  private var distributionTable: Table {
    let total = days.values.reduce(0, +)
    return Table(
      columns: [
        Table.Column("stage"), Table.Column("days", alignment: .right),
        Table.Column("share %", key: "share", alignment: .right, format: .fixed(1)),
      ],
      rows: CycleStage.allCases.map {
        [
          .text($0.rawValue), .integer(days[$0] ?? 0),
          .number(total == 0 ? nil : 100 * Double(days[$0] ?? 0) / Double(total)),
        ]
      })
  }

  private var notes: [String] {
    var notes: [String] = []
    if transitions.count > 8 { notes.append("the last 8 of \(transitions.count) changes of the stage") }
    let samples = EconomicCycle.Input.allCases.compactMap { sources[$0].flatMap { $0.isSample ? $0.names : nil } }
    if !samples.isEmpty {
      notes.append("the samples inside the program stand in for \(samples.joined(separator: ", "))")
    }
    if let curve = cycle.observations[.curve]?.first, curve.known > (first ?? cycle.start) {
      notes.append("the yield curve begins on \(curve.known): before, no peak is told by it")
    }
    if cycle.parameters.looksAhead {
      notes.append(
        "each figure counts from the first day that it describes, before it was published: nobody knew it then")
    } else {
      notes.append(
        "each figure counts from its publication on, with the values that the series has now: revised ones, unless it was loaded with first vintages"
      )
    }
    return notes
  }
}
