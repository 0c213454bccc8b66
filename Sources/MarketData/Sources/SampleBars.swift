import Columns
import Platform
import Work

/// Bars inside the program; see ``Sample``.
public struct SampleBars: BarSource {
  /// The word that requests name it by.
  public static let word = "sample"
  /// The options that it takes: a sample knows its zone.
  public static let options: Set<BarRequest.Option> = [.timeframe, .calendar, .stamped, .repair]
  /// The samples with bars or values.
  public static let offers = Sample.all.filter { $0.kind != .fundamentals }.map {
    BarOffer(name: $0.name, timeframe: $0.timeframe)
  }

  /// The request as typed.
  public let request: BarRequest
  private let sample: Sample

  /// Makes the source of a request; throws `unknown-sample` if there is no such sample or timeframe.
  public init(_ request: BarRequest) throws(MarketDataError) {
    let sample = Sample.all.first { sample in
      sample.kind != .fundamentals && sample.name == request.name
        && (request.timeframe ?? sample.timeframe) == sample.timeframe
    }
    guard let sample else {
      let same = Self.offers.filter { $0.name == request.name }
      if let timeframe = request.timeframe, !same.isEmpty {
        throw MarketDataError(
          .unknownSample, file: request.name, message: "the sample \(request.name) has no bars of \(timeframe)",
          hint:
            "it has \(same.map { "\($0.timeframe)" }.joined(separator: " and ")); `use \(request.name) timeframe …` resamples"
        )
      }
      throw Self.unknown(request.name)
    }
    self.request = request
    self.sample = sample
  }

  /// The error of a name that no sample has.
  public static func unknown(_ name: String) -> MarketDataError {
    var seen: Set<String> = []
    let names = Sample.all.map(\.name).filter { seen.insert($0).inserted }
    return MarketDataError(
      .unknownSample, file: name, found: name, message: "there is no sample `\(name)`",
      hint: "the samples: \(names.joined(separator: ", "))", candidates: names)
  }

  /// The name after the word: `sample SPY 1h`.
  public var title: String { "sample \(request.name)" + (request.timeframe.map { " \($0)" } ?? "") }
  /// The title, the origin and the licence of the sample.
  public var provenance: String? { "\(sample.title) (\(sample.source), \(sample.licence))" }

  /// The splits and dividends of the sample.
  public var actions: CorporateActions? {
    guard let bytes = EmbeddedFile.bytes(named: "\(request.name).factors.csv") else { return nil }
    return try? ActionFile.actions(in: String(decoding: bytes, as: UTF8.self), file: request.name)
  }

  /// Unpacks the sample.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    if environment.monitor.isStopped { throw .interrupted(request.name) }
    return try sample.load(request.preparation())
  }
}
