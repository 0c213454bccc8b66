import Presentation
import Text

/// A result was written to a file.
package struct Written: ShapedResult {
  package var file: String
  package var format: String
  /// The number of rows; nil for a result that is not a table.
  package var rows: Int?
  /// The title of the format if the file's name does not say it; nil if it does.
  package var chosenFormat: String?
  /// Remarks below the message.
  package var notes: [String] = []

  package init(file: String, format: String, rows: Int? = nil, chosenFormat: String? = nil) {
    self.file = file
    self.format = format
    self.rows = rows
    self.chosenFormat = chosenFormat
  }

  package static let shape = ResultShape<Written>(
    "written", "A file that was written.",
    [.text("file") { $0.file }, .text("format") { $0.format }, .integer("rows", .possible) { $0.rows }])
  package var document: Document {
    let format = chosenFormat.map { " as \($0)" } ?? ""
    return Document {
      StyledText("wrote \(file)\(format)\(rows.map { ", " + NumberText.counted($0, "row") } ?? "")")
      for note in notes { Block.note(StyledText(note)) }
    }
  }
}
