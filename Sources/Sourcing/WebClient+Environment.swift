import MarketData
import Platform

extension WebClient {
  /// The requests of this program if none is shared with others.
  private static let ledger = MemoryLedger()

  /// The client of an environment.
  init(_ environment: Environment) {
    let shared: (any RequestLedger)? = Library(environment).map { SharedLedger($0) }
    self.init(
      transport: environment.transport, clock: environment.clock, monitor: environment.monitor,
      ledger: shared ?? Self.ledger)
  }
}

extension MarketDataError {
  /// The error of a server, as that of data that cannot be read.
  init(_ error: WebError, of name: String, hint: String? = nil) {
    let code: Code =
      switch error.kind {
      case .closed: .noNetwork
      case .unreachable: .unreachable
      case .silent: .noAnswer
      case .tooLarge: .answerTooLarge
      case .insecure: .insecureAddress
      case .keyRefused: .keyRefused
      case .missing: .notAtProvider
      case .limited: .rateLimited
      case .refused: .requestRefused
      case .interrupted: .interrupted
      }
    self.init(code, file: name, message: error.message, hint: hint)
  }

  /// Throws for a symbol with a part that a path takes for a folder above: it would ask for another thing.
  static func checkSymbol(_ symbol: String, at provider: String) throws(MarketDataError) {
    guard symbol.split(separator: "/", omittingEmptySubsequences: false).contains(where: { $0 == ".." || $0 == "." })
    else { return }
    throw MarketDataError(
      .notAtProvider, file: provider, found: symbol, message: "`\(symbol)` is a path, not a symbol",
      hint: "`search \"…\"` finds symbols")
  }

  /// The error of a provider, as that of data that cannot be read.
  init(_ error: ProviderError, of profile: ProviderProfile) {
    let code: Code =
      switch error.kind {
      case .noKey: .keyMissing
      case .keyRefused: .keyRefused
      case .limited: .rateLimited
      case .noSymbol, .noBars, .noTimeframe: .notAtProvider
      case .refused: .requestRefused
      case .unexpected: .unexpectedAnswer
      }
    var hint = error.hint
    if hint == nil, let variable = profile.keyVariable, error.kind == .noKey || error.kind == .keyRefused {
      hint = "`key \(profile.word)` stores one; so does the environment variable \(variable)"
    }
    if hint == nil, error.kind == .noTimeframe {
      hint = "it has \(profile.timeframes.map { "\($0)" }.joined(separator: " "))"
    }
    if hint == nil, error.kind == .unexpected { hint = "the expected shape: \(profile.documentation)" }
    self.init(code, file: profile.word, message: error.message, hint: hint)
  }
}
