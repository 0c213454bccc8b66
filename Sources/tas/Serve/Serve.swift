import Bookkeeping
import JSON
import LibC
import LineEditing
import Platform
import Presentation
import Reports
import Server
import Shell
import Synchronization
import Text
import WebServing

/// The mode that answers requests: the session lives on as with `tas watch`, and a server asks it.
struct Serve {
  let program: Program
  let call: ServeCall

  /// The longest sleep between two looks at the streams, in microseconds, and the looks between two at the account.
  private static let (pause, looks): (useconds_t, Int) = (20_000, 12)

  func run() -> ExitStatus {
    switch call.work {
    case .serve: do throws(FileError) { return try serve() } catch { return program.wrongUsage(error.message) }
    case .document:
      program.console.write(OpenAPI.document(of: Route.all(of: call.contracts)).prettyWrite() + "\n")
      return .success
    default: return ServeUsers(program: program, call: call).run()
    }
  }

  private func refuse(_ message: String, _ hint: String? = nil) -> ExitStatus {
    program.console.write("error: \(message)\n" + (hint.map { "   = \($0)\n" } ?? ""), to: .errors)
    return .failure
  }

  private func serve() throws(FileError) -> ExitStatus {
    var call = call
    var terms = Server.Terms()
    let isLoopback = ["127.0.0.1", "localhost", "::1"].contains(call.listen)
    if call.makesCertificate {
      guard let fingerprint = Self.certificate() else { return refuse("`openssl` made no certificate") }
      program.console.write("desk-cert.pem: \(fingerprint)\n")
      call.certificate = ("desk-cert.pem", "desk-key.pem")
    }
    if !isLoopback, call.certificate == nil, call.proxy == nil {
      return refuse(
        "without TLS tas serves this machine alone [serve-needs-tls]",
        "`--tls CERT KEY`, `--make-certificate`, or a proxy: `--behind-proxy 127.0.0.1`")
    }
    if let certificate = call.certificate {
      do { terms.hosts.formUnion(try WebServer.names(ofCertificate: certificate.chain)) } catch {
        return refuse("\(certificate.chain): this is no certificate in PEM")
      }
    } else if let proxy = call.proxy {
      // The proxy passes on the host that its clients ask for, which it has checked.
      terms.hosts = []
      terms.proxy = proxy
    }
    terms.isLocal = isLoopback && call.proxy == nil
    (terms.contracts, terms.allowsLive) = (call.contracts, call.allowsLive)

    let script = try call.script.map { path throws(FileError) in try program.environment.files.read(path) }
    Interrupts.install()
    EndingRequest.install()
    var interpreter: Interpreter
    switch program.makeInterpreter(overrides: [], mayCreateSession: true) {
    case .success(let made): interpreter = made
    case .failure(let refusal): return refusal.status
    }
    if let script, let path = call.script {
      let worked = interpreter.runScript(script, named: path, keepGoing: false) { program.show($0, $1) }
      guard worked else { return .failure }
    }
    return run(Server(Desk(interpreter), interpreter.book, terms), call)
  }

  /// Serves until a signal asks to end.
  private func run(_ server: Server, _ call: ServeCall) -> ExitStatus {
    var terms = WebServer.Terms(host: call.listen, port: call.port)
    (terms.certificate, terms.proxy) = (call.certificate, call.proxy)
    let state = ServingState()
    let web: WebServer
    do {
      web = try WebServer(terms, server) { port in state.set(.running(port)) }
    } catch { return refuse("the certificate or its key cannot be read: \(error)") }
    let task = Task.detached {
      do {
        try await web.run()
        state.set(.ended(nil))
      } catch { state.set(.ended("\(error)")) }
    }
    var (isGreeted, count) = (false, 0)
    while !EndingRequest.isPending, !Interrupts.isPending, !Console.isOutputGone {
      switch state.value {
      case .starting: break
      case .running(let port):
        if !isGreeted { greet(server, call, port) }
        isGreeted = true
      case .ended(let reason):
        server.end()
        return refuse("cannot serve on \(call.listen):\(call.port): \(Self.words(reason ?? "it ended"))")
      }
      let lines = server.desk.takeLive()
      for line in lines {
        program.console.write((program.options.format.isForPrograms ? line.json.write() : line.text) + "\n")
      }
      count += 1
      if count % Self.looks == 0 || !lines.isEmpty { server.pump() }
      usleep(Self.pause)
    }
    server.end()
    Task.detached { await web.stop() }
    // Requests under way are answered; a client that does not read is not waited for.
    for _ in 0..<100 {
      if case .ended = state.value { break }
      usleep(50_000)
    }
    task.cancel()
    return .success
  }

  private func greet(_ server: Server, _ call: ServeCall, _ port: Int) {
    let scheme = call.certificate == nil ? "http" : "https"
    let host = call.listen.contains(":") ? "[\(call.listen)]" : call.listen
    program.console.write("serving on \(scheme)://\(host):\(port) · \(server.summary) · Ctrl-C ends\n")
    if (try? server.book.users(program.environment).isEmpty) == true, call.contracts.contains(.reporting) {
      program.console.write("there is no user yet: `tas serve user add NAME --role admin --email ADDRESS`\n")
    }
  }

  /// A reason of the network in words.
  private static func words(_ reason: String) -> String {
    if reason.contains("errno: 98") { return "the port is in use" }
    if reason.contains("errno: 13") { return "the port needs more rights" }
    if reason.contains("errno: 99") { return "this machine has no such address" }
    return reason
  }

  /// Makes a certificate for a year, for the names of this machine, unless there is one; returns its fingerprint.
  private static func certificate() -> String? {
    if access("desk-cert.pem", R_OK) != 0 || access("desk-key.pem", R_OK) != 0 {
      let made = OutsideProgram.output(
        of: """
          umask 077; NAME=$(hostname); openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 365 \
          -keyout desk-key.pem -out desk-cert.pem -subj "/CN=$NAME" \
          -addext "subjectAltName=DNS:$NAME,DNS:localhost,IP:127.0.0.1" 2>/dev/null
          """)
      if made == nil { return nil }
    }
    return OutsideProgram.output(of: "openssl x509 -in desk-cert.pem -noout -fingerprint -sha256 2>/dev/null")
      .map { String($0.filter { !$0.isNewline }) }
  }
}

/// How far a server is, as its threads know.
private final class ServingState: Sendable {
  enum Value: Sendable {
    case starting
    case running(Int)
    case ended(String?)
  }

  private let state = Mutex(Value.starting)

  var value: Value { state.withLock { $0 } }
  func set(_ value: Value) { state.withLock { $0 = value } }
}
