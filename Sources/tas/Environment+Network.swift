import HTTPTransport
import LibC
import Platform
import WebSocketTransport

extension Environment {
  /// The network of the program; closed if the environment says so or with `--safe`.
  static func transport(isSafe: Bool) -> any Transport {
    if isSafe { return ClosedTransport("`--safe` uses no network") }
    if let word = Console.variable("TAS_OFFLINE"), !word.isEmpty, word != "0" {
      return ClosedTransport("TAS_OFFLINE in the environment closes the network")
    }
    let certificates = Console.variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    guard let name = proxyVariables.first(where: { Console.variable($0)?.isEmpty == false }) else {
      return HTTPTransport(name: "tas/\(version)", certificates: certificates)
    }
    // Past a proxy that cannot be read nothing goes: who names one wants it used.
    guard let proxy = Console.variable(name).flatMap({ WebAddress($0) }) else {
      return ClosedTransport(
        "the proxy in \(name) cannot be read: it is written http://host:port, without a user name")
    }
    return HTTPTransport(name: "tas/\(version)", proxy: proxy, certificates: certificates)
  }

  /// The sockets of the program; closed as the network is, and through the same proxy.
  static func sockets(isSafe: Bool) -> any SocketTransport {
    if let closed = transport(isSafe: isSafe).closed { return ClosedSockets(closed.reason) }
    let certificates = Console.variable("SSL_CERT_FILE").flatMap { $0.isEmpty ? nil : $0 }
    let proxy = proxyVariables.lazy.compactMap { Console.variable($0) }.first { !$0.isEmpty }.flatMap { WebAddress($0) }
    return WebSocketTransport(name: "tas/\(version)", proxy: proxy, certificates: certificates)
  }

  private static let proxyVariables = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

  /// The clock of the machine.
  static let machineClock = WaitingClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    },
    wait: { seconds, isStopped in
      var left = seconds
      while left > 0, !isStopped() {
        let step = min(left, 0.02)
        usleep(useconds_t(step * 1e6))
        left -= step
      }
    },
    spread: { Double.random(in: 0..<1) })

  /// The folder of a kind of the program's files: `XDG_DATA_HOME` and `.local/share`; nil if there is no home.
  static func folder(_ variable: String, _ usual: String) -> String? {
    if let folder = Console.variable(variable), folder.hasPrefix("/") { return folder + "/tas" }
    return home.map { "\($0)/\(usual)/tas" }
  }

  /// The ways to keys: variables, a terminal, and with neither `--safe` nor a key there a program.
  static func keyring(isSafe: Bool) -> Keyring {
    Keyring(
      variable: { Console.variable($0) }, ask: { AskedLine.read(asking: $0, isShown: false).map { Secret($0) } },
      output: { isSafe ? nil : OutsideProgram.output(of: $0) })
  }
}
