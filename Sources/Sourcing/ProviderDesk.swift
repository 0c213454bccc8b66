import MarketData
import Platform
import Synchronization
import Work

/// The way to one provider: its address, the key for it, and the client that asks it.
///
/// The key is looked for when the first request is made, not before: it may need a program, or the user.
public struct ProviderDesk: Sendable {
  /// The provider.
  public let profile: ProviderProfile
  /// The address that its own ones begin with.
  public let base: WebAddress
  private let provider: any Provider
  private let client: WebClient
  private let monitor: WorkMonitor
  private let library: Library?
  private let keys: Keys
  private let now: @Sendable () -> Int64
  private let state = DeskState()

  /// The way to a provider in an environment.
  ///
  /// Throws `insecure-address` if the variable with its address has none that is allowed.
  public init(_ provider: any Provider, in environment: Environment) throws(MarketDataError) {
    (self.provider, profile) = (provider, provider.profile)
    let stated = profile.variables(like: profile.addressVariable).lazy.compactMap {
      environment.keyring.variable($0).flatMap { $0.isEmpty ? nil : $0 }
    }.first
    guard let base = WebAddress(stated ?? profile.base), base.query.isEmpty else {
      throw MarketDataError(
        .insecureAddress, file: profile.word,
        message: "the variable \(profile.addressVariable) of the environment has no address",
        hint: "an address is written https://example.com, without a user name")
    }
    self.base = base
    keys = Keys(environment)
    client = WebClient(environment)
    monitor = environment.monitor
    library = Library(environment)
    now = environment.clock.now
  }

  /// The address and the key of the provider.
  public func server() throws(MarketDataError) -> ProviderServer {
    if let known = state.server { return known }
    let server = ProviderServer(
      base: base, key: try keys.key(for: profile)?.secret, isStopped: { [monitor] in monitor.isStopped })
    state.server = server
    return server
  }

  /// Asks the provider and reads the answer; the key counts as accepted once it has been read.
  public func answer<Value>(
    to request: WebRequest, _ read: ([UInt8]) throws(ProviderError) -> Value
  ) throws(MarketDataError) -> Value {
    let body = try body(of: request)
    do throws(ProviderError) {
      let value = try read(body)
      noteKey(isAccepted: true)
      return value
    } catch {
      if monitor.isStopped { throw MarketDataError(.interrupted, file: profile.word, message: "interrupted") }
      throw self.error(error)
    }
  }

  /// The body of the answer to a request.
  private func body(of request: WebRequest) throws(MarketDataError) -> [UInt8] {
    do throws(WebError) {
      return try client.body(of: request, from: profile.word, profile.policy)
    } catch {
      if let status = error.status, let refusal = provider.error(status: status, body: error.body) {
        throw self.error(refusal)
      }
      if error.kind == .keyRefused { noteKey(isAccepted: false) }
      throw MarketDataError(error, of: profile.word, hint: hint(for: error))
    }
  }

  /// Takes note of whether the key was accepted, for `keys`; once for each question.
  private func noteKey(isAccepted: Bool) {
    guard state.server?.key != nil, state.isFirstNote() else { return }
    try? library?.noteKey(of: profile.word, isAccepted: isAccepted, time: now())
  }

  private func hint(for error: WebError) -> String? {
    switch error.kind {
    case .keyRefused:
      profile.keyVariable.map { "`key \(profile.word)` takes another key; \($0) of the environment takes precedence" }
    case .closed, .interrupted: nil
    case .unreachable, .silent: "to change the address, set \(profile.addressVariable) in the environment"
    case .tooLarge: "a shorter window, or longer bars, make a smaller answer"
    default: nil
    }
  }

  /// Runs work of the provider whose errors are those of data.
  public func reading<Value>(_ work: () throws(ProviderError) -> Value) throws(MarketDataError) -> Value {
    do throws(ProviderError) { return try work() } catch { throw self.error(error) }
  }

  /// The error of a provider, as that of data: without the key, which answers can repeat.
  private func error(_ error: ProviderError) -> MarketDataError {
    if error.kind == .keyRefused { noteKey(isAccepted: false) }
    var shown = error
    if let key = state.server?.key {
      shown.message = key.hidden(in: error.message)
      shown.hint = error.hint.map { key.hidden(in: $0) }
    }
    return MarketDataError(shown, of: profile)
  }
}

/// The state that copies of one desk share: the server once it is known, and whether its key was noted.
private final class DeskState: Sendable {
  private let state = Mutex((server: ProviderServer?.none, hasNoted: false))

  var server: ProviderServer? {
    get { state.withLock { $0.server } }
    set { state.withLock { $0.server = newValue } }
  }

  func isFirstNote() -> Bool {
    state.withLock { state in
      defer { state.hasNoted = true }
      return !state.hasNoted
    }
  }
}
