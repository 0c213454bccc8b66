import Presentation

/// The arguments of a call, as far as they are not told apart by ``Tas``.
struct CallOptions {
  var statements: [String] = []
  var staysAtPrompt = false
  var format = OutputFormat.table
  var session: String?
  var skipsStartupFile = false
  var isSafe = false
  var check = false
  var isBatch = false
  var describesItself = false
  var junit: String?
  var manual: String?
  var keepGoing = false
  var color = ColorChoice.auto
  var arguments: [String] = []

  /// The options of arguments that were read.
  init(_ call: Tas) {
    (statements, staysAtPrompt, format, session) = (call.statements, call.staysAtPrompt, call.format, call.session)
    (skipsStartupFile, isSafe, check, isBatch) = (call.skipsStartupFile, call.isSafe, call.check, call.isBatch)
    (describesItself, junit, manual) = (call.describesItself, call.junit, call.manual)
    (keepGoing, color, arguments) = (call.keepGoing, call.color, call.arguments)
  }

  /// The options of the calls that begin a prompt or a session of a program; nil for all others.
  ///
  /// To read arguments in general takes as long as everything else up to the prompt.
  init?(quick arguments: some Sequence<String>) {
    for argument in arguments {
      switch argument {
      case "--no-rc": skipsStartupFile = true
      case "--safe": isSafe = true
      case "--batch": isBatch = true
      default: return nil
      }
    }
  }
}
