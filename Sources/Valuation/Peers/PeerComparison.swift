/// A company valued by the prices that the market pays for others like it.
public struct PeerComparison: Sendable, Equatable {
  /// One multiple over the peers.
  public struct Row: Sendable, Equatable {
    /// Which multiple.
    public let multiple: PeerMultiple
    /// The multiple at which the company itself is priced; `nil` if that has no meaning.
    public let own: Double?
    /// The multiple at which each peer is priced, in the order of ``PeerComparison/peers``.
    public let ofPeers: [Double?]
    /// The peers' lowest, median and highest; `nil` if no peer has one.
    public let range: (low: Double, median: Double, high: Double)?
    /// The value of one share of the company at those; `nil` if there is none.
    public let value: (low: Double, median: Double, high: Double)?

    /// True if all parts are the same.
    public static func == (left: Row, right: Row) -> Bool {
      left.multiple == right.multiple && left.own == right.own && left.ofPeers == right.ofPeers
        && left.range.map { [$0.low, $0.median, $0.high] } == right.range.map { [$0.low, $0.median, $0.high] }
        && left.value.map { [$0.low, $0.median, $0.high] } == right.value.map { [$0.low, $0.median, $0.high] }
    }
  }

  /// The company.
  public let company: PeerFigures
  /// The companies it is compared with.
  public let peers: [PeerFigures]
  /// The multiples in the order asked for.
  public let rows: [Row]
  /// The median over the multiples of the values at the peers' median; `nil` if there is none.
  public let value: Double?

  /// Holds a company against its peers.
  ///
  /// - Throws: `no-peers` without any, `name-twice` if a company is given twice.
  public init(
    of company: PeerFigures, against peers: [PeerFigures], by multiples: [PeerMultiple] = PeerMultiple.allCases
  ) throws(ValuationError) {
    guard !peers.isEmpty else {
      throw ValuationError(
        code: .noPeers, message: "there is no company to compare \(company.ticker) with",
        hint: "load the figures of its peers")
    }
    var names: Set<String> = [company.ticker]
    for peer in peers where !names.insert(peer.ticker).inserted {
      throw ValuationError(code: .nameTwice, message: "`\(peer.ticker)` is in the comparison twice")
    }
    self.company = company
    self.peers = peers
    rows = multiples.map { multiple in
      let paid = peers.map { $0[multiple] }
      let known = paid.compactMap { $0 }.sorted()
      let range = known.first.flatMap { low in
        known.last.map { high in (low: low, median: Self.median(known), high: high) }
      }
      let value = range.flatMap { range -> (low: Double, median: Double, high: Double)? in
        guard let low = company.value(at: range.low, of: multiple),
          let median = company.value(at: range.median, of: multiple),
          let high = company.value(at: range.high, of: multiple)
        else { return nil }
        return (low, median, high)
      }
      return Row(multiple: multiple, own: company[multiple], ofPeers: paid, range: range, value: value)
    }
    let values = rows.compactMap { $0.value?.median }.sorted()
    value = values.isEmpty ? nil : Self.median(values)
  }

  /// The middle of numbers in ascending order; the mean of the two middle ones if their count is even.
  private static func median(_ sorted: [Double]) -> Double {
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
