import Accounts
import Bookkeeping
import Calendar
import Dispatch
import JSON
import Language
import Platform
import Sessions
import Sourcing
import Work

extension Execution {
  /// Reports companies that are about to publish earnings, looking once a minute.
  ///
  /// The provider is asked once a day for each symbol, on a thread of its own.
  mutating func watchEarnings(at time: Int64) {
    guard state.earningsLookedAt.map({ abs(time - $0) >= 60_000 }) ?? true else { return }
    readAlerts()
    var isWaiting = false
    let today = Zone.utc.civilTime(at: Timestamp(milliseconds: time)).date
    for alert in state.alerts ?? [] where alert.kept.isOn {
      guard let call = alert.call, case .earnings(let limit)? = try? kind(of: call) else { continue }
      for symbol in reportingSymbols(call) {
        guard let known = try? state.book.earnings(of: symbol, environment), known.asked == today else {
          isWaiting = true
          ask(forEarningsOf: symbol, on: today)
          continue
        }
        guard let day = known.days.first(where: { $0 >= today }),
          case let left = day.daysSince1970 - today.daysSince1970, left <= limit
        else { continue }
        let when = left == 0 ? "today" : left == 1 ? "tomorrow" : "in \(left) days"
        notify(
          Notice(
            .alert, key: "earnings \(alert.kept.name) \(symbol) \(day)", "\(symbol) reports \(when)",
            "expected on \(day), as Alpha Vantage had it on \(known.asked)", at: time,
            payload: ["alert": .string(alert.kept.name), "symbol": .string(symbol), "day": .string("\(day)")]))
      }
    }
    if !isWaiting { state.earningsLookedAt = time }
  }

  /// The symbols that an alert names: those that an account holds for its name, those of all accounts without names.
  private mutating func reportingSymbols(_ call: CommandCall) -> [String] {
    let books = try? books(at: call.commandSpan)
    func held(_ account: String) -> [String]? { books?.state(account)?.positions.map(\.symbol) }
    guard let names = (try? alertedSeries(call)) ?? nil else {
      return (books?.accounts ?? []).flatMap { held($0.name) ?? [] }
    }
    return names.flatMap { held($0) ?? [$0] }
  }

  /// Asks the provider, once in a run of the program for a day.
  private func ask(forEarningsOf symbol: String, on day: CivilDate) {
    guard state.courier.isFirst("earnings \(symbol) \(day)") else { return }
    var environment = sourceEnvironment
    environment.monitor = .none
    let book = state.book
    DispatchQueue.global().async { [environment] in
      guard let days = try? MarketDesk(environment).earnings(symbol) else { return }
      try? book.keep(earnings: days, asked: day, of: symbol, environment)
    }
  }
}

extension LiveAlert {
  /// True for an alert that the clock alone can make fire.
  package var followsClock: Bool { kept.isOn && call?[.alertEarnings] != nil }
}
