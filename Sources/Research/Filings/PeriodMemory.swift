import Synchronization

/// The base periods of a company's filings that were asked for: each valuation of the company starts from the same ones.
final class PeriodMemory: Sendable {
  /// The arguments of ``Fundamentals/period(_:mixing:needing:)``.
  struct Request: Hashable {
    var base: Fundamentals.Base
    var mixing: Bool
    var lines: [Fundamentals.Item]
  }

  private let known = Mutex<[Request: Fundamentals.BasePeriod?]>([:])

  /// The period of a request, made by `make` the first time.
  func period(_ request: Request, _ make: () -> Fundamentals.BasePeriod?) -> Fundamentals.BasePeriod? {
    if let period = known.withLock({ $0[request] }) { return period }
    let period = make()
    known.withLock { $0[request] = .some(period) }
    return period
  }
}
