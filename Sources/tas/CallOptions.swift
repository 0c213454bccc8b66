import Presentation

/// The arguments of a call, those not distinguished by ``Tas``.
struct CallOptions {
  var statements: [String] = []
  var staysAtPrompt = false
  var format = OutputFormat.table
  var session: String?
  var skipsStartupFile = false
  var isSafe = false
  var check = false
  var diff = false
  var isBatch = false
  var describesItself = false
  var junit: String?
  var log: String?
  var manual: String?
  var keepGoing = false
  var color = ColorChoice.auto
  var arguments: [String] = []

  /// The options of arguments that were read.
  init(_ call: Tas) {
    (statements, staysAtPrompt, format, session) = (call.statements, call.staysAtPrompt, call.format, call.session)
    (skipsStartupFile, isSafe, check, isBatch) = (call.skipsStartupFile, call.isSafe, call.check, call.isBatch)
    (describesItself, junit, manual) = (call.describesItself, call.junit, call.manual)
    (diff, log) = (call.diff, call.log)
    (keepGoing, color, arguments) = (call.keepGoing, call.color, call.arguments)
  }

  /// The options of calls with statements, scripts, values and plain flags alone; nil for all others.
  ///
  /// To read arguments in general takes as long as everything else up to the first answer.
  init?(quick arguments: some Sequence<String>) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--no-rc": skipsStartupFile = true
      case "--safe": isSafe = true
      case "--batch": isBatch = true
      case "-c":
        guard let text = rest.next() else { return nil }
        statements.append(text)
      default:
        guard !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
        self.arguments.append(argument)
      }
    }
  }
}
