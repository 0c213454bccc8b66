import Calendar
import Columns

/// Real data inside the program: nothing to download, nothing to find.
///
/// A sample is decoded when it is loaded, not before.
public struct Sample: Sendable, Hashable {
  /// The kinds of samples.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Prices.
    case bars
    /// An official statistic.
    case macro
    /// Yearly figures of a company.
    case fundamentals
  }

  /// The symbol it is loaded by: `SPY`, `UNRATE`.
  public let name: String
  /// A description in words.
  public let title: String
  /// The kind of data that it holds.
  public let kind: Kind
  /// The length of its bars, or the distance of its values; a year for fundamentals.
  public let timeframe: Timeframe
  /// The first and the last date, as ISO dates or fiscal years.
  public let span: String
  /// The repository or publication that the copy came from.
  public let source: String
  /// The licence it is passed on under.
  public let licence: String
  /// Its origin and the changes made to it.
  public let provenance: String
  /// The file in the folder of source data that it is made of, relative to that folder.
  public let sourceFile: String
  /// The file inside the program.
  public let file: String

  /// The sample of a name: of a kind and a timeframe, if given, else the first one listed.
  ///
  /// `named("SPY")` has daily bars, `named("SPY", timeframe: .hour)` hourly ones. Bars come before
  /// fundamentals of the same company.
  public static func named(_ name: String, kind: Kind? = nil, timeframe: Timeframe? = nil) -> Sample? {
    all.first { sample in
      sample.name == name && (kind ?? sample.kind) == sample.kind
        && (timeframe ?? sample.timeframe) == sample.timeframe
    }
  }

  /// Unpacks bars or a macro series; throws `wrong-sample-kind` for fundamentals.
  public func load() throws(MarketDataError) -> LoadedBars { try load(BarPreparation()) }

  /// Unpacks bars or a macro series, and prepares them.
  func load(_ preparation: BarPreparation) throws(MarketDataError) -> LoadedBars {
    guard kind != .fundamentals else {
      throw MarketDataError(
        .wrongSampleKind,
        file: name,
        message: "the sample \(name) has yearly figures, not bars",
        hint: "load fundamentals sample \(name)"
      )
    }
    let packed = try unpacked { bytes throws(MarketDataError) in try PackedBars.decode(bytes, name: name) }
    let (hash, count) = identity
    let prepared = try preparation.prepare(
      packed.bars, isMacro: packed.isMacro, hasVolume: packed.bars.volume.firstValid != nil, threads: 1, file: name)
    return LoadedBars(
      bars: prepared.bars,
      symbol: name,
      isMacro: packed.isMacro,
      dialect: Dialect(separator: "sample", hasHeader: false, dates: "", columns: [], notes: [title]),
      findings: prepared.findings,
      contentHash: hash,
      byteCount: count,
      hasGuessedCalendar: prepared.isGuessed
    )
  }

  /// The hash and the size of the packed bytes.
  private var identity: (hash: String, byteCount: Int) {
    EmbeddedFile.withBytes(named: file) { (ContentHash.text(of: $0), $0.count) } ?? ("", 0)
  }

  /// The value that a body makes of the packed bytes; throws `damaged-sample` if the program lacks them.
  package func unpacked<Value>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(MarketDataError) -> Value
  ) throws(MarketDataError) -> Value {
    let result = EmbeddedFile.withBytes(named: file) { bytes in
      do throws(MarketDataError) { return Result<Value, MarketDataError>.success(try body(bytes)) } catch {
        return .failure(error)
      }
    }
    guard let result else {
      throw MarketDataError(.damagedSample, file: name, message: "the sample \(name) is not in this program")
    }
    return try result.get()
  }
}
