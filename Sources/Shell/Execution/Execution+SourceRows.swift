import Calendar
import Columns
import Evaluation
import Language
import MarketData
import OrderedCollections
import Reports
import Text
import Workspace

/// The rows of a source that a bar in use was made of.
extension Execution {
  /// The facts about the rows of one bar: their line in the file, or their place in a source without lines.
  ///
  /// Bars of a longer timeframe are made of several rows; prices that were adjusted say so.
  func sourceRows(of bar: Int, on series: Evaluation.Series, label: String = "row") -> [(String, String)] {
    guard let loaded = session.series[series.name], series.bars.times.indices.contains(bar),
      (series.origin ?? series) === loaded.all
    else { return [] }
    let own = loaded.unadjusted
    let start = series.bars.times[bar]
    let first = own.firstIndex(notBefore: start)
    let end = bar + 1 < series.bars.count ? own.firstIndex(notBefore: series.bars.times[bar + 1]) : own.count
    guard first < end else { return [] }
    var facts: [(String, String)] = []
    let isOne = series.bars.timeframe == own.timeframe
    let last = isOne ? first : end - 1
    if !isOne {
      let span = "\(own.label(at: first)) to \(own.label(at: last))"
      facts.append(("made of", "\(NumberText.counted(end - first, "bar")) of \(own.timeframe), \(span)"))
    }
    facts.append((label, place(of: first, last, own, loaded)))
    if loaded.basis != .nothing, isOne {
      facts.append(("in the source", "close \(NumberText.plain(own.close[first])): \(loaded.basisText ?? "")"))
    }
    return facts
  }

  /// Where the rows of some bars of a source stand.
  private func place(of first: Int, _ last: Int, _ bars: Bars, _ loaded: LoadedSeries) -> String {
    let title = loaded.source.title
    let line: SourceLine?
    do {
      line = try loaded.source.line(ofBarAt: bars.times[first], contentHash: loaded.contentHash, in: environment)
    } catch {
      return "\(title) cannot be read any more: \(error.message)"
    }
    guard let line else {
      // Sources without lines count their bars; a file that is another one now has no line to show.
      return loaded.source is FileBars
        ? "\(title) has changed since it was loaded" : "bar \(NumberText.grouped(first + 1)) of \(title)"
    }
    var text = "\(title) line \(NumberText.grouped(line.number)): \(line.text.shortened)"
    if last > first,
      let end = try? loaded.source.line(ofBarAt: bars.times[last], contentHash: loaded.contentHash, in: environment)
    {
      text += ", to line \(NumberText.grouped(end.number))"
    }
    return text
  }
}
