import JSON
import LibC
import Presentation
import Reports
import Shell
import Synchronization
import Testing
import Work

/// While many rows are laid out or written, it is asked again and again whether somebody still waits: the work between
/// two such looks does not grow with the rows.
@Suite("Looks at the monitor while rows are laid out")
struct LayoutLookTests {
  /// A way to lay rows out.
  struct Place: CustomTestStringConvertible, Sendable {
    let format: OutputFormat
    let isFile: Bool
    var testDescription: String { "\(format.name)\(isFile ? " file" : "")" }
  }

  static let places: [Place] =
    OutputFormat.all.map { Place(format: $0, isFile: false) }
    + OutputFormat.all.filter { $0.fileEnding != nil }.map { Place(format: $0, isFile: true) }

  /// Counts looks, and notes the processor time of this thread between them.
  private final class Looks: Sendable {
    private struct State {
      var count = 0
      var last = 0.0
      var longest = 0.0
      var limit = Int.max
    }

    private let state = Mutex(State())

    init(limit: Int = .max) { state.withLock { ($0.limit, $0.last) = (limit, Self.seconds()) } }

    var count: Int { state.withLock(\.count) }

    /// Looks, and gives true behind the limit.
    @discardableResult
    func look() -> Bool {
      let now = Self.seconds()
      return state.withLock { state in
        state.count += 1
        state.longest = max(state.longest, now - state.last)
        state.last = now
        return state.count > state.limit
      }
    }

    var longest: Double { state.withLock(\.longest) }

    private static func seconds() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }

  private static func rows(_ count: Int) -> TableResult {
    TableResult(
      table: Table(
        columns: [.date("time"), .number("close"), .number("rsi(14)")],
        rows: (0..<count).map { row in
          let close = 100 + Double(row % 977) / 7
          let strength = Double(row % 1009) / 11
          return [.text("2024-01-02T\(row)"), .number(close), .number(strength)]
        }))
  }

  private static let few = rows(25_000)
  private static let many = rows(100_000)
  private static let fewer = rows(3_000)

  @Test("Four times the rows are four times the looks, and no longer work between two", arguments: places)
  func spans(_ place: Place) {
    func looks(_ result: TableResult) -> Looks {
      let looks = Looks()
      let context = OutputContext(isStopped: { looks.look() }, isFile: place.isFile)
      let text = place.format.render(result, in: context)
      looks.look()
      #expect(text?.isEmpty == false)
      return looks
    }
    let (few, many) = (looks(Self.few), looks(Self.many))
    // A look each few hundred rows.
    #expect(few.count >= 25_000 / 300)
    #expect(many.count >= 3 * few.count)
    // The best of three tries: another process may have taken the caches away.
    let shares = (0..<3).map { _ in looks(Self.many).longest / looks(Self.few).longest }
    #expect(shares.min() ?? 0 < 3, "\(shares)")
  }

  @Test("After the look that stops it, no more than some hundred rows are laid out", arguments: places)
  func endsSoon(_ place: Place) {
    let whole = Looks()
    _ = place.format.render(Self.fewer, in: OutputContext(isStopped: { whole.look() }, isFile: place.isFile))
    for limit in 0..<whole.count {
      let looks = Looks(limit: limit)
      let text = place.format.render(Self.fewer, in: OutputContext(isStopped: { looks.look() }, isFile: place.isFile))
      #expect(text ?? "" == "", "stopped at look \(limit + 1)")
      // The look that stops it, and one at the end of each step that is left out.
      #expect(looks.count - limit <= 6, "stopped at look \(limit + 1)")
    }
  }

  /// Rows that are made one by one on request.
  private struct MadeRows: StatementResult {
    let count: Int
    let made: @Sendable () -> Void

    var kind: String { "rows" }
    var data: JSONValue { data(isStopped: { false }) }
    var document: Document { document(isStopped: { false }) }
    var rowCount: Int? { count }

    func data(isStopped: () -> Bool) -> JSONValue {
      ["rows": .array((0..<count).made(isStopped: isStopped) { [.integer(value(of: $0))] })]
    }

    func document(isStopped: () -> Bool) -> Document {
      Document([
        .table(
          Table(
            columns: [.integer("row"), .text("word")],
            rows: (0..<count).made(isStopped: isStopped) { [.integer(value(of: $0)), .text("word \($0)")] }))
      ])
    }

    func wholeTable(isStopped: () -> Bool) -> Table? { document(isStopped: isStopped).mainTable }

    private func value(of row: Int) -> Int {
      made()
      return row
    }
  }

  @Test("Stopped while rows are made, at most some hundred further ones are asked for", arguments: places)
  func asksForNoMore(_ place: Place) {
    for stop in [0, 1, 1000, 5000, 19_999] {
      let count = Counter()
      let result = MadeRows(count: 20_000) { count.add() }
      let text = place.format.render(
        result, in: OutputContext(isStopped: { count.value > stop }, isFile: place.isFile))
      #expect(text ?? "" == "", "stopped at row \(stop)")
      #expect(count.value <= stop + 600, "stopped at row \(stop), and \(count.value) were asked for")
    }
  }

  private final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .relaxed) }
    func add() { count.add(1, ordering: .relaxed) }
  }
}
