import Calendar
import JSON
import LibC
import Presentation
import Text

/// The correlation of the returns of several symbols, each with each.
package struct CorrelationResult: ShapedResult {
  /// The symbols in the order in which they were given.
  package let symbols: [String]
  /// The timeframe of the bars.
  package let timeframe: Timeframe
  /// The number of returns that all of them have.
  package let returns: Int
  /// The first and the last bar of the closes, as shown.
  package let since: String
  package let until: String
  /// The coefficients by row and column; not a number if a symbol's returns do not vary.
  package let matrix: [[Double]]

  /// Computes Pearson's coefficients.
  ///
  /// - Parameters:
  ///   - returns: the returns of each symbol, all at the same bars and finite.
  ///   - isStopped: asked before each pair; nothing counts once it is true.
  package init(
    symbols: [String], returns: [[Double]], timeframe: Timeframe, since: String, until: String,
    isStopped: () -> Bool = { false }
  ) {
    self.symbols = symbols
    self.timeframe = timeframe
    self.returns = returns.first?.count ?? 0
    self.since = since
    self.until = until
    let deviations = returns.map { values -> [Double] in
      let mean = values.reduce(0, +) / Double(max(values.count, 1))
      return values.map { $0 - mean }
    }
    let sizes = deviations.map { values in sqrt(values.reduce(0) { $0 + $1 * $1 }) }
    var matrix = [[Double]](repeating: Array(repeating: .nan, count: symbols.count), count: symbols.count)
    for row in deviations.indices where sizes[row] > 0 {
      matrix[row][row] = 1
      for column in 0..<row where sizes[column] > 0 {
        if isStopped() { break }
        let product = zip(deviations[row], deviations[column]).reduce(0.0) { $0 + $1.0 * $1.1 }
        matrix[row][column] = min(max(product / (sizes[row] * sizes[column]), -1), 1)
        matrix[column][row] = matrix[row][column]
      }
    }
    self.matrix = matrix
  }

  package static let shape = ResultShape<CorrelationResult>(
    "correlation", "How alike the returns of several symbols move, each with each.",
    [
      .strings("symbols") { $0.symbols }, .text("timeframe") { "\($0.timeframe)" }, .integer("returns") { $0.returns },
      .group("window", [.text("since") { $0.since }, .text("until") { $0.until }]),
      .value("matrix", [.list]) { .array($0.matrix.map { .array($0.map { .number($0.isNaN ? nil : $0) }) }) },
    ])

  private var map: HeatMap {
    HeatMap(
      rowTitle: "symbol", columnTitle: "", rows: symbols, columns: symbols, values: matrix, format: .fixed(2),
      scheme: .around(0))
  }

  private var table: Table {
    Table(
      columns: [.text("symbol", .name)] + symbols.map { .number($0, .fixed(2)) },
      rows: symbols.indices.map { row in [.text(symbols[row])] + matrix[row].map { .number($0) } })
  }

  private var span: String { "\(NumberText.counted(returns, "return")) of \(timeframe), \(since) to \(until)" }

  package var document: Document {
    Document("correlation of \(span)", mainTable: table) {
      Block.figure(Picture.Part("", .grid(map)))
      Block.note("Pearson correlation of close-to-close returns on common bars")
    }
  }

  package var picture: Picture? {
    Picture(
      title: "Correlation of returns", [Picture.Part("", .grid(map))],
      remark: "\(span); 1 moves alike, 0 has nothing in common, -1 moves against; blue is above zero and orange below")
  }
}
