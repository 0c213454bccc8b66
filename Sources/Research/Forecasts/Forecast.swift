import Calendar
import Valuation

/// A valuation as of a day: its assumptions, the source of each, and its results.
///
/// It is frozen: no later statement and no newer figures change it. ``ForecastReview`` compares it with the figures
/// reported since.
public struct Forecast: Sendable {
  /// The identifier, a UUID.
  public var id: String
  /// The name, unique among the company's forecasts.
  public var name: String
  /// The company's symbol.
  public var ticker: String
  /// The company's name; nil if its figures were not loaded.
  public var company: String?
  /// The time of saving, in ISO 8601.
  public var savedAt: String
  /// The author's note.
  public var note: String?
  /// The name of the open scenario; nil if there was none.
  public var scenario: String?
  /// The version of the program that computed it.
  public var version: String
  /// The assumptions, with their sources.
  public var assumptions: Assumptions
  /// The results.
  public var outputs: ForecastOutputs

  /// Makes a forecast.
  public init(
    id: String, name: String, ticker: String, company: String?, savedAt: String, note: String?, scenario: String?,
    version: String, assumptions: Assumptions, outputs: ForecastOutputs
  ) {
    self.id = id
    self.name = name
    self.ticker = ticker
    self.company = company
    self.savedAt = savedAt
    self.note = note
    self.scenario = scenario
    self.version = version
    self.assumptions = assumptions
    self.outputs = outputs
  }

  /// The day it was saved.
  public var day: String { String(savedAt.prefix(10)) }

  /// The name as typed.
  package var quotedName: String { name.quotedWord }

  /// The last day of the base year; nil if it was not known.
  public var baseEnd: CivilDate? { outputs.baseEnd.flatMap { CivilDate(iso8601: $0) } }
}

extension String {
  /// A name as typed for a word: in quotes if it contains a character that ends a word.
  package var quotedWord: String {
    let ends = contains { $0.isWhitespace || ",;(){}[]#'".contains($0) }
    return ends || isEmpty ? "\"\(self)\"" : self
  }
}
