import Bookkeeping
import Evaluation
import Language
import OrderedCollections
import Platform
import Reports
import Sourcing
import Workspace

/// Everything that an interpreter knows between two statements, as one value.
///
/// A statement works on a copy, which replaces this one only if the statement succeeds.
package struct InterpreterState: Sendable {
  /// The session as it is now.
  package var session: Session
  /// The sessions that `undo` and `redo` go to.
  package var history: SessionHistory
  /// A number that is another one after each statement that may have changed the session.
  package var revision = 0
  /// The revision that `save session` wrote to a file last; nil if it wrote none.
  package var savedRevision: Int?
  /// The file of the session that was opened last, if it could not be read completely: it is not overwritten.
  package var damagedSession: String?
  /// The journal that this session is kept in as it grows; nil if nothing keeps it.
  package var journal: String?
  /// The files that statements have read, by their path from the root on, besides those of series and figures.
  package var readFiles: OrderedDictionary<String, ReadFile> = [:]
  /// All text read so far, for drawing diagnostics.
  package var sources = SourceMap()
  /// The entries at the prompt, in this run of the program and earlier ones, for `history`.
  package var entries: [PromptEntry] = []
  /// The results of the last entries, by number.
  package var shown = ShownResults(budget: MemoryBudget().results)
  /// The statement of the last result; nil if that has none of its own.
  package var lastShown: ShownStatement?
  /// Values for `param`, from the command line or from `run`.
  package var overrides: [Override] = []
  /// The names of the overrides that a `param` took.
  package var takenOverrides: Set<String> = []
  /// The series that have grown, by their load: a session that is gone back to gets the bars that have come since.
  package var newest: [LoadedSeries.LoadID: LoadedSeries] = [:]
  /// The different backtests and combinations that were run.
  package var trials = Trials()
  /// The statement that was stopped last and that `resume` continues; nil if there is none.
  package var stopped: StoppedRun?
  /// The book of accounts and records, which no session holds.
  package var book = Book()
  /// The account that `account NAME` took up in this run of the program.
  package var account: String?
  /// How far the tutorial is; nil if none is on.
  package var tutorial: TutorialProgress?
  /// The live series; like the world outside it is no part of what a statement can take back.
  package let live: LiveDesk
  /// The signals that are computed again at each bar.
  package var watchers: [LiveWatcher] = []
  /// How the bars of live series came, by the load.
  package var origins: [LoadedSeries.LoadID: BarOrigins] = [:]
  /// The strategies that trade in paper accounts.
  package var traders: [PaperTrader] = []
  /// The ways to the brokers of live accounts.
  package let brokers = BrokerDesk()
  /// The alerts of the book; nil before they are read.
  package var alerts: [LiveAlert]?
  /// The ways that notices go; nil before they are read.
  package var noticeWays: NoticeWays?
  /// The time up to which recaps and deliveries were looked at, in milliseconds since 1970.
  package var noticedUpTo: Int64?
  /// The time at which the days of earnings were looked at last.
  package var earningsLookedAt: Int64?
  /// The number of the replay that was begun last: what it makes happen is another thing each time it is played.
  package var replayed: Int64?
  /// What sends notices to programs and servers.
  package let courier = Courier()
  /// The lines of live series that were not shown yet.
  package var lines: [LiveLine] = []
  /// True once `quit` was said.
  package var isQuitting = false
  /// The plan of the defined indicators, for definitions that use them.
  package let planned = PlannedDefinitions()
  /// The memory for columns that all series of the session share.
  package let columns: ColumnBudget

  package init(
    session: Session, history: SessionHistory, shown: ShownResults = ShownResults(budget: MemoryBudget().results),
    overrides: [Override] = [], columns: ColumnBudget, live: LiveDesk
  ) {
    self.session = session
    self.history = history
    self.shown = shown
    self.overrides = overrides
    self.columns = columns
    self.live = live
  }
}
