import Language

/// The statement that gave the last result, which clauses alone refine: `where profit > 0`, `last 3`.
package struct ShownStatement: Sendable {
  /// The statement with the clauses that have been applied to it.
  package let statement: Statement
  /// The typed text: the statement, and each of the clauses after it.
  package let text: String
  /// The revision of the session after it.
  package let revision: Int

  package init(_ statement: Statement, text: String, revision: Int) {
    (self.statement, self.text, self.revision) = (statement, text, revision)
  }
}
