import Server
import Text

/// The arguments after `tas serve`.
struct ServeCall {
  /// What is to be done.
  enum Work: Equatable {
    case serve
    /// Print the OpenAPI document.
    case document
    case listUsers
    case addUser(String)
    case setPassword(String)
    case setUser(String, isActive: Bool)
    case addToken(String)
    case dropToken(String)
    case listTokens
    case log(Int)
  }

  var work = Work.serve
  var script: String?
  var port = 8000
  var listen = "127.0.0.1"
  var certificate: (chain: String, key: String)?
  var makesCertificate = false
  var proxy: String?
  var contracts = Set(Route.Contract.allCases)
  var allowsLive = false
  var role = "viewer"
  var email: String?
  var days = 90

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      func value() throws(UsageError) -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
          throw UsageError("missing value for '\(argument)'")
        }
        return value
      }
      func number(_ range: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value()
        guard let number = Int(text), range.contains(number) else {
          throw UsageError("'\(argument)' is \(range.lowerBound) to \(range.upperBound), and this is '\(text)'")
        }
        return number
      }
      switch argument {
      case "--port": port = try number(0...65_535)
      case "--listen": listen = try value()
      case "--tls": certificate = (try value(), try value())
      case "--make-certificate": makesCertificate = true
      case "--behind-proxy": proxy = try value()
      case "--only":
        contracts = []
        for name in try value().split(separator: ",") {
          guard let contract = Route.Contract(rawValue: String(name)) else {
            let all = Route.Contract.allCases.map(\.rawValue)
            throw UsageError("'--only' is \(Wording.list(all, or: true)), and this is '\(name)'")
          }
          contracts.insert(contract)
        }
      case "--allow-live": allowsLive = true
      case "--openapi": work = .document
      case "--role":
        role = try value()
        guard ["viewer", "admin"].contains(role) else { throw UsageError("'--role' is viewer or admin") }
      case "--email": email = try value()
      case "--read": break
      case "--days": days = try number(1...3650)
      case "--last": work = .log(try number(1...10_000))
      case _ where argument.hasPrefix("--"): throw UsageError("unknown option '\(argument)' of `tas serve`")
      default: words.append(argument)
      }
    }
    try take(words)
  }

  private mutating func take(_ words: [String]) throws(UsageError) {
    switch (words.first, words.dropFirst().first, words.count) {
    case (nil, _, _): break
    case ("user", "list", 2): work = .listUsers
    case ("user", "add", 3): work = .addUser(words[2])
    case ("user", "password", 3): work = .setPassword(words[2])
    case ("user", "disable", 3): work = .setUser(words[2], isActive: false)
    case ("user", "enable", 3): work = .setUser(words[2], isActive: true)
    case ("token", "list", 2): work = .listTokens
    case ("token", "add", 3): work = .addToken(words[2])
    case ("token", "drop", 3): work = .dropToken(words[2])
    case ("log", nil, _): if case .log = work {} else { work = .log(20) }
    case ("user", _, _):
      throw UsageError("`tas serve user list`, `add NAME`, `password NAME`, `disable NAME`, `enable NAME`")
    case ("token", _, _): throw UsageError("`tas serve token list`, `add NAME --read`, `drop NAME`")
    case (let path?, nil, _): script = path
    default: throw UsageError("`tas serve` takes one script, and this is another: '\(words[1])'")
    }
  }

  /// The word after which its options follow.
  static let word = "serve"

  /// The page of `tas serve --help`; nil for other arguments.
  static func help(for arguments: some Collection<String>) -> String? {
    arguments.first == word && (arguments.contains("--help") || arguments.contains("-h")) ? page : nil
  }

  private static let page = """
    tas serve [FILE.tas] [OPTIONS]

    Runs a script and answers requests about its session and its account: indicators, backtests, confidences, the
    ledger, sockets that tell what changes. The page is at /app, the routes at /docs. Series that stream, strategies
    that trade, alerts and notices continue as with `tas watch`.

      --port N                  the port, 8000 without it; 0 takes a free one
      --listen ADDRESS          the address, 127.0.0.1 without it; another one needs TLS
      --tls CERT KEY            files in PEM
      --make-certificate        makes desk-cert.pem and desk-key.pem with `openssl`, and uses them
      --behind-proxy ADDRESS    a proxy at that address speaks TLS with the clients
      --only CONTRACT,…         analysis, validation, reporting, admin
      --allow-live              live trading by request needs no account's name
      --openapi                 prints the OpenAPI document and ends

      tas serve user list | add NAME --email ADDRESS [--role admin] | password NAME | disable NAME | enable NAME
      tas serve token list | add NAME --read [--days 90] | drop NAME
      tas serve log [--last 20]

    A password is asked for at the terminal, else it is a line of standard input. In the script: `set serve_strategy
    NAME`, `serve_account`, `serve_provider`, `idle_lock 15m`, `cors "https://…"`, `rate_limit 600`. SIGTERM and Ctrl-C
    end it once the requests under way are answered.

    """
}
