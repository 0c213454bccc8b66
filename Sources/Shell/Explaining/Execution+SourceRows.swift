import Calendar
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Reports
import Sessions
import Text
import Workspace

/// The rows of a source that a bar in use was made of.
extension Execution {
  /// The facts about the rows of one bar: their line in the file, or their place in a source without lines.
  ///
  /// Bars of a longer timeframe are made of several rows; prices that were mended or adjusted say so.
  func sourceRows(
    of bar: Int, on series: Evaluation.Series, label: String = "row"
  ) throws(Diagnostic) -> [(String, String)] {
    guard let loaded = session.series[series.name], series.bars.times.indices.contains(bar),
      (series.origin ?? series) === loaded.all
    else { return [] }
    let own = loaded.unadjusted
    let members = own.members(ofBar: bar, of: series.bars)
    guard let first = members.first, let last = members.last else { return [] }
    var facts: [(String, String)] = []
    let isOne = series.bars.timeframe == own.timeframe
    if !isOne {
      let span = "\(own.label(at: first)) to \(own.label(at: last))"
      facts.append(("made of", "\(NumberText.counted(members.count, "bar")) of \(own.timeframe), \(span)"))
    }
    let lines: [SourceLine?]?
    do throws(MarketDataError) {
      lines = try loaded.source.lines(
        ofBarsAt: (first == last ? [first] : [first, last]).map { own.times[$0] }, contentHash: loaded.contentHash,
        in: environment)
    } catch {
      guard error.code != .interrupted else { throw diagnostic(EvaluationError.interrupted, at: nil) }
      return facts + [(label, "\(loaded.source.title): \(error.message)")]
    }
    facts.append((members.count > 1 ? label + "s" : label, place(of: first, in: loaded, lines)))
    guard isOne else { return facts }
    if let line = lines?.first, let line, let change = change(from: line, to: first, own) {
      facts.append(("repaired", change))
    }
    if loaded.basis != .nothing {
      let price = lines?.first.flatMap { $0 }.map { $0.values[3] } ?? own.close[first]
      facts.append(("in the source", "close \(NumberText.plain(price)): \(loaded.basisText ?? "")"))
    }
    return facts
  }

  /// The place of rows in a source: their lines, else the index of the first bar.
  private func place(of first: Int, in loaded: LoadedSeries, _ lines: [SourceLine?]?) -> String {
    let title = loaded.source.title
    guard let line = lines?.first.flatMap({ $0 }) else {
      // Sources without lines count their bars; a file that is another one now has no line to show.
      return loaded.source is FileBars && lines == nil
        ? "\(title) has changed since it was loaded" : "bar \(NumberText.grouped(first + 1)) of \(title)"
    }
    let number = NumberText.grouped
    guard let lines, lines.count > 1, let end = lines[1] else {
      return "\(title) line \(number(line.number)): \(line.text.shortened)"
    }
    return
      "\(title) lines \(number(line.number)) to \(number(end.number)): from \(line.text.shortened) to \(end.text.shortened)"
  }

  /// The values of a bar that differ from those of its line: mends changed them.
  private func change(from line: SourceLine, to bar: Int, _ bars: Bars) -> String? {
    let names = ["open", "high", "low", "close", "volume"]
    let now = [bars.open, bars.high, bars.low, bars.close, bars.volume].map { $0[bar] }
    let changes = names.indices.compactMap { index -> String? in
      let (before, after) = (line.values[index], now[index])
      guard before != after, !(before.isNaN && after.isNaN) else { return nil }
      func text(_ value: Double) -> String { value.isNaN ? "missing" : NumberText.plain(value) }
      return "\(names[index]) \(text(after)) for \(text(before))"
    }
    return changes.isEmpty ? nil : changes.joined(separator: ", ")
  }
}
