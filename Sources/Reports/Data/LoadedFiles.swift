import JSON
import OrderedCollections
import Presentation

/// Several files that were loaded by one statement.
package struct LoadedFiles: StatementResult {
  private let results: [any StatementResult]

  /// The results of the files, in the order of loading.
  package init(results: [any StatementResult]) { self.results = results }

  package var kind: String { "loaded_files" }
  package var data: JSONValue { ["files": .array(results.map(\.data))] }
  package var document: Document { results.dropFirst().reduce(results[0].document) { $0 + $1.document } }
}
