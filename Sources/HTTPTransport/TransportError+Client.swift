import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Platform

extension TransportError {
  /// The error of the client below, in words.
  init(reason error: any Error) {
    switch error {
    case let error as TransportError: self = error
    case is CancellationError: self.init(.interrupted, "interrupted")
    case let error as HTTPClientError: self = Self.of(error)
    case is NIOConnectionError: self.init(.unreachable, "it cannot be reached")
    case is NIOSSLError, is BoringSSLError:
      self.init(.unreachable, "its certificate is not trusted, or it speaks no TLS")
    case is HTTPParserError: self.init(.cutShort, "its answer ends too early or is none")
    case is ChannelError: self.init(.unreachable, "it cannot be reached")
    case let error as IOError: self.init(.unreachable, Self.words(error))
    default: self.init(.cutShort, "its answer cannot be read (\(type(of: error)))")
    }
  }

  private static func words(_ error: IOError) -> String {
    error.errnoCode == 104 || error.errnoCode == 32 ? "it closed the connection" : "it cannot be reached"
  }

  private static func of(_ error: HTTPClientError) -> TransportError {
    switch error {
    case .cancelled: TransportError(.interrupted, "interrupted")
    case .connectTimeout: TransportError(.unreachable, "it cannot be reached in time")
    case .readTimeout, .deadlineExceeded: TransportError(.silent, "it does not answer in time")
    case .remoteConnectionClosed: TransportError(.cutShort, "it closed the connection before its answer was whole")
    case .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      TransportError(.unreachable, "it cannot be reached in time")
    default: TransportError(.cutShort, "its answer cannot be read: \(error.shortDescription)")
    }
  }
}
