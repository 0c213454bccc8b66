import Columns
import JSON
import Language
import MarketData
import Platform
import Presentation
import Reports
import Sessions
import Sourcing
import Text

extension Command {
  package static let store = Command(
    CommandSyntax(
      "store",
      forms: [
        CommandSyntax.Form(
          "", [.required(.storedFiles)], clauses: [.clause("timezone", .timezone), .clause("timeframe", .timeframe)])
      ],
      hasResult: false), category: .data, summary: "Puts files of bars into the library, each under its symbol.",
    discussion: """
      A pattern takes all matching files: `store "folder/*.csv"`. `load SYMBOL` finds them from any folder, with the same \
      bars to the bit; storing a file again replaces the bars of its symbol and timeframe.
      """,
    examples: ["store \"prices/*.csv\""]
  ) { execution, call throws(Diagnostic) in
    let word = try call[.storedFiles]
    let path = try execution.text(word)
    let environment = execution.sourceEnvironment
    guard let library = Library(environment) else {
      throw execution.diagnostic(
        MarketDataError(.libraryFault, file: path, message: "nothing is kept here"), at: call.commandSpan)
    }
    var options = BarFile.Options(threads: environment.workers, limit: environment.memory.file)
    options.zone = try call[.timezone].map { word throws(Diagnostic) in try execution.text(word) }
    options.timeframe = try call[.timeframe].map { word throws(Diagnostic) in try execution.timeframe(word) }
    let paths = try execution.paths(matching: path, at: word.span) ?? [path]
    var names: [String] = []
    for path in paths {
      do throws(MarketDataError) {
        let loaded = try BarFile.load(
          path: path, in: environment.files, options: options, monitor: environment.monitor)
        try StoredBars.store(
          loaded, from: environment.files.absolutePath(of: path), in: library, now: environment.clock.now())
        names.append("\(loaded.symbol): \(NumberText.counted(loaded.bars.count, "bar"))")
      } catch {
        throw execution.diagnostic(error, at: word.span)
      }
    }
    return Done(
      action: "store", message: StyledText("stored " + names.joined(separator: ", ")),
      details: [("files", .integer(names.count))])
  }
}
