import Language
import MarketData
import OrderedCollections
import Platform
import Research
import Workspace

extension Execution {
  /// Keeps in mind that a statement has read a file.
  package mutating func noteRead(_ path: String, as use: ReadFile) {
    state.readFiles[environment.files.absolutePath(of: path)] = use
  }

  /// Refuses to overwrite a file that the session has read: its data could not be found again.
  ///
  /// - Parameter use: a use that does not count: a session is saved where it was loaded from.
  package func checkNotLoaded(_ path: String, except use: ReadFile? = nil, at span: SourceSpan?) throws(Diagnostic) {
    guard let identity = environment.files.status(of: path)?.identity, !identity.isEmpty else { return }
    func isSame(_ other: String) -> Bool { environment.files.status(of: other)?.identity == identity }
    guard let described = described(isSame, except: use) else { return }
    throw Diagnostic(
      .fileInUse, "\(path) is \(described)", at: span,
      hints: ["choose another name, or add `over` to replace the file"])
  }

  /// The first file in use that is the one asked for, as a noun phrase for use inside a message.
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
