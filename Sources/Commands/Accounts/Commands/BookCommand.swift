import Accounts
import Language
import Reports
import Sessions

/// The forms of `book`.
enum BookForm: String, CaseIterable {
  case buy, sell, short, cover, dividend, deposit, withdraw, fee, interest, split, transfer
  case void

  /// The type of the entry.
  var type: EntryType { EntryType(rawValue: rawValue) ?? .void }
}

extension Command {
  package static let book = Command(
    CommandSyntax(
      "book",
      forms: [BookForm.buy, .sell, .short, .cover].map { form in
        CommandSyntax.Form(
          form, [.keyword(form.rawValue), .required(.bookedSize), .required(.bookedSymbol)],
          clauses: [.clause("at", .bookedPrice)] + .when
            + [
              .clause("fee", .bookedFee), .clause("stop", .bookedStop), .clause("target", .bookedTarget),
              .clause("as", .bookedStrategy), .clause("note", .note),
            ] + .place)
      } + [
        CommandSyntax.Form(
          BookForm.dividend,
          [.keyword("dividend"), .required(.bookedAmount), .optional(role: .bookedSymbolIfAny)],
          clauses: [.clause("withheld", .bookedTax)] + .when + [.clause("note", .note)] + .place)
      ]
        + [BookForm.deposit, .withdraw, .fee, .interest].map { form in
          CommandSyntax.Form(
            form, [.keyword(form.rawValue), .required(.bookedAmount), .optional(role: .bookedReason)],
            clauses: .when + .place)
        } + [
          CommandSyntax.Form(
            BookForm.split, [.keyword("split"), .required(.bookedRatio), .required(.bookedSymbol)],
            clauses: .when + [.clause("note", .note)] + [.clause("in", .bookedIn)]),
          CommandSyntax.Form(
            BookForm.transfer,
            [.keyword("transfer"), .required(.bookedSize), .optional(role: .bookedSymbolIfAny)],
            clauses: [.clause("from", .transferredFrom), .clause("to", .transferredTo), .clause("at", .bookedPrice)]
              + .when + [.clause("note", .note)]),
          CommandSyntax.Form(
            BookForm.void, [.keyword("void"), .required(.entryNumber), .optional(role: .bookedReason)],
            clauses: [.clause("in", .bookedIn)]),
        ], hasResult: false),
    category: .accounts, summary: "Books what has happened in an account.",
    discussion: """
      A trade without `at` is at the last close of its symbol's series, an entry without `on` of now. A percentage after \
      `stop` or `target` is a distance from the price. A sale closes lots in the order of the account, and its gain has \
      the fees of both sides in. A trade in another currency says so with `currency EUR rate 1.0842`; without the rate \
      it is the close of a loaded series `EURUSD`. Nothing is changed later: `book void N` books the reversal of an \
      entry, and lots and gains are then as if that had never been. `book transfer 10 BTC from kraken to cold` takes \
      lots along with their costs and days; without `from` or `to` they come from outside, at a price, or go there.
      """,
    examples: [
      "book buy 100 AAPL at 182.50 on 2024-01-05T10:31 fee 1 stop 2% target 6%",
      "book sell 40 AAPL at 190 on 2024-01-20 fee 1", "book dividend 24.00 AAPL on 2024-02-12 withheld 3.60",
      "book split 4:1 AAPL on 2024-03-02", "book fee 3.50 \"data\" on 2024-03-05; book void 3 \"typed twice\"",
    ]
  ) { execution, call throws(Diagnostic) in
    try execution.book(call)
  }
}

extension [CommandSyntax.Clause] {
  fileprivate static var when: Self { [.clause("on", .bookedOn)] }
  fileprivate static var place: Self {
    [.clause("currency", .currency), .clause("rate", .bookedRate), .clause("in", .bookedIn)]
  }
}

extension Role<Word> {
  static var bookedSymbol: Self { .word("symbol", .symbol, "SYMBOL") }
  static var bookedRatio: Self { .word("ratio", .any, "NEW:OLD") }
}

extension OptionalRole<Word> {
  static var bookedSymbolIfAny: Self { Self(.word("symbol", .symbol, "SYMBOL")) }
  static var bookedReason: Self { Self(.word("note", .any, "\"WHY\"")) }
  static var bookedStrategy: Self { Self(.word("as", .anyStrategy, "STRATEGY")) }
  package static var bookedIn: Self { Self(.word("in", .account, "ACCOUNT")) }
  static var transferredFrom: Self { Self(.word("from", .account, "ACCOUNT")) }
  static var transferredTo: Self { Self(.word("to", .account, "ACCOUNT")) }
}

extension Role<Expression> {
  static var bookedSize: Self { .expression("size", "N") }
  static var bookedAmount: Self { .expression("amount", "AMOUNT") }
}

extension OptionalRole<Expression> {
  static var bookedPrice: Self { Self(.expression("at", "PRICE")) }
  static var bookedFee: Self { Self(.expression("fee", "AMOUNT")) }
  static var bookedStop: Self { Self(.expression("stop", "PRICE|2%")) }
  static var bookedTarget: Self { Self(.expression("target", "PRICE|6%")) }
  static var bookedTax: Self { Self(.expression("withheld", "AMOUNT")) }
  static var bookedRate: Self { Self(.expression("rate", "RATE")) }
}
