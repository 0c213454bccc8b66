/// The reason why a document of scenarios or forecasts is refused.
package struct ScenarioFileError: Error {
  /// One sentence with the number of the row.
  package var message: String
  /// The stable code for programs.
  package var code = "damaged-document"

  package init(message: String, code: String = "damaged-document") {
    self.message = message
    self.code = code
  }
}
