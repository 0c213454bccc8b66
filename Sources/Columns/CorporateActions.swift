public import Calendar

/// The splits and dividends of a series, oldest first.
///
/// ```swift
/// let actions = CorporateActions([CorporateAction(.split(4), on: CivilDate(iso8601: "2020-08-31")!)])
/// let adjusted = try bars.adjusted(for: .splits, by: actions)
/// ```
public struct CorporateActions: Sendable, Hashable {
  /// The actions in the order of their dates, splits of a day before its dividends.
  public private(set) var all: [CorporateAction] = []

  /// Takes actions in any order; duplicates count once.
  public init(_ actions: some Sequence<CorporateAction> = []) {
    for action in actions { insert(action) }
  }

  /// True if there is no action.
  public var isEmpty: Bool { all.isEmpty }

  /// The splits.
  public var splits: [CorporateAction] { all.filter { $0.splitRatio != nil } }

  /// The dividends.
  public var dividends: [CorporateAction] { all.filter { $0.dividend != nil } }

  /// Adds an action, unless it is there already.
  ///
  /// - Returns: false if it was there.
  @discardableResult
  public mutating func insert(_ action: CorporateAction) -> Bool {
    guard !all.contains(action) else { return false }
    let place = all.firstIndex { other in
      action.date < other.date || (action.date == other.date && action.splitRatio != nil && other.dividend != nil)
    }
    all.insert(action, at: place ?? all.count)
    return true
  }

  /// Adds an action; a split takes the place of another one of its day, as a correction does.
  ///
  /// - Returns: the split that was there; nil if there was none, or the same.
  @discardableResult
  public mutating func correct(_ action: CorporateAction) -> CorporateAction? {
    let former = all.first {
      $0.date == action.date && $0.splitRatio != nil && action.splitRatio != nil && $0 != action
    }
    if let former { all.removeAll { $0 == former } }
    insert(action)
    return former
  }

  /// Removes the actions of a day.
  ///
  /// - Returns: the ones that were there.
  @discardableResult
  public mutating func remove(on date: CivilDate) -> [CorporateAction] {
    let removed = all.filter { $0.date == date }
    all.removeAll { $0.date == date }
    return removed
  }
}

/// An action that cannot be taken out of the prices.
public struct AdjustmentError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The action.
  public var action: CorporateAction
  /// The close before it.
  public var price: Double

  /// The reason in one sentence.
  public var description: String {
    switch action.kind {
    case .dividend(let amount):
      "the dividend of \(amount) on \(action.date) is not below the price before it, \(price)"
    case .split(let ratio): "the split on \(action.date) gives \(ratio) shares for one"
    }
  }
}
