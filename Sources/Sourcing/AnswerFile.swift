import Calendar
import Columns
import JSON
import MarketData
import Platform
import Work

/// Bars of a file that holds an answer of a provider, as its server gives it; the provider is recognized by the form.
public struct AnswerFile: BarSource {
  /// The word that requests name it by.
  public static let word = "answer"
  /// The options that it takes.
  public static let options: Set<BarRequest.Option> = [.timeframe, .calendar, .stamped, .repair]
  /// No names: files are known only by looking.
  public static let offers: [BarOffer] = []
  /// True: its name is a path.
  public static let readsFile = true

  /// The request as typed.
  public let request: BarRequest

  /// Makes the source of a request, whose name is a path.
  public init(_ request: BarRequest) { self.request = request }

  /// The path.
  public var title: String { request.name }
  /// Nothing: the dialect says whose answer it is.
  public var provenance: String? { nil }

  /// Reads the file; throws `unexpected-answer` if it is not an answer of a known provider.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try environment.files.open(request.name).bytes(limit: environment.memory.file)
    } catch { throw MarketDataError(error) }
    var query = BarQuery(
      symbol: FileName.stem(of: request.name), timeframe: request.timeframe ?? .day, today: environment.today)
    let monitor = environment.monitor
    let found = Self.answer(
      bytes, &query, isAsked: request.timeframe != nil, isStopped: { monitor.isStopped })
    if monitor.isStopped { throw MarketDataError(.interrupted, file: request.name, message: "interrupted") }
    guard let (provider, answer, isPart) = found else {
      throw MarketDataError(
        .unexpectedAnswer, file: request.name, message: "the file is not an answer of a known provider",
        hint: "the providers: \(DataSources.providers.joined(separator: ", "))")
    }
    var loaded = try BatchReading(query, provider.profile, environment).loaded(
      answer, fetched: environment.files.status(of: request.name).map { Int64($0.modified / 1_000_000) } ?? .max,
      notes: isPart ? ["one page of several"] : [], for: request)
    loaded.contentHash = ContentHash.text(of: bytes)
    loaded.byteCount = bytes.count
    return loaded
  }

  /// True if a document, whose lists may be cut, is an answer with bars of a provider that is known.
  public static func isLikely(_ document: JSONValue, isStopped: @escaping @Sendable () -> Bool = { false }) -> Bool {
    var query = BarQuery(symbol: "", timeframe: .day, today: CivilDate(daysSince1970: 100_000))
    return provider(of: Array(document.write().utf8), &query, isAsked: false, isStopped: isStopped) != nil
  }

  /// The number of elements of a list used to identify the provider of an answer, and how long its bars are.
  private static let tellingElements = 256

  /// The provider of an answer and the bars in it; their length goes into the question if it was not said.
  private static func answer(
    _ bytes: [UInt8], _ query: inout BarQuery, isAsked: Bool, isStopped: @escaping @Sendable () -> Bool
  ) -> (provider: any BarProvider, batch: BarBatch, isPart: Bool)? {
    // An answer of a hundred megabytes is tried in short, and read once.
    let short = try? JSONValue(parsing: bytes, elements: tellingElements, isStopped: isStopped)
    guard
      let provider = provider(
        of: short.map { Array($0.write().utf8) } ?? bytes, &query, isAsked: isAsked, isStopped: isStopped),
      let (batch, isPart) = read(bytes, query, by: provider, isStopped: isStopped)
    else { return nil }
    return (provider, batch, isPart)
  }

  /// The provider that finds bars in an answer.
  private static func provider(
    of bytes: [UInt8], _ query: inout BarQuery, isAsked: Bool, isStopped: @escaping @Sendable () -> Bool
  ) -> (any BarProvider)? {
    for provider in ProviderTable.all.compactMap({ $0 as? any BarProvider }) where !isStopped() {
      // An answer may be named by the length of its bars, which the file alone says.
      let lengths = isAsked ? [query.timeframe] : [.day] + provider.profile.timeframes.filter { $0 != .day }
      for length in lengths {
        query.timeframe = length
        guard let (batch, _) = read(bytes, query, by: provider, isStopped: isStopped) else { continue }
        // Times of longer bars are read otherwise.
        if !isAsked { query.timeframe = timeframe(of: batch.times) }
        return provider
      }
    }
    return nil
  }

  /// The bars that a provider finds, and whether it would ask for another page; nil if it is not of its form.
  private static func read(
    _ bytes: [UInt8], _ query: BarQuery, by provider: any BarProvider, isStopped: @escaping @Sendable () -> Bool
  ) -> (batch: BarBatch, isPart: Bool)? {
    guard let base = WebAddress(provider.profile.base) else { return nil }
    var batch = provider.batch(for: query)
    // A file may have any name: the symbol is the one that the answer states.
    var unnamed = query
    unnamed.symbol = ""
    do throws(ProviderError) {
      let server = ProviderServer(base: base, isStopped: isStopped)
      let next = try provider.read(bytes, unnamed, at: server, into: &batch)
      return batch.count > 0 && !batch.hasInfiniteValues(from: 0) ? (batch, next != nil) : nil
    } catch {
      return nil
    }
  }

  /// The usual distance of times as a length of bars.
  private static func timeframe(of times: [Int64]) -> Timeframe {
    let sorted = times.sorted()
    let steps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }.sorted()
    let step = steps.isEmpty ? 86_400_000 : steps[steps.count / 2]
    switch step {
    case ..<60_000: return .minute
    case ..<43_200_000:
      let minutes = Int(step / 60_000)
      return minutes % 60 == 0 ? Timeframe(minutes / 60, .hour) : Timeframe(minutes, .minute)
    case ..<432_000_000: return .day
    case ..<1_728_000_000: return .week
    default: return .month
    }
  }
}
