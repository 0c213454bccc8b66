import JSON
import Presentation
import Valuation

extension SensitivityReport {
  /// A row for each cell of the grid: the values of the axes, and that of a share.
  package var wholeTable: Table? {
    let axes = sensitivity.axes
    var records = Records()
    for (row, values) in sensitivity.values.enumerated() {
      for (column, value) in values.enumerated() {
        var cells: [(key: String, cell: Cell)] = [(axes[0].label, .number(axes[0].values[row]))]
        var isBase = axes[0].base == row
        if axes.count > 1 {
          cells.append((axes[1].label, .number(axes[1].values[column])))
          isBase = isBase && axes[1].base == column
        }
        let reaches = sensitivity.base.price.map { value >= $0 ? 1 : 0 }
        cells += [
          ("value_per_share", .number(value)), ("is_base", .integer(isBase ? 1 : 0)),
          ("reaches_price", .integer(reaches)),
        ]
        records.append(cells)
      }
    }
    return records.table
  }
}

extension TornadoReport {
  /// A row for each assumption, those without influence last.
  package var wholeTable: Table? {
    var rows = data["rows"]?.elements ?? []
    rows += tornado.withoutInfluence.map { ["assumption": .string($0), "width": .number(0)] }
    return Table(records: rows)
  }
}

extension BreakevenReport {
  package var wholeTable: Table? { Table(records: data["rows"]?.elements ?? []) }
}

extension SolutionReport {
  /// A row for each answer; one without an answer if there is none.
  package var wholeTable: Table? {
    let roots: [Double?] = solution.roots.isEmpty ? [solution.value] : solution.roots
    var records = Records()
    for root in roots {
      records.append([
        ("ticker", .text(ticker)), ("scenario", .text(scenario)), ("parameter", .text(solution.parameter)),
        ("is_shift", .integer(solution.variation.isShift ? 1 : 0)), ("value", .number(root)),
        ("target", .number(solution.target)), ("is_unique", .integer(solution.isUnique ? 1 : 0)),
        ("lowest", .number(solution.lowest.parameter)), ("value_at_lowest", .number(solution.lowest.value)),
        ("highest", .number(solution.highest.parameter)), ("value_at_highest", .number(solution.highest.value)),
      ])
    }
    return records.table
  }
}

extension SolutionCurveReport {
  /// A row for each pair of values, and for each value of the first assumption that has no second.
  package var wholeTable: Table? {
    var records = Records(columns: [curve.first.parameter, curve.second.parameter, "target", "remark"])
    for point in curve.points {
      let roots: [Double?] = point.roots.isEmpty ? [point.second] : point.roots
      for root in roots {
        records.append([
          (curve.first.parameter, .number(point.first)), (curve.second.parameter, .number(root)),
          ("target", .number(curve.target)), ("remark", .text(point.refusal?.message)),
        ])
      }
    }
    return records.table
  }
}

extension SimulationReport {
  /// The statistics, percentiles, causes and the histogram; the histogram's bins with their bounds.
  package var wholeTable: Table? {
    var items = ItemTable(more: ["from", "to", "rank_correlation"])
    for member in data.members ?? [] where !["histogram", "explained", "draws", "findings"].contains(member.key) {
      items.append("simulation", .object([(member.key, member.value)]))
    }
    for (draw, explained) in zip(draws, simulation.explained) {
      items.append(
        "explained", draw, .number(explained.share), more: [("rank_correlation", .number(explained.rankCorrelation))])
    }
    let histogram = simulation.histogram
    items.append("histogram", "below", .integer(histogram.below), more: [("to", .number(histogram.start))])
    for (bin, count) in histogram.counts.enumerated() {
      let from = histogram.start + histogram.step * Double(bin)
      items.append(
        "histogram", "bin \(bin + 1)", .integer(count),
        more: [("from", .number(from)), ("to", .number(from + histogram.step))])
    }
    let end = histogram.start + histogram.step * Double(histogram.counts.count)
    items.append("histogram", "above", .integer(histogram.above), more: [("from", .number(end))])
    for finding in simulation.findings {
      items.append("findings", finding.code.name, .missing, text: finding.message)
    }
    return items.table
  }
}

extension ComparisonReport {
  /// The items side by side, one row per year if they differ by year; then the parts of each gap, in the column of the
  /// valuation that the gap leads to.
  package var wholeTable: Table? {
    var records = Records(columns: ["section", "item", "year"] + columns)
    for row in rows {
      let years = row.values.map { $0.elements ?? [] }.map(\.count).max() ?? 0
      if years == 0 {
        records.append(cells("items", row.item, nil, row.values.map { Cell($0) }))
      }
      for year in 0..<years {
        let values = row.values.map { value -> Cell in
          guard let list = value.elements else { return Cell(value) }
          return year < list.count ? Cell(list[year]) : .missing
        }
        records.append(cells("items", row.item, year + 1, values))
      }
    }
    if let weightedValue {
      records.append(cells("weighted", "value_per_share", nil, [.number(weightedValue)]))
    }
    for item in attribution {
      guard let column = columns.firstIndex(of: item.to) else { continue }
      for part in item.split.parts {
        var values = columns.map { _ in Cell.missing }
        values[column] = .number(part.amount)
        records.append(cells("gap from \(item.from)", part.assumptions.joined(separator: " "), nil, values))
      }
    }
    return records.table
  }

  private func cells(_ section: String, _ item: String, _ year: Int?, _ values: [Cell]) -> [(key: String, cell: Cell)] {
    [("section", .text(section)), ("item", .text(item)), ("year", .integer(year))]
      + zip(columns, values).map { ($0, $1) }
  }
}
