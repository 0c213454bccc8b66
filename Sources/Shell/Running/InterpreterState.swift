import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Sessions

/// Everything that an interpreter knows between two statements, as one value.
///
/// A statement works on a copy, which takes the place of this one only where the statement succeeds.
struct InterpreterState: Sendable {
  /// The session as it is now.
  var session: Session
  /// The sessions that `undo` and `redo` go to.
  var history: SessionHistory
  /// A number that is another one after each statement that may have changed the session.
  var revision = 0
  /// The file of the session that was opened last, where that could not be read whole: it is not written over.
  var damagedSession: String?
  /// The files that statements have read, by their path from the root on, besides those of series and figures.
  var readFiles: OrderedDictionary<String, ReadFile> = [:]
  /// All text read so far, for drawing diagnostics.
  var sources = SourceMap()
  /// The entries at the prompt, in this run of the program and earlier ones, for `history`.
  var entries: [PromptEntry] = []
  /// The results of the last entries, by number.
  var shown = ShownResults(budget: MemoryBudget().results)
  /// Values for `param`, from the command line or from `run`.
  var overrides: [Override] = []
  /// The names of the overrides that a `param` took.
  var takenOverrides: Set<String> = []
  /// The different backtests and combinations that were run.
  var trials = Trials()
  /// The statement that was stopped last and that `resume` goes on with; nil where there is none.
  var stopped: StoppedRun?
  /// The lines of files of records, where no folder is known that they could be kept in.
  var records: [RecordFile: [UInt8]] = [:]
  /// How far the tutorial is; nil where none is on.
  var tutorial: TutorialProgress?
  /// True once `quit` was said.
  var isQuitting = false
  /// The plan of the defined indicators, for definitions that use them.
  let planned = PlannedDefinitions()
  /// The memory for columns that all series of the session share.
  let columns: ColumnBudget
}

extension InterpreterState {
  /// The next page of the tutorial, where a statement that succeeded has done its step.
  mutating func tutorialPage(after statement: Statement) -> HelpPage? {
    guard let (page, next) = tutorial?.after(statement, session) else { return nil }
    tutorial = next
    return HelpPage(topic: "tutorial", document: page)
  }
}
