import Calendar
import Columns
import Evaluation
import JSON
import Language
import MarketData
import OrderedCollections
import Platform
import Presentation
import Reports
import Sessions
import Text
import Workspace

extension Command {
  package static let adjust = Command(
    CommandSyntax(
      "adjust",
      forms: [
        CommandSyntax.Form(
          "", [.required(.series)],
          clauses: [
            .clause("split", .split), .clause("dividend", .dividend), .clause("on", .actionDay),
            .clause("by", .actionsFrom), .clause("without", .droppedDay),
          ] + .list(ActionList.columns.names()))
      ], hasResult: false),
    category: .data, summary: "Records splits and dividends of a series; alone it lists them.",
    discussion: """
      `split 4 on DATE` says that four new shares took the place of each old one from that day on (`split 1/20` is a \
      reverse split), `dividend AMOUNT on DATE` that whoever held a share at the close before got AMOUNT for it. `by \
      FILE` reads a list with the columns `Date,Split` or `Date,Dividend`, or a factor file; `without DATE` takes the \
      actions of a day back. Prices stay as they are until `use NAME adjusted for splits`, or `for splits and \
      dividends`: then earlier prices are divided by the ratio of each split and multiplied by 1 - dividend / close \
      before it, so that the last bar keeps its price and ratios of prices are total returns. `adjusted for nothing` \
      goes back. A result says which prices it uses.
      """,
    examples: ["adjust AAPL split 4 on 2020-08-31", "adjust SPY dividend 1.58 on 2020-12-18", "adjust SPY"],
    changesSession: true,
    onlyReads: { call in
      let (action, others) = (call[.split] ?? call[.dividend], call[.actionsFrom])
      return action == nil && others == nil && call[.droppedDay] == nil
    }
  ) { execution, call throws(Diagnostic) in
    try execution.adjust(call)
  }
}

/// The columns of a list of splits and dividends.
private enum ActionList {
  static let columns: [Field<CorporateAction>] = [
    .date(.date("date"), label: { "\($0.date)" }) { Zone.utc.timestamp(of: CivilTime(date: $0.date)) },
    .text(.text("kind")) { $0.splitRatio == nil ? "dividend" : "split" },
    .number(.number("split")) { $0.splitRatio }, .number(.number("dividend")) { $0.dividend },
  ]
}

extension Execution {
  fileprivate mutating func adjust(_ call: CommandCall) throws(Diagnostic) -> any StatementResult {
    let loaded = try loadedSeries(try call[.series])
    var actions = loaded.actions
    var told: [String] = []
    if let word = call[.actionsFrom] {
      let before = actions.all.count
      for action in try fileOfActions(word).all { actions.insert(action) }
      told.append("\(NumberText.counted(actions.all.count - before, "split or dividend", "splits and dividends")) read")
      let splits = Dictionary(grouping: actions.splits, by: \.date).filter { $0.value.count > 1 }
      for (day, several) in splits.sorted(by: { $0.key < $1.key }) {
        told.append(
          "\(several.count) splits on \(day), which multiply: `adjust \(loaded.name) without \(day)` takes them back")
      }
    }
    if let action = try typedAction(call) {
      let isKnown = actions.all.contains(action)
      let former = actions.correct(action)
      let instead = former.map { ", in place of \(Self.text(of: $0))" } ?? ""
      let idle = Self.idleText(action, on: loaded.unadjusted)
      told.append((isKnown ? "known already: " : "") + Self.text(of: action) + instead + idle)
    }
    if let without = call[.droppedDay] {
      let removed = actions.remove(on: try civilDay(without))
      guard !removed.isEmpty else {
        throw Diagnostic(
          .invalidDate, "\(loaded.name) has no split or dividend on that day", at: without.span,
          hints: ["`adjust \(loaded.name)` lists them"])
      }
      told.append("without " + Wording.list(removed.map { Self.text(of: $0) }))
    }
    guard !told.isEmpty else { return try list(actions, of: loaded, call) }
    let adjusted = try apply(loaded.basis, actions, to: loaded, at: call.commandSpan)
    keep(adjusted, inPlaceOf: loaded, at: call.commandSpan)
    if let stated = loaded.sourceBasis, let twice = actions.all.first(where: { stated.takes($0) }) {
      warn(
        Diagnostic(
          code: Diagnostic.Code(engine: BarFinding.Code.adjustedPrices.name),
          "the prices of \(loaded.name) are adjusted for \(stated.rawValue) by their source: the \(Self.text(of: twice)) "
            + "is not taken out of them again", at: call.commandSpan,
          hints: ["`adjust \(loaded.name) without \(twice.date)` takes it back"], severity: .warning))
    }
    let hint =
      loaded.sourceBasis ?? .nothing == .nothing
      ? "prices as in the source: `use \(loaded.name) adjusted for splits`" : loaded.sourceBasisText
    return Done(
      action: "adjust",
      message:
        "\(loaded.name, .name): \(Wording.list(told)); \(adjusted.basisText ?? hint)",
      details: [
        ("name", .string(loaded.name)), ("actions", .integer(actions.all.count)),
        ("adjusted", .string(loaded.basis.rawValue)),
      ])
  }

  /// The splits and dividends of a series as a table.
  private mutating func list(
    _ actions: CorporateActions, of loaded: LoadedSeries, _ call: CommandCall
  ) throws(Diagnostic) -> any StatementResult {
    let all = actions.all
    let frame = ItemFrame(
      one: "a split or dividend", many: "splits and dividends", all, ActionList.columns,
      placement: .moments { loaded.bars.zone.timestamp(of: CivilTime(date: all[$0].date)) })
    let listing = try listing(of: frame, ListClauses(call))
    return TableResult(
      table: frame.table(listing),
      notes: listing.notes + [loaded.basisText ?? loaded.sourceBasisText],
      details: listing.details)
  }

  /// The action of `split N on DATE` or `dividend AMOUNT on DATE`; nil if neither was typed.
  private mutating func typedAction(_ call: CommandCall) throws(Diagnostic) -> CorporateAction? {
    guard let amount = call[.split] ?? call[.dividend] else {
      if let day = call[.actionDay] {
        throw Diagnostic(
          .missingForm, "a day needs a split or a dividend", at: day.span,
          hints: ["`split 4 on DATE`, `dividend 1.58 on DATE`"])
      }
      return nil
    }
    if let dividend = call[.dividend], call[.split] != nil {
      throw Diagnostic(
        .duplicateClause, "one statement takes a split or a dividend", at: dividend.span,
        hints: ["use one statement for each"])
    }
    guard let day = call[.actionDay] else {
      throw Diagnostic(
        .missingForm, "give the first day on which the price is without it", at: amount.span,
        hints: ["`adjust NAME split 4 on 2020-08-31`"])
    }
    let isSplit = call[.split] != nil
    let planned = try value(of: amount).value
    guard case .number(let number) = planned, number > 0, number.isFinite else {
      var hint = isSplit ? "`split 4`, or `split 1/20`" : "`dividend 1.58`"
      // `1:15` is a time of day.
      let parts = sources.text(of: amount.span).split(separator: ":")
      if isSplit, parts.count == 2, parts.allSatisfy({ Int($0) != nil }) { hint = "`split \(parts[0])/\(parts[1])`" }
      throw Diagnostic(
        .wrongKind, isSplit ? "a split is a number of new shares for one, above 0" : "a dividend is money above 0",
        at: amount.span, hints: [hint])
    }
    return CorporateAction(isSplit ? .split(number) : .dividend(number), on: try civilDay(day))
  }

  private mutating func civilDay(_ expression: Expression) throws(Diagnostic) -> CivilDate {
    let value = try value(of: expression).value
    if case .date(.today) = value { return environment.today }
    if case .date(.day(let year, let month, let day)) = value,
      let date = CivilDate(year: year, month: month, day: day)
    {
      return date
    }
    throw Diagnostic(.invalidDate, "a day is needed", at: expression.span, hints: ["a day is written 2020-08-31"])
  }

  private static func text(of action: CorporateAction) -> String {
    switch action.kind {
    case .split(let ratio):
      ratio >= 1
        ? "split \(NumberText.plain(ratio)):1 on \(action.date)"
        : "split 1:\(NumberText.plain((1e9 / ratio).rounded() / 1e9)) on \(action.date)"
    case .dividend(let amount): "dividend \(NumberText.plain(amount)) on \(action.date)"
    }
  }

  /// The words about an action that moves no price; empty for others.
  private static func idleText(_ action: CorporateAction, on bars: Bars) -> String {
    guard bars.actionBars(CorporateActions([action])).isEmpty, let last = bars.lastDay else { return "" }
    return action.date > last
      ? ", after the last bar: it moves no price yet" : ", not after the first bar: it moves no price"
  }

  /// The actions of a file.
  private mutating func fileOfActions(_ word: Word) throws(Diagnostic) -> CorporateActions {
    let path = try text(word)
    do { return try ActionFile.read(path, in: environment.files) } catch { throw diagnostic(error, at: word.span) }
  }

  /// A series that is being loaded, with the actions that its call asks to be taken out.
  package mutating func adjusted(whenLoaded loaded: LoadedSeries, _ call: CommandCall) throws(Diagnostic)
    -> LoadedSeries
  {
    let file = call[.actionFile]
    guard call.has(.adjusted) || file != nil else { return loaded }
    let actions: CorporateActions
    if let file {
      actions = try fileOfActions(file)
    } else if loaded.source.request.isAdjusted, loaded.findings.contains(where: { $0.code == .adjustedClose }) {
      return loaded
    } else if loaded.source.request.isAdjusted, loaded.source.request.source != FileBars.word {
      // The provider has adjusted them.
      return loaded
    } else if let known = loaded.source.actions {
      actions = known
    } else if !loaded.actions.isEmpty {
      actions = loaded.actions
    } else if let stated = loaded.sourceBasis, stated != .nothing {
      // Adjusted for splits at the source, which knows no dividends of it.
      return loaded
    } else {
      throw noActions(loaded, at: call.commandSpan)
    }
    return try apply(.splitsAndDividends, actions, to: loaded, at: file?.span ?? call.commandSpan)
  }

  /// A loaded series in the prices that `use … adjusted for` asks for; those of a sample are known.
  package mutating func adjusted(inUse loaded: LoadedSeries, _ call: CommandCall) throws(Diagnostic) -> LoadedSeries {
    guard let word = call[.basis] else { return loaded }
    var basis = AdjustmentBasis(rawValue: word) ?? .nothing
    if call.has(.andDividends) {
      guard basis == .splits else {
        throw Diagnostic(
          .unexpectedToken, "prices are adjusted for nothing, or for splits and dividends", at: call.commandSpan,
          hints: ["`adjusted for splits and dividends`"])
      }
      basis = .splitsAndDividends
    }
    var actions = loaded.actions
    if actions.isEmpty, let known = loaded.source.actions { actions = known }
    guard basis == .nothing || !actions.isEmpty else { throw noActions(loaded, at: call.commandSpan) }
    let adjusted = try apply(basis, actions, to: loaded, at: call.commandSpan)
    keep(adjusted, inPlaceOf: loaded, at: call.commandSpan)
    return adjusted
  }

  private func noActions(_ loaded: LoadedSeries, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .noActions, "no splits or dividends of \(loaded.name) are known", at: span,
      hints: [
        "`adjust \(loaded.name) split 4 on 2020-08-31` records one, `adjust \(loaded.name) by \"FILE.csv\"` many"
      ])
  }

  private func apply(
    _ basis: AdjustmentBasis, _ actions: CorporateActions, to loaded: LoadedSeries, at span: SourceSpan
  ) throws(Diagnostic) -> LoadedSeries {
    if loaded.isMacro {
      throw Diagnostic(.wrongKind, "\(loaded.name) is an economic series: it has no splits or dividends", at: span)
    }
    do { return try loaded.adjusted(for: basis, by: actions, columns: state.columns) } catch {
      throw Diagnostic(.outOfRange, "\(error)", at: span, hints: ["`adjust \(loaded.name) without DATE` takes it back"])
    }
  }

  /// Replaces the series, keeping it active if it was.
  private mutating func keep(_ adjusted: LoadedSeries, inPlaceOf loaded: LoadedSeries, at span: SourceSpan) {
    guard adjusted.content != loaded.content else { return }
    session.replace(loaded, with: adjusted)
    if adjusted.basis != loaded.basis || adjusted.basis != .nothing { noteReplaced(loaded, at: span) }
  }
}
