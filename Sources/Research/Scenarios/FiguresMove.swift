import Text
import Valuation

/// The effect of a company's new figures on a scenario that was saved with older ones.
///
/// The scenario itself is unchanged; this is the value that it would have with today's figures.
public struct FiguresMove: Sendable, Hashable {
  /// The name of the scenario; nil for the open model.
  public var scenario: String?
  /// The value per share with the figures that it holds, in the shares of today.
  public var before: Double
  /// The value per share with the new ones; nil if they are refused.
  public var after: Double?
  /// The reason for a missing new value.
  public var refusal: String?
  /// The figures that changed, those that changed most first: `revenue 8.19B → 8.72B`.
  public var changes: [String]

  /// One line for the user.
  public var text: String {
    let name = scenario ?? "the open model"
    let old = NumberFormat.fixed(2).text(before)
    guard let after else { return "\(name): \(old) a share, but refused with the new figures: \(refusal ?? "")" }
    let change = before == 0 ? "" : ", \(NumberFormat.percent(1).signed.text(after / before - 1))"
    let figures = changes.isEmpty ? "" : " (\(changes.prefix(3).joined(separator: ", ")))"
    return "\(name): \(old) → \(NumberFormat.fixed(2).text(after)) a share\(change)\(figures)"
  }
}

extension CompanyResearch {
  /// The effects of a company's loaded figures on its scenarios and on the open model; models that do not change are
  /// left out.
  public func moves(byFiguresOf ticker: String) -> [FiguresMove] {
    var moves: [FiguresMove] = []
    for scenario in scenarios where scenario.ticker == ticker && scenario.drivers == nil {
      guard let assumptions = try? detachedAssumptions(of: scenario.id) else { continue }
      if let move = move(of: assumptions, ticker, named: scenario.name) { moves.append(move) }
    }
    if let model, model.ticker == ticker, model.drivers == nil, model.scenario == nil || model.isChanged,
      let assumptions = try? detachedAssumptions(of: model.model),
      let move = move(of: assumptions, ticker, named: nil)
    {
      moves.append(move)
    }
    return moves
  }

  private func move(of old: Assumptions, _ ticker: String, named name: String?) -> FiguresMove? {
    let splits = splits(since: old, of: ticker, baseEnd: baseEnd(of: old, ticker))
    guard old.all.contains(where: \.isFiled), let ofToday = try? old.afterSplit(splits.factor),
      let before = try? DiscountedCashFlow.value(ofToday).valuePerShare
    else { return nil }
    do throws(ValuationError) {
      let model = try withFigures(ModelInWork(ticker: ticker, assumptions: old), [])
      var changes = Self.changes(from: ofToday, to: model.assumptions)
      if !splits.splits.isEmpty { changes.insert("a split of \(Wording.list(splits.splits.map(\.text)))", at: 0) }
      guard !changes.isEmpty else { return nil }
      try checkFigures(of: model, priceDay: nil)
      let after = try DiscountedCashFlow.value(model.assumptions).valuePerShare
      return FiguresMove(scenario: name, before: before, after: after, changes: changes)
    } catch {
      return FiguresMove(scenario: name, before: before, refusal: error.message, changes: [])
    }
  }

  /// The reported assumptions that differ, those that differ most first.
  private static func changes(from old: Assumptions, to new: Assumptions) -> [String] {
    var changes: [(size: Double, text: String)] = []
    for now in new.all where now.isFiled {
      guard let key = now.key, let then = old[key], then.value != now.value else { continue }
      var size = 0.0
      if case .scalar(let a) = then.value, case .scalar(let b) = now.value { size = a == 0 ? 1 : abs(b / a - 1) }
      changes.append((size, "\(now.name) \(then.text) → \(now.text)"))
    }
    return changes.sorted { $0.size > $1.size }.map(\.text)
  }
}
