import Language
import Platform
import Presentation
import Reports
import Sessions
import Sourcing

/// The forms of `record`.
private enum RecordForm: String {
  case series
  case off
}

extension Command {
  package static let record = Command(
    CommandSyntax(
      "record",
      forms: [
        CommandSyntax.Form(
          RecordForm.series, [.required(.recorded), .keyword("to"), .required(.recordingFile)]),
        CommandSyntax.Form(RecordForm.off, [.keyword("off")]),
      ], hasResult: false),
    category: .data, summary: "Writes the messages of a live series to a file, as they come, for a later replay.",
    discussion: """
      A line of JSON a message, with its time of arrival; keys are left out. What was fetched for a gap is in it too. \
      `stream from "FILE.tasr" at max` plays it. A file that is there is replaced.
      """,
    examples: ["record BTCUSDT to \"btc.tasr\"", "record off"]
  ) { execution, call throws(Diagnostic) in
    let live = execution.state.live
    switch try call.form(of: RecordForm.self) {
    case .off:
      let paths = live.stopRecording()
      return Done(
        action: "record",
        message: StyledText(paths.isEmpty ? "nothing is recorded" : "recorded to \(paths.joined(separator: ", "))"))
    case .series:
      let word = try call[.recorded]
      let name = try execution.text(word)
      let file = try call[.recordingFile]
      let path = try execution.text(file)
      let isLive: Bool
      do throws(FileError) { isLive = try live.record(name, to: path, in: execution.environment.files) } catch {
        throw execution.diagnostic(error, at: file.span)
      }
      guard isLive else {
        throw Diagnostic(
          .unknownSeries, "`\(name)` has no socket that could be recorded", at: word.span,
          hints: ["`streams` lists the live series"])
      }
      return Done(action: "record", message: StyledText("\(name) is recorded to \(path)"))
    }
  }
}

extension Role<Word> {
  fileprivate static var recorded: Self { .word("series", .series, "SERIES") }
  fileprivate static var recordingFile: Self { .word("file", .file, "\"FILE.tasr\"") }
}
