import Backtesting
import Calendar
import Columns
import Evaluation
import Language
import OrderedCollections
import Reports
import Sessions
import Text
import Workspace

extension Command {
  package static let correlation: Command = {
    var syntax = CommandSyntax(
      "correlation", forms: [CommandSyntax.Form("", [.required(.members)], clauses: [.window])])
    // `correlation(x, y, n)` is a function of expressions.
    syntax.isValueToo = true
    return Command(
      syntax, category: .data, summary: "Shows the correlations of the returns of several symbols.",
      discussion: """
        Each symbol with each: the Pearson correlation of close-to-close returns, on the bars that all of the \
        symbols have; bars of a day and longer meet by their date, shorter ones by their time. A universe means its \
        symbols, regardless of their dates, `all` for all that are loaded. A window counts bars of the symbols together. `correlation(x, y, n)` in \
        an expression is the coefficient of the last n bars.
        """,
      examples: [
        "load sample SPY; load sample AAPL; correlation SPY, AAPL since 2015",
        "universe pair = SPY, AAPL; correlation pair last 250",
      ]
    ) { execution, call throws(Diagnostic) in try execution.correlation(call) }
  }()
}

extension Execution {
  fileprivate mutating func correlation(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let words: [Word] = try call[.members]
    let all = try loadedSeries(words)
    let span = words[0].span.joined(with: words[words.count - 1].span)
    guard all.count > 1 else {
      throw Diagnostic(
        .missingArgument, "a correlation is of two symbols or more", at: span,
        hints: ["`correlation(close, volume, 20)` is that of two expressions"])
    }
    for loaded in all where loaded.bars.timeframe != all[0].bars.timeframe {
      throw Diagnostic(
        .cannotResample,
        "\(all[0].name) has bars of \(all[0].bars.timeframe) and \(loaded.name) bars of \(loaded.bars.timeframe), but returns are compared over equal times",
        at: span)
    }
    let common = try commonCloses(of: all, call)
    let shown = try counted(common.bars, call)
    guard shown.count > 3 else {
      throw Diagnostic(
        .emptyWindow,
        "there are \(NumberText.counted(shown.count, "bar")) that all of these symbols have, but a correlation needs 4",
        at: call.window?.span ?? span)
    }
    for (loaded, bars) in zip(all, common.indexes) {
      remarkPrices(
        of: loaded.series, in: bars[shown.lowerBound]..<bars[shown.upperBound - 1] + 1, naming: true, isComputed: true)
    }
    var returns: [[Double]] = []
    for closes in common.closes {
      try checkInterruption()
      returns.append(shown.dropFirst().map { closes[$0] / closes[$0 - 1] - 1 })
    }
    let first = all[0].bars
    let days = [shown.lowerBound, shown.upperBound - 1].map {
      first.civilTime(at: common.indexes[0][$0]).date.daysSince1970
    }
    try noteNonMembers(words, in: days[0]...days[1], at: span)
    let result = CorrelationResult(
      symbols: all.map(\.name), returns: returns, timeframe: first.timeframe,
      since: first.label(at: common.indexes[0][shown.lowerBound]),
      until: first.label(at: common.indexes[0][shown.upperBound - 1]), isStopped: isStopped)
    try checkInterruption()
    return result
  }

  /// Notes the symbols that are not in their universe on all days of the window: their returns still count.
  private mutating func noteNonMembers(_ words: [Word], in days: ClosedRange<Int>, at span: SourceSpan)
    throws(Diagnostic)
  {
    let nonMembers = try membership(of: words).filter { !Membership($0.value).contains(all: days) }
    guard !nonMembers.isEmpty else { return }
    let parts = nonMembers.sorted { $0.key < $1.key }.map { name, spans in
      "\(name) (\(spans.map(MemberFile.text).joined(separator: ", ")))"
    }
    note(
      .notMember,
      "all of these bars count, including those on which a symbol does not belong to the universe: \(parts.joined(separator: ", "))",
      at: span)
  }

  /// The bars that all series have, with a close above zero in each.
  private struct CommonCloses {
    /// The numbers of the common bars.
    var bars: Range<Int> = 0..<0
    /// The closes of each series on the common bars.
    var closes: [[Double]]
    /// The bar of each series that is a common bar.
    var indexes: [[Int]]
  }

  private mutating func commonCloses(
    of all: [LoadedSeries], _ call: CommandCall
  ) throws(Diagnostic) -> CommonCloses {
    var ranges: [Range<Int>] = []
    for loaded in all { ranges.append(try selection(call.window, in: loaded.bars, rows: nil).bars) }
    func key(_ bars: Bars, _ index: Int) -> Int64 {
      bars.timeframe.isIntraday ? bars.times[index].milliseconds : Int64(bars.sessionDate(at: index).daysSince1970)
    }
    var places: [Int64: Int] = [:]
    for (number, loaded) in all.enumerated() {
      for index in ranges[number] where loaded.bars.close[index] > 0 && loaded.bars.close[index].isFinite {
        if index & 0xFFFF == 0 { try checkInterruption() }
        let key = key(loaded.bars, index)
        // Only bars that all earlier symbols have remain.
        if places[key, default: 0] == number { places[key] = number + 1 }
      }
    }
    var common = CommonCloses(closes: [], indexes: [])
    for (number, loaded) in all.enumerated() {
      var taken: Set<Int64> = []
      var indexes: [Int] = []
      for index in ranges[number] {
        if index & 0xFFFF == 0 { try checkInterruption() }
        let close = loaded.bars.close[index]
        let key = key(loaded.bars, index)
        if close > 0, close.isFinite, places[key] == all.count, taken.insert(key).inserted { indexes.append(index) }
      }
      common.indexes.append(indexes)
      common.closes.append(indexes.map { loaded.bars.close[$0] })
    }
    common.bars = 0..<(common.indexes.map(\.count).min() ?? 0)
    return common
  }

  /// The common bars that a window of a number of rows leaves.
  private mutating func counted(_ bars: Range<Int>, _ call: CommandCall) throws(Diagnostic) -> Range<Int> {
    guard var window = call.window?.window else { return bars }
    if case .end(let end, of: _) = window { window = end }
    // A number of returns needs one more close.
    if case .last(let expression) = window, case .number(let count) = try value(of: expression).value {
      return bars.suffix(Int(min(count, 1e12)) + 1)
    }
    if case .first(let expression) = window, case .number(let count) = try value(of: expression).value {
      return bars.prefix(Int(min(count, 1e12)) + 1)
    }
    return bars
  }
}
