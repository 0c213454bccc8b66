import Columns
import MarketData
import Platform

/// Bars of a file on the network, in any dialect that ``BarFile`` reads.
public struct URLBars: BarSource {
  /// The word that requests name it by.
  public static let word = "url"
  /// The options that it takes.
  public static let options: Set<BarRequest.Option> = [.timezone, .timeframe, .adjusted]
  /// No names: files are known only by asking.
  public static let offers: [BarOffer] = []

  /// The request as typed, with dots for a key in its address.
  public let request: BarRequest
  private let address: WebAddress
  /// The address as given, with its key unless that was hidden.
  private let typed: String

  /// Makes the source of a request, whose name is an address; throws `insecure-address` for a text that is none.
  public init(_ request: BarRequest) throws(MarketDataError) {
    guard let address = WebAddress(request.name) else {
      throw MarketDataError(
        .insecureAddress, file: AddressText.hiding(request.name),
        message: "this is not the address of a file on the network",
        hint: "an address is written https://example.com/bars.csv, without a user name")
    }
    self.address = address
    typed = request.name
    var shown = request
    shown.name = AddressText.hiding(request.name)
    self.request = shown
  }

  /// The address.
  public var title: String { request.name }
  /// Nothing: the dialect of the file says how it was read.
  public var provenance: String? { nil }

  /// Fetches the file and reads it.
  public func load(in environment: Environment) throws(MarketDataError) -> LoadedBars {
    let address = WebAddress(environment.addresses.revealing(typed))?.hidingKeys ?? address
    guard !address.revealed.contains(WebAddress.encoded(Secret.mask)) else {
      throw MarketDataError(
        .keyMissing, file: address.host, message: "the key in the address \(request.name) is not kept",
        hint: "`load` it again with the key")
    }
    let client = WebClient(environment)
    let limit = min(environment.memory.file, 1 << 30)
    let body: [UInt8]
    do throws(WebError) {
      body = try client.body(of: WebRequest(address, sizeLimit: limit), from: address.host)
    } catch {
      let hint = "download the file and `load` it from the disk, which takes up to `max_file`"
      throw MarketDataError(error, of: address.host, hint: error.kind == .tooLarge ? hint : nil)
    }
    return try BarFile.read(
      body, name: address.path,
      options: BarFile.Options(
        zone: request.timezone, timeframe: request.timeframe, adjusted: request.isAdjusted,
        threads: environment.workers, limit: limit),
      monitor: environment.monitor)
  }
}
