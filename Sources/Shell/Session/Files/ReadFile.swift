import Language
import MarketData
import OrderedCollections
import Platform
import Research
import Workspace

/// The use of a file that statements have read, besides those of series and figures, which name their file themselves.
///
/// Nothing overwrites such a file unasked: it may be the only copy of its data.
enum ReadFile: Hashable, Sendable {
  /// A list of dates, which became the indicator of that name.
  case dates(String)
  case session, scenarios, forecasts, assumptions, workbook, script

  /// The file as a sentence goes on with it: `the session that was loaded`.
  var described: String {
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

extension Execution {
  /// Keeps in mind that a statement has read a file.
  mutating func noteRead(_ path: String, as use: ReadFile) {
    state.readFiles[environment.files.absolutePath(of: path)] = use
  }

  /// Refuses to overwrite a file that the session has read: its data could not be found again.
  ///
  /// - Parameter use: a use that does not count: a session is saved where it was loaded from.
  func checkNotLoaded(_ path: String, except use: ReadFile? = nil, at span: SourceSpan?) throws(Diagnostic) {
    guard let identity = environment.files.status(of: path)?.identity, !identity.isEmpty else { return }
    func isSame(_ other: String) -> Bool { environment.files.status(of: other)?.identity == identity }
    guard let described = described(isSame, except: use) else { return }
    throw Diagnostic(
      .fileInUse, "\(path) is \(described)", at: span,
      hints: ["another name, or `over` behind it to replace the file"])
  }

  /// The first file in use that is the one asked for, as a sentence goes on with it.
  private func described(_ isSame: (String) -> Bool, except use: ReadFile?) -> String? {
    for series in session.series.values where type(of: series.source).readsFile {
      if isSame(series.source.request.name) { return "the file that \(series.name) was loaded from" }
    }
    for (ticker, file) in session.research.fundamentalsFiles where isSame(file.path) {
      return "the file that the figures of \(ticker) were loaded from"
    }
    for (path, other) in state.readFiles where other != use && isSame(path) { return other.described }
    return nil
  }
}
