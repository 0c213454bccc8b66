import Calendar
import Commands
import JSON
import Language
import MarketData
import Presentation
import Reports
import Sessions
import Sourcing
import Strategies

extension Command {
  static let search = Command(
    .search, category: .data,
    summary: "Finds good parameters of a strategy by trials, or symbols of a provider by their names.",
    discussion: """
      `search S(P=RANGE, …) 2_000 trials` tries some of the combinations that `sweep` would try all of, each once, and \
      ranks them as it does; the ranges may span more than could ever be run. `using guided` looks where good ones are \
      dense (a tree-structured Parzen estimator, Bergstra et al. 2011), `using latin` spreads them evenly, `using random` \
      draws them. The same seed tries the same combinations on any number of processors. `where`, `sort by`, `top`, \
      `by`, `on`, `in one account` and `with` are those of `sweep`, and a portfolio is searched the way it is swept.

      `search "WORDS"` asks a provider for symbols. \
      The provider is the one that `set provider` names if it can search, else the SEC, whose list of companies wants \
      a contact (`key sec`). polygon, yahoo and alphavantage can be asked as well.
      """,
    examples: [
      "search cross(fast=2..100, slow=3..400) 200 trials where fast < slow by sharpe seed 1 top 5",
      "search \"alphabet\" from yahoo",
    ]
  ) { execution, call throws(Diagnostic) in
    let subject = try call[.searched]
    if !subject.parameters.isEmpty || call[.trials] != nil { return try execution.searched(call, subject) }
    let word = subject.name
    let words = try execution.text(word)
    let provider = try execution.provider(call[.provider], of: MarketDesk.searching, usual: "sec") { $0.profile }
    let found: [FoundSymbol]
    do throws(MarketDataError) {
      found = try MarketDesk(execution.sourceEnvironment).search(words, at: provider)
    } catch {
      throw execution.diagnostic(error, at: word.span)
    }
    let frame = ItemFrame(
      one: "a symbol", many: "symbols", found,
      [
        .text(.text("symbol", .name)) { $0.symbol }, .text(.text("name").wrapping) { $0.name },
        .text(.text("kind")) { $0.kind }, .text(.text("exchange")) { $0.exchange },
        .text(.text("currency")) { $0.currency },
      ])
    let listing = try execution.listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: frame.count == 0 ? ["\(provider.profile.word) found nothing for `\(words)`"] : listing.notes,
      details: [("source", .string(provider.profile.word))] + listing.details)
  }

  static let quote = Command(
    CommandSyntax(
      "quote",
      forms: [CommandSyntax.Form("", [.required(.members)], clauses: [.clause("from", .provider)])]),
    category: .data, summary: "The newest price of symbols, with its time and how old it may be.",
    discussion: """
      The provider is the one that `set provider` names if it has newest prices, else yahoo. A price comes with its \
      time on the clock of the exchange, its currency and its kind: live, delayed, or the close of the last day. Of a live series (`stream`) it is the newest \
      trade, with the bar in the making.
      """,
    examples: ["quote AAPL, MSFT from yahoo"]
  ) { execution, call throws(Diagnostic) in
    if call[.provider] == nil {
      var names: [String] = []
      for word in try call[.members] { names.append(try execution.text(word)) }
      if let live = execution.liveQuote(names) { return live }
    }
    let provider = try execution.provider(call[.provider], of: MarketDesk.quoting, usual: "yahoo") { $0.profile }
    var rows: [[Cell]] = []
    var notes: [String] = []
    let desk = MarketDesk(execution.sourceEnvironment)
    for word in try call[.members] {
      let symbol = try execution.text(word)
      do throws(MarketDataError) {
        let quote = try desk.quote(symbol, at: provider)
        let change = quote.previousClose.map { quote.price / $0 - 1 }
        rows.append([
          .text(StyledText(quote.symbol, .name)), .number(quote.price), .text(quote.currency), .number(change),
          .text(try quote.timeText()),
        ])
        let note = "\(provider.profile.title): \(quote.note)"
        if !notes.contains(note) { notes.append(note) }
      } catch {
        throw execution.diagnostic(error, at: word.span)
      }
    }
    return TableResult(
      table: Table(
        columns: [
          .text("symbol", .name), .number("price"), .text("currency"), .percent("change"), .text("time"),
        ], rows: rows), notes: notes, details: [("source", .string(provider.profile.word))])
  }
}

extension Quote {
  /// The time of the price on the clock of its exchange, or its day; empty if the provider says neither.
  fileprivate func timeText() throws(MarketDataError) -> String {
    if let time {
      return try ZoneDatabase.zone(named: zone).iso8601(Timestamp(milliseconds: time))
    }
    return day.map { "\($0)" } ?? ""
  }
}

extension Execution {
  /// The provider that a clause names, of those that can do the work; without a clause that of the settings or the usual
  /// one.
  mutating func provider<Provider>(
    _ word: Word?, of able: [Provider], usual: String, _ profile: (Provider) -> ProviderProfile
  ) throws(Diagnostic) -> Provider {
    let names = able.map { profile($0).word }
    if let word {
      let name = ProviderTable.word(of: try text(word))
      if let found = able.first(where: { profile($0).word == name }) { return found }
      throw diagnostic(
        MarketDataError(
          .unknownSource, file: name, found: name,
          message: ProviderTable.words.contains(name) ? "\(name) cannot do this" : "there is no provider `\(name)`",
          hint: "these can: \(names.joined(separator: ", "))", candidates: names), at: word.span)
    }
    let chosen = session.settings.provider
    guard
      let found = able.first(where: { profile($0).word == chosen }) ?? able.first(where: { profile($0).word == usual })
    else { throw Diagnostic(.missingArgument, "a provider is needed: `from yahoo`", at: nil) }
    return found
  }
}
