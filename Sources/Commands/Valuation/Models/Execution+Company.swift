import Calendar
import Columns
import Language
import OrderedCollections
import Research
import Sessions
import Valuation
import Workspace

extension Execution {
  /// A new model of a company, before anything is typed.
  ///
  /// - Parameters:
  ///   - changes: the typed changes, for the base period that they choose.
  ///   - places: their places.
  ///   - span: the place of any other refusal.
  func newModel(
    _ ticker: String, _ changes: [Assumptions.Change] = [], _ places: [AssumptionPlace] = [], at span: SourceSpan? = nil
  ) throws(Diagnostic) -> ModelInWork {
    do { return try session.research.newModel(of: ticker, price: lastClose(of: ticker), for: changes) } catch {
      throw diagnostic(error, places, span)
    }
  }

  /// The last close of a company's loaded bars; nil if there is none.
  package func lastClose(of ticker: String) -> ClosingPrice? {
    guard let loaded = session.series[ticker], !loaded.isMacro else { return nil }
    let values = loaded.bars.close.values
    guard let index = values.indices.last(where: { !values[$0].isNaN }) else { return nil }
    return ClosingPrice(values[index], on: loaded.bars.civilTime(at: index).date, in: loaded.currency)
  }

  /// The day of the last bar of a company; nil if no bar is loaded.
  package func lastDay(of ticker: String) -> CivilDate? {
    session.series[ticker]?.bars.lastDay
  }
}
