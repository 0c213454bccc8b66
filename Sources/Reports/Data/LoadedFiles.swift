import JSON
import OrderedCollections
import Presentation
import Text
import Workspace

/// Several files that were loaded by one statement.
package struct LoadedFiles: ShapedResult {
  private let results: [any StatementResult]

  /// The results of the files, in the order of loading.
  package init(results: [any StatementResult]) { self.results = results }

  package static let shape = ResultShape<LoadedFiles>(
    "loaded_files", "Several files that were loaded.",
    [
      .value("files", [.list], keys: ResultSchema([Loaded.schema, LoadedDates.schema]).keys) {
        .array($0.results.map(\.data))
      }
    ])

  /// The bars of each file in a line, and what several have in common once.
  package var document: Document {
    let loaded = results.compactMap { $0 as? Loaded }
    let others = results.filter { !($0 is Loaded) }
    let remarks = Wording.remarks(
      loaded.flatMap { file in ([file.loaded.dialect] + file.remarks.dropFirst()).map { (file.loaded.name, $0) } })
    let bars = Document {
      for file in loaded { file.headline }
      for remark in remarks { Block.note(StyledText(remark)) }
      if let active = loaded.last(where: \.isActive) { Block.note("\(active.loaded.name) is in use") }
    }
    return others.reduce(bars) { $0 + $1.document }
  }
}
