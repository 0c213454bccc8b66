import Library
import MarketData
import Networking
import Platform
import Providers
import Synchronization

/// The way to one provider: its address, the key for it, and the client that asks it.
public struct ProviderDesk: Sendable {
  /// The provider.
  public let profile: ProviderProfile
  /// Its address and key.
  public let server: ProviderServer
  private let client: WebClient
  private let library: Library?
  private let now: @Sendable () -> Int64
  private let hasNoted = Flag()

  /// The way to a provider in an environment.
  ///
  /// Throws `insecure-address` where the variable with its address holds none that may be asked.
  public init(_ profile: ProviderProfile, in environment: Environment) throws(MarketDataError) {
    self.profile = profile
    let stated = environment.keyring.variable(profile.addressVariable).flatMap { $0.isEmpty ? nil : $0 }
    guard let base = WebAddress(stated ?? profile.base), base.query.isEmpty else {
      throw MarketDataError(
        .insecureAddress, file: profile.word,
        message: "the variable \(profile.addressVariable) of the environment holds no address",
        hint: "an address is written https://example.com, without the name of a user")
    }
    server = ProviderServer(base: base, key: try Keys(environment).key(for: profile)?.secret)
    client = WebClient(environment)
    library = Library(environment)
    now = environment.clock.now
  }

  /// The body of the answer to a request.
  public func body(of request: WebRequest) throws(MarketDataError) -> [UInt8] {
    do throws(WebError) {
      let body = try client.body(of: request, from: profile.word, profile.policy)
      noteKey(isAccepted: true)
      return body
    } catch {
      if error.kind == .keyRefused { noteKey(isAccepted: false) }
      throw MarketDataError(error, of: profile.word, hint: hint(for: error))
    }
  }

  /// Takes note of whether the key was accepted, for `keys`; once for each question.
  private func noteKey(isAccepted: Bool) {
    guard server.key != nil, !hasNoted.isSet.exchange(true, ordering: .relaxed) else { return }
    try? library?.noteKey(of: profile.word, isAccepted: isAccepted, time: now())
  }

  private func hint(for error: WebError) -> String? {
    switch error.kind {
    case .keyRefused:
      profile.keyVariable.map { "`key \(profile.word)` takes another key; \($0) of the environment goes before it" }
    case .closed, .interrupted: nil
    case .unreachable, .silent: "the address can be another one: \(profile.addressVariable) in the environment"
    default: nil
    }
  }

  /// Runs work of the provider whose errors are those of data.
  public func reading<Value>(_ work: () throws(ProviderError) -> Value) throws(MarketDataError) -> Value {
    do throws(ProviderError) { return try work() } catch { throw MarketDataError(error, of: profile) }
  }
}

/// A flag that several copies of a value share.
private final class Flag: Sendable {
  let isSet = Atomic(false)
}
