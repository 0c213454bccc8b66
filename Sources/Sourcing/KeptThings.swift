import Calendar
import Columns
import MarketData
import Platform

/// The series and documents of the library: lists, checks, newer bars, forgetting.
public struct KeptThings: Sendable {
  private let environment: Environment
  /// The library.
  public let library: Library

  /// The library of an environment; nil if nothing is kept.
  public init?(_ environment: Environment) {
    guard let library = Library(environment) else { return nil }
    self.library = library
    self.environment = environment
  }

  /// All series; throws `library-fault`.
  public func series() throws(MarketDataError) -> [KeptSeries] {
    do throws(LibraryError) { return try library.series() } catch { throw MarketDataError(error) }
  }

  /// All documents; throws `library-fault`.
  public func documents() throws(MarketDataError) -> [KeptDocument] {
    do throws(LibraryError) { return try library.documents() } catch { throw MarketDataError(error) }
  }

  /// Forgets the series and documents of a symbol, of one source or of all; nil for everything.
  ///
  /// - Returns: how many were forgotten.
  public func forget(symbol: String?, source: String?) throws(MarketDataError) -> Int {
    do throws(LibraryError) {
      return try library.forget(symbol: symbol, source: source)
    } catch { throw MarketDataError(error) }
  }

  /// The request that a series was loaded for.
  public static func request(of key: SeriesKey) -> BarRequest {
    var request = BarRequest(key.source, key.symbol, timeframe: Timeframe(key.timeframe))
    if key.variant == "vintage first" { request.vintage = "first" }
    request.isAdjusted = key.variant == "adjusted"
    return request
  }

  /// The bars of a series as a load would have them now, from the library alone.
  public func loaded(_ series: KeptSeries) throws(MarketDataError) -> LoadedBars {
    var request = Self.request(of: series.key)
    request.since = series.since
    var kept = environment
    kept.freshness = .infinity
    kept.transport = ClosedTransport("only the library is used")
    return try DataSources.source(for: request).load(in: kept)
  }

  /// The prices of a series; nil if it cannot be read.
  public func basis(of series: KeptSeries) -> BarBatch.Basis? {
    ((try? library.batch(of: series.key)) ?? nil)?.basis
  }

  /// Asks the provider of a series for newer bars.
  public func refreshed(_ series: KeptSeries) throws(MarketDataError) -> LoadedBars {
    var request = Self.request(of: series.key)
    request.since = series.since
    var hurried = environment
    hurried.freshness = 0
    return try DataSources.source(for: request).load(in: hurried)
  }
}

extension MarketDataError {
  /// The error of the library.
  init(_ error: LibraryError) { self.init(.libraryFault, file: error.path, message: error.message) }
}

/// Two series of a symbol from different sources whose closes are not the same.
public struct Disagreement: Sendable, Hashable {
  /// The times that both have.
  public var common: Int
  /// Those whose closes differ by more than half a percent.
  public var different: Int
  /// The time of the greatest difference.
  public var worst: Timestamp
  /// The greatest difference, as a part of the first close.
  public var difference: Double

  /// Compares the closes of two series at the times that both have; nil if they agree or have none in common.
  public init?(_ first: Bars, _ second: Bars) {
    var (common, different, worst, greatest) = (0, 0, 0, 0.0)
    var other = 0
    for index in first.times.indices {
      while other < second.count, second.times[other] < first.times[index] { other += 1 }
      guard other < second.count else { break }
      guard second.times[other] == first.times[index] else { continue }
      common += 1
      let gap = abs(second.close[other] / first.close[index] - 1)
      guard gap > 0.005 else { continue }
      different += 1
      if gap > greatest { (worst, greatest) = (index, gap) }
    }
    guard different > 0 else { return nil }
    (self.common, self.different, difference) = (common, different, greatest)
    self.worst = first.times[worst]
  }
}
