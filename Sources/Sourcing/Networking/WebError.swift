import Platform

/// The reason why a server's answer could not be had.
public struct WebError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: Sendable, Hashable {
    /// There is no network here, or its use is not allowed.
    case closed
    /// The server cannot be reached.
    case unreachable
    /// The server does not answer, or never to the end.
    case silent
    /// The answer is longer than allowed.
    case tooLarge
    /// The address is not encrypted and leaves the machine, or a redirect goes to such a one or in circles.
    case insecure
    /// The server wants another key, or one at all.
    case keyRefused
    /// The server has nothing there.
    case missing
    /// The server wants to be left alone for longer than is waited.
    case limited
    /// The server answered with another unsuccessful status.
    case refused
    /// The wait was ended from outside.
    case interrupted
  }

  /// The kind.
  public var kind: Kind
  /// The address, without secrets.
  public var address: String
  /// The reason in one sentence, without secrets.
  public var message: String
  /// The status of the answer; nil if there was none.
  public var status: Int?
  /// The body of the answer, without secrets; empty if there was none.
  public var body: [UInt8] = []

  /// Makes an error.
  public init(_ kind: Kind, _ address: WebAddress, _ message: String, status: Int? = nil, body: [UInt8] = []) {
    self.kind = kind
    self.address = address.description
    self.message = message
    self.status = status
    self.body = body
  }

  /// The error without secrets, as it is and as an address spells them.
  func hiding(_ secrets: [Secret]) -> WebError {
    var copy = self
    for secret in secrets {
      copy.address = secret.hidden(in: copy.address)
      copy.message = secret.hidden(in: copy.message)
    }
    return copy
  }
}
