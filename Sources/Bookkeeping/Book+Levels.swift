import Accounts
import FileFormats
import Platform

extension Book {
  /// The stops and targets of an account's positions that were set apart from their entries.
  package func levels(of account: String, _ environment: Environment) throws(BookError) -> [String: PositionLevels] {
    let rows = try rows(environment, "SELECT symbol, stop, goal, after FROM level WHERE account = ?", .text(account))
    return Dictionary(
      rows.map { row in
        func money(_ place: Int) -> Money? { row[place].text.flatMap { Money($0) } }
        return (
          row[0].text ?? "", PositionLevels(stop: money(1), goal: money(2), after: Int(row[3].integer ?? 0))
        )
      }
    ) { $1 }
  }

  /// The stop and the target of a position.
  package func levels(
    of symbol: String, in account: String, _ environment: Environment
  ) throws(BookError) -> (stop: Double?, goal: Double?) {
    let position = try books(environment).positions(of: account, try levels(of: account, environment))
      .first { $0.symbol == symbol }
    return (position?.stop?.double, position?.goal?.double)
  }
}
