import Evaluation
import Language
import Workspace

extension Execution {
  /// The codes of errors at a word that names nothing.
  private static let unknownWords: Set<String> = [
    "unknown-series", "unknown-sample", "unknown-result", "unknown-strategy", "unknown-scenario", "no-such-file",
  ]

  /// An error at a word that names nothing, with a hint if the word is the name of a string.
  ///
  /// `use symbol` asks for a series called `symbol`; inside `for symbol in …` its writer meant `use $symbol`.
  package func hinted(_ error: Diagnostic) -> Diagnostic {
    guard Self.unknownWords.contains(error.code.name), let span = error.span else { return error }
    let word = sources.text(of: span)
    guard case .value(.text(let text), _, _)? = session.names[word]?.meaning else { return error }
    return error.hint("`$\(word)` is the value of `\(word)`, which is \(Literal.text(text))")
  }
}
