import Backtesting
import Columns
import Evaluation
import Jobs
import Language
import OrderedCollections
import Reports
import Sessions
import Strategies

/// A strategy on the bars of one series, or on symbols that share an account: all of a sweep, or one of several places.
struct SweptPlace {
  package let tried: TriedStrategy
  package let grid: SweepGrid
  /// The number of its first combination among those of all places.
  package let first: Int
  /// The strategy, the symbol and the timeframe, as far as several of them are tried.
  package let labels: [String]

  package var name: String { tried.name }
}

/// The places of a sweep, in sequence: one, or several strategies, symbols or timeframes.
struct SweptPlaces {
  package let places: [SweptPlace]
  /// The columns that distinguish them: `strategy`, `symbol`, `timeframe`.
  package let columns: [String]
  let variants: [SweepVariant]
  /// The parameters that are tried, of all strategies, each once.
  package let parameters: [(name: String, kind: Kind)]

  /// The one place; nil if there are several.
  package var sole: SweptPlace? { columns.isEmpty && places.count == 1 ? places[0] : nil }

  /// The combinations of all places.
  package var count: Int { places.last.map { $0.first + $0.grid.count * variants.count } ?? 0 }

  /// The place of a row, by the number of its combination.
  package func place(of row: SweepRow) -> Int {
    var (low, high) = (0, places.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle].first <= row.index { low = middle } else { high = middle }
    }
    return low
  }

  /// The variant of the settings of a row and its combination in the grid of its place.
  package func cell(of row: SweepRow) -> (place: SweptPlace, variant: Int, combination: Int) {
    let place = places[place(of: row)]
    let (variant, combination) = (row.index - place.first).quotientAndRemainder(dividingBy: place.grid.count)
    return (place, variant, combination)
  }

  /// The value of a parameter in a row; missing if its strategy has none of this name.
  package func value(of parameter: String, in row: SweepRow) -> Double {
    let (place, _, combination) = cell(of: row)
    guard let index = place.tried.compiler.definition.parameters.firstIndex(where: { $0.name == parameter }) else {
      return .nan
    }
    return place.grid.combination(combination)[index]
  }

  /// The strategies and the series, each once.
  package var title: String {
    func each(_ names: [String]) -> String { OrderedSet(names).joined(separator: ", ") }
    let symbols = OrderedSet(places.map(\.tried.series.name))
    let frames = OrderedSet(places.map { "\($0.tried.series.bars.timeframe)" })
    return each(places.map(\.name)) + " on "
      + (symbols.count > 5 ? "\(symbols.count) symbols" : symbols.joined(separator: ", "))
      + (frames.count > 1 ? " in " + frames.joined(separator: ", ") : "")
  }

  /// The rows as a frame: parameters, places, settings and figures.
  package func frame(of rows: [SweepRow]) -> ItemFrame<SweepRow> {
    var known: OrderedDictionary<String, Kind> = [:]
    for compiler in places.map(\.tried.compiler) {
      for (parameter, kind) in zip(compiler.definition.parameters, compiler.parameterKinds) {
        if known[parameter.name] == nil { known[parameter.name] = kind }
      }
    }
    let parameters = known.map { name, kind in
      Field<SweepRow>(name, kind) { value(of: name, in: $0) }
    }
    let labels = columns.indices.map { index in
      Field<SweepRow>(columns[index]) { places[place(of: $0)].labels[index] }
    }
    let settings = variants[0].tried.indices.map { index in
      Field<SweepRow>(variants[0].tried[index].name) { variants[cell(of: $0).variant].tried[index].text }
    }
    let years = Field<SweepRow>("years", isDerived: true) { places[place(of: $0)].tried.years }
    return ItemFrame(
      one: "a combination", many: "combinations", rows, parameters + labels + settings + SweepFrame.columns + [years],
      series: places[0].tried.series)
  }
}

extension SweptPlaces {
  /// The rows that a job gave, in the order of their numbers.
  func rows(of job: FinishedJob) -> [SweepRow] {
    var rows: [SweepRow] = []
    rows.reserveCapacity(count)
    for (number, place) in places.enumerated() {
      for variant in variants.indices {
        let first = place.first + variant * place.grid.count
        job.forEachShard(of: number * variants.count + variant) { pieces, reader in
          for piece in pieces { if let row = SweepRow(&reader, index: first + piece) { rows.append(row) } }
        }
      }
    }
    return rows
  }
}

extension [SweepRow] {
  /// The rows whose numbers are in a range, numbered from its start; the rows are in the order of their numbers.
  func numbered(in range: Range<Int>) -> [SweepRow] {
    func place(of number: Int) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if self[middle].index < number { low = middle + 1 } else { high = middle }
      }
      return low
    }
    let own = self[place(of: range.lowerBound)..<place(of: range.upperBound)]
    return range.lowerBound == 0 ? Array(own) : own.map { $0.numbered(from: -range.lowerBound) }
  }
}

extension SweepRow {
  /// The same row, its number shifted.
  package func numbered(from first: Int) -> SweepRow {
    var row = self
    row.index += first
    return row
  }
}
