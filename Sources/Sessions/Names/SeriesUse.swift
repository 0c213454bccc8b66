import OrderedCollections
import Reports
import Workspace

/// The users of a series that would lose it if it were dropped, or refer to another one if it is replaced.
package struct SeriesUsers {
  /// The indicators and strategies that name it after `@`.
  package var definitions: [String] = []
  /// The universes that it is a member of.
  package var universes: [String] = []
  /// The backtests that ran on it.
  package var results: [String] = []

  package var isEmpty: Bool { definitions.isEmpty && universes.isEmpty && results.isEmpty }
}

extension Session {
  /// The users of a loaded series.
  package func users(ofSeries name: String) -> SeriesUsers {
    var users = SeriesUsers()
    users.definitions = usersOfSeries(name)
    for (user, universe) in universes where universe.symbols?.contains(name) == true { users.universes.append(user) }
    for (user, result) in results where result.backtest?.seriesName == name { users.results.append(user) }
    return users
  }
}
