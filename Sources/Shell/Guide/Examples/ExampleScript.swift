/// A script that is inside the program: `examples` lists it, `run example NAME` runs it.
///
/// The same scripts are files in `scripts/examples`, for editors.
package struct ExampleScript: Sendable {
  /// The name that `run example` is asked with.
  package let name: String
  /// Its purpose, in a few words.
  package let summary: String
  /// Its statements.
  package let text: String

  init(_ name: String, _ summary: String, _ text: String) {
    self.name = name
    self.summary = summary
    self.text = text
  }

  /// The script of a name; nil if there is none.
  package static func named(_ name: String) -> ExampleScript? { all.first { $0.name == name } }
}
