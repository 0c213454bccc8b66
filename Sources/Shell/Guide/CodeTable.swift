import Language
import MarketData
import Text
import Valuation

/// The codes of all diagnostics and findings: each with its meaning and a statement that leads to it.
///
/// They come from the tables of the engines: ``DiagnosticCode`` for the language and the commands, the codes of files of
/// bars, and ``ValuationCode``.
public enum CodeTable {
  /// A code with its meaning.
  public struct Entry: Sendable {
    /// The code as it is printed.
    public let code: String
    /// Its meaning, in one line; if several engines have the code, a meaning for each.
    public internal(set) var meanings: [String]
    /// A statement that leads to it, as a transcript shows it; nil if no transcript can.
    public internal(set) var example: String?
    /// Its row in the table of valuations, if it has one.
    package let valuation: ValuationCode.Definition?
  }

  /// All codes, in the order of the tables that they come from.
  public static let all: [Entry] = {
    let rows =
      DiagnosticCode.allCases.map(row) + MarketDataError.Code.allCases.map(row) + BarFinding.Code.allCases.map(row)
      + ValuationCode.allCases.map(row)
    let valuations = Dictionary(ValuationCode.all.map { ($0.code.name, $0) }) { first, _ in first }
    var places: [String: Int] = [:]
    var entries: [Entry] = []
    for (code, meaning, example) in rows {
      if let place = places[code] {
        if !entries[place].meanings.contains(meaning) { entries[place].meanings.append(meaning) }
        entries[place].example = entries[place].example ?? example
      } else {
        places[code] = entries.count
        entries.append(
          Entry(code: code, meanings: [meaning], example: example, valuation: valuations[code]))
      }
    }
    return entries
  }()

  private static func row(_ code: some DescribedCode) -> (String, String, String?) {
    (code.name, code.meaning, code.example)
  }

  private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }

  /// The entry of a code.
  public static func entry(of code: String) -> Entry? { byCode[code] }
}
