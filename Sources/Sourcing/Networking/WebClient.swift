import Platform
import Work

/// Asks servers by the rules: never in the clear, not too often, again if that may help, not forever.
public struct WebClient: Sendable {
  private let transport: any Transport
  private let clock: WaitingClock
  private let monitor: WorkMonitor
  private let ledger: any RequestLedger

  /// Makes a client on a transport.
  public init(transport: any Transport, clock: WaitingClock, monitor: WorkMonitor, ledger: any RequestLedger) {
    self.transport = transport
    self.clock = clock
    self.monitor = monitor
    self.ledger = ledger
  }

  /// The body of the answer to a request, of a status of success.
  ///
  /// - Parameter name: the server as messages and the ledger name it: `polygon`.
  public func body(
    of request: WebRequest, from name: String, _ policy: WebPolicy = WebPolicy()
  ) throws(WebError) -> [UInt8] {
    do throws(WebError) {
      return try followed(request, from: name, policy)
    } catch {
      // A server can repeat a secret anywhere, such as in the address that it redirects to.
      throw error.hiding(request.secrets)
    }
  }

  /// The body of the answer to a request or to the one that it is redirected to.
  private func followed(
    _ first: WebRequest, from name: String, _ policy: WebPolicy
  ) throws(WebError) -> [UInt8] {
    var request = first
    var visited: [WebAddress] = []
    while true {
      guard request.address.isPrivate else {
        throw WebError(
          .insecure, request.address,
          "\(request.address) is not encrypted: anyone on the way could read and change it")
      }
      let answer = try answer(to: request, from: name, policy)
      guard let target = answer.headers["location"], (300...399).contains(answer.status), answer.status != 304 else {
        return answer.body
      }
      visited.append(request.address)
      request = try redirected(request, to: target, visited, policy)
    }
  }

  /// The request at the place that a redirect names: by the same scheme, and without secrets if the server is another.
  private func redirected(
    _ request: WebRequest, to target: String, _ visited: [WebAddress], _ policy: WebPolicy
  ) throws(WebError) -> WebRequest {
    guard let address = request.address.resolving(target)?.hiding(request.secrets) else {
      throw WebError(.insecure, request.address, "the server redirects to something that is not a web address")
    }
    guard address.scheme == request.address.scheme else {
      throw WebError(
        .insecure, request.address, "the server redirects from \(request.address.scheme) to \(address.scheme)")
    }
    guard address.isOfThisMachine == request.address.isOfThisMachine else {
      throw WebError(.insecure, request.address, "the server redirects to another machine, \(address.host)")
    }
    guard visited.count <= policy.redirects, !visited.contains(address) else {
      throw WebError(.insecure, request.address, "the server redirects in circles")
    }
    let isSameServer = address.origin == request.address.origin
    var next = isSameServer ? request : request.withoutSecrets
    next.address = isSameServer ? address : address.withoutSecrets
    return next
  }

  /// The first answer of a request that is a success or a redirect.
  private func answer(
    to request: WebRequest, from name: String, _ policy: WebPolicy
  ) throws(WebError) -> WebAnswer {
    // A request that is not made waits for no turn, and takes none.
    if let closed = transport.closed { throw Failure(closed, of: request, from: name).error(after: 1) }
    var attempt = 1
    while true {
      try waitForTurn(request, from: name, policy)
      let failure: Failure
      do throws(TransportError) {
        let answer = try transport.answer(
          to: request, isStopped: { monitor.isStopped }, report: { monitor.say("\(name): \(Self.size($0))") })
        if (200...399).contains(answer.status) { return answer }
        failure = Failure(answer, to: request, from: name, clock.now())
      } catch {
        failure = Failure(error, of: request, from: name)
      }
      guard failure.mayPass, attempt < policy.attempts, failure.wait ?? 0 <= policy.longestAskedWait else {
        throw failure.error(after: attempt)
      }
      let wait = failure.wait ?? policy.wait(after: attempt, spread: clock.spread())
      try pause(wait, "\(name): \(failure.reason), again in \(Self.seconds(wait))", request)
      attempt += 1
    }
  }

  /// Waits until the limit of the server allows a request.
  private func waitForTurn(_ request: WebRequest, from name: String, _ policy: WebPolicy) throws(WebError) {
    guard let rate = policy.rate else { return }
    while true {
      let now = clock.now()
      let wait = ledger.take(name, rate, now: now)
      if wait <= 0 { return }
      let limit = "\(rate.requests) requests in \(Self.seconds(rate.seconds))"
      try pause(wait, "\(name): \(limit) are allowed, the next one in \(Self.seconds(wait))", request)
      // Waiting on a stopped clock would never end.
      if clock.now() == now { return }
    }
  }

  private func pause(_ seconds: Double, _ text: String, _ request: WebRequest) throws(WebError) {
    monitor.say(text)
    clock.wait(seconds) { monitor.isStopped }
    if monitor.isStopped { throw WebError(.interrupted, request.address, "interrupted") }
  }

  static func seconds(_ seconds: Double) -> String { "\(Int(min(max(1, seconds.rounded(.up)), 1e12))) s" }

  static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes >> 10) KB" : "\(bytes >> 20) MB"
  }
}
