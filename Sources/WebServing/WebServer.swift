import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import Platform

/// A server of HTTP/1.1 and WebSockets on one port, with TLS or without.
///
/// ```swift
/// let server = try WebServer(Terms(host: "127.0.0.1", port: 8000), desk)
/// try await server.run { port in print("http://127.0.0.1:\(port)") }
/// ```
public struct WebServer: Sendable {
  /// The address of a server, and how much it takes.
  public struct Terms: Sendable {
    /// The name or the number of the address.
    public var host: String
    /// The port; 0 takes a free one.
    public var port: Int
    /// The files of the certificate, with those that lead to its root, and of its key, in PEM.
    public var certificate: (chain: String, key: String)?
    /// The longest body, in bytes.
    public var bodyLimit = 1 << 20
    /// The longest header, in bytes, and the number of its fields.
    public var headerLimit = (bytes: 16 << 10, fields: 100)
    /// How long a client may take for a header, and how long a connection may be idle.
    public var patience = (header: TimeAmount.seconds(10), idle: TimeAmount.seconds(30))
    /// The number of open connections, and of those of one client.
    public var connections = (all: 256, each: 32)
    /// The address of a proxy in front, whose connections are those of many clients.
    public var proxy: String?

    /// Makes terms.
    public init(host: String, port: Int) { (self.host, self.port) = (host, port) }
  }

  private let server: HummingbirdCore.Server<Connections>

  /// Makes a server; fails if the certificate or its key cannot be read.
  public init(
    _ terms: Terms, _ served: any Served, didStart: @escaping @Sendable (_ port: Int) -> Void
  ) throws {
    var tls: NIOSSLContext?
    if let certificate = terms.certificate {
      let chain = try NIOSSLCertificate.fromPEMFile(certificate.chain).map { NIOSSLCertificateSource.certificate($0) }
      let key = try NIOSSLPrivateKey(file: certificate.key, format: .pem)
      tls = try NIOSSLContext(
        configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
    }
    server = HummingbirdCore.Server(
      childChannelSetup: Connections(terms, served, tls),
      configuration: ServerConfiguration(address: .hostname(terms.host, port: terms.port)),
      onServerRunning: { didStart($0.localAddress?.port ?? terms.port) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: Logger(label: "tas") { _ in SwiftLogNoOpLogHandler() })
  }

  /// Serves until it is stopped; fails if the address cannot be taken.
  public func run() async throws { try await server.run() }

  /// Takes no new connection, and ends once the open ones are answered.
  public func stop() async { try? await server.shutdownGracefully() }
}
