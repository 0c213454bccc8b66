import Accounts
import Bookkeeping
import Calendar
import Columns
import JSON
import Language
import Reports
import Sessions
import Text
import Workspace

/// An account as its guardrails see it.
struct WatchedAccount {
  var books: Books
  var state: Replay.State
  var guards: Guards
  var marks: GuardMarks
  /// The reason of a halt that began when it was looked at.
  var newHalt: GuardMarks.Halt?

  var name: String { state.account.name }
  /// The symbols that it holds.
  var held: Set<String> { Set(state.positions.map(\.symbol)) }

  /// The reason why an order is refused; nil if it passes all checks.
  func refusal(_ order: GuardedOrder) -> GuardedOrder.Refusal? { order.refusal(guards, marks, held: held) }
}

extension Execution {
  func guards(of account: String, at span: SourceSpan?) throws(Diagnostic) -> (guards: Guards, marks: GuardMarks?) {
    do throws(BookError) { return try state.book.guards(of: account, environment) } catch {
      throw diagnostic(error, at: span)
    }
  }

  /// An account with its guardrails, marked at the last closes.
  ///
  /// - Parameters:
  ///   - time: the time of the mark; nil for now.
  ///   - isMarked: false for the marks as they were left, so that a bar is judged by the knowledge before it.
  func watched(
    _ books: Books, _ account: Replay.State, at span: SourceSpan?, time: Timestamp? = nil, isMarked: Bool = true
  ) throws(Diagnostic) -> WatchedAccount {
    let name = account.account.name
    let (guards, kept) = try guards(of: name, at: span)
    let time = time ?? environment.moment
    let equity = equity(of: account)
    let flows = books.lines(of: name).reduce(0.0) {
      $0 + ($1.entry.type.isFlow && !$1.isVoid ? $1.entry.amount.double : 0)
    }
    var marks = kept ?? GuardMarks(equity: equity, flows: flows, at: time)
    let halt = isMarked || kept == nil ? marks.mark(equity: equity, flows: flows, at: time, guards) : nil
    return WatchedAccount(books: books, state: account, guards: guards, marks: marks, newHalt: halt)
  }

  /// Cash and positions at the last closes; a position whose symbol is not loaded counts at its cost.
  func equity(of account: Replay.State) -> Double {
    account.positions.reduce(account.cash.double) { sum, position in
      sum + (lastClose(position.symbol).map { $0.double * position.size.double } ?? position.cost.double)
    }
  }

  /// The mean of the last 14 true ranges up to a bar; missing if there are fewer.
  func meanRange(_ bars: Bars, through last: Int) -> Double {
    guard last >= 14, last < bars.count else { return .nan }
    return (last - 13...last).reduce(0.0) { sum, index in
      let before = bars.close[index - 1]
      return sum + max(bars.high[index], before) - min(bars.low[index], before)
    } / 14
  }

  /// The notice of a halt.
  mutating func notifyHalt(_ account: WatchedAccount, at time: Int64) {
    guard let halt = account.newHalt else { return }
    let fall =
      halt == .drawdown
      ? "\(NumberText.percentShort(account.marks.drawdown)) below its peak"
      : "\(NumberText.percentShort(account.marks.dailyLoss)) below the peak of the day"
    notify(
      Notice(
        .guard_, key: "guard \(account.name) halt \(account.marks.haltedAt?.milliseconds ?? 0)", account.name,
        halt == .user || halt == .broker ? "halted" : "halted: the equity is \(fall)", at: time,
        payload: ["account": .string(account.name), "halt": .string(halt.rawValue)]))
  }
}
