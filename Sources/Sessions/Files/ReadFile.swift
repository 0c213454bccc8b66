/// The use of a file that statements have read, besides those of series and figures, which name their file themselves.
///
/// Nothing overwrites such a file unasked: it may be the only copy of its data.
package enum ReadFile: Hashable, Sendable {
  /// A list of dates, which became the indicator of that name.
  case dates(String)
  case session, scenarios, forecasts, assumptions, workbook, script

  /// Noun phrase for use inside a message: `the session that was loaded`.
  package var described: String {
    switch self {
    case .dates(let name): "the file that the dates of \(name) were loaded from"
    case .session: "the session that was loaded"
    case .scenarios: "the file that scenarios were loaded from"
    case .forecasts: "the file that forecasts were loaded from"
    case .assumptions: "the file that assumptions were imported from"
    case .workbook: "the workbook that scenarios were imported from"
    case .script: "a script that was run"
    }
  }
}
