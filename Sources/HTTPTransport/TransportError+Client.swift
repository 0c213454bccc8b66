import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Platform

extension TransportError {
  /// The error of NIO, in words.
  package init(reason error: any Error) {
    switch error {
    case let error as TransportError: self = error
    case let error as NIOConnectionError where error.connectionErrors.isEmpty:
      self.init(.unreachable, "its name has no address: check the spelling and the network")
    case is NIOConnectionError: self.init(.unreachable, "it cannot be reached")
    case NIOSSLError.failedToLoadCertificate, NIOSSLError.noSuchFilesystemObject:
      self.init(.closed, "the certificates that SSL_CERT_FILE names cannot be read")
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self.init(.untrusted, "its certificate is not trusted: it belongs to another name")
    case is NIOSSLError, is BoringSSLError: self = Self.ofHandshake("\(error)")
    case is HTTPParserError: self.init(.cutShort, "its answer ends too early or is not HTTP")
    case ChannelError.connectTimeout: self.init(.late, "it cannot be reached in time")
    case is ChannelError: self.init(.unreachable, "it cannot be reached")
    case let error as IOError: self.init(.unreachable, Self.words(error))
    default: self.init(.cutShort, "its answer cannot be read (\(type(of: error)))")
    }
  }

  /// The error of a handshake, by what the library of TLS says of it.
  private static func ofHandshake(_ text: String) -> TransportError {
    text.contains("CERTIFICATE_VERIFY_FAILED")
      ? TransportError(
        .untrusted, "its certificate is not trusted: it is out of date, or from an unknown authority")
      : text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST")
        ? TransportError(.untrusted, "it does not use TLS")
        : TransportError(.unreachable, "it does not use TLS, or ends the connection")
  }

  private static func words(_ error: IOError) -> String {
    error.errnoCode == 104 || error.errnoCode == 32 ? "it closed the connection" : "it cannot be reached"
  }
}
