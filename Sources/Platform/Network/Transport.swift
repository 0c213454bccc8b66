/// The interface to the network: one request, one answer.
///
/// Retries, redirects and rate limits are decided above it; see the module `Networking`. A test or a server substitutes
/// its own for the program's.
public protocol Transport: Sendable {
  /// The reason why no server is asked, so that no request waits; nil if servers are asked.
  var closed: TransportError? { get }

  /// Sends one request and waits for the answer, with any status; follows no redirect and does not retry.
  ///
  /// - Parameters:
  ///   - isStopped: true once the wait is to end.
  ///   - report: takes the number of bytes that have come, from any thread.
  func answer(
    to request: WebRequest, isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Int) -> Void
  ) throws(TransportError) -> WebAnswer
}

extension Transport {
  /// None: servers are asked.
  public var closed: TransportError? { nil }
}

/// The reason why a server gave no answer.
public struct TransportError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: Sendable, Hashable {
    /// There is no network here, or its use is not allowed.
    case closed
    /// The name of the server is unknown, or the port is closed.
    case unreachable
    /// There was no connection in the time for one: another attempt would take as long.
    case late
    /// Its certificate is not trusted, or it has none to show: it speaks no TLS.
    case untrusted
    /// Nothing came in time.
    case silent
    /// The answer ended before it was complete, or is missing.
    case cutShort
    /// The answer is longer than allowed.
    case tooLarge
    /// The wait was ended from outside.
    case interrupted
  }

  /// The kind.
  public var kind: Kind
  /// The reason in words.
  public var reason: String

  /// Makes an error.
  public init(_ kind: Kind, _ reason: String) {
    self.kind = kind
    self.reason = reason
  }
}

/// A network that must not be used, with the reason.
public struct ClosedTransport: Transport {
  private let reason: String

  /// A closed door; the reason is a sentence without a full stop.
  public init(_ reason: String = "this session has no network") { self.reason = reason }

  /// The reason.
  public var closed: TransportError? { TransportError(.closed, reason) }

  /// Throws.
  public func answer(
    to request: WebRequest, isStopped: @escaping @Sendable () -> Bool, report: @escaping @Sendable (Int) -> Void
  ) throws(TransportError) -> WebAnswer {
    throw TransportError(.closed, reason)
  }
}
