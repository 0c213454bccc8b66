import Bookkeeping
import JSON
import LibC
import LineEditing
import Platform
import Presentation
import Server
import Shell
import Text

/// `tas serve user`, `token` and `log`: what a server lets in, and what it has noted.
struct ServeUsers {
  let program: Program
  let call: ServeCall

  private var environment: Environment { program.environment }
  private let book = Book()

  init(program: Program, call: ServeCall) { (self.program, self.call) = (program, call) }

  func run() -> ExitStatus {
    do throws(Refused) { try work() } catch {
      program.console.write("error: \(error.message)\n", to: .errors)
      return .failure
    }
    return .success
  }

  /// What is not done, and why.
  private struct Refused: Error {
    let message: String

    init(_ message: String) { self.message = message }
  }

  private func checked<Value>(_ work: () throws(BookError) -> Value) throws(Refused) -> Value {
    do throws(BookError) { return try work() } catch {
      if case .file(let path, let reason) = error { throw Refused("the book \(path): \(reason)") }
      throw Refused("with `--safe` the book is only read")
    }
  }

  /// Prints a line; names and addresses are those of strangers, and move no cursor.
  private func say(_ text: String) { program.console.write(VisibleText.escaped(text) + "\n") }

  private func work() throws(Refused) {
    switch call.work {
    case .serve, .document: break
    case .listUsers: try listUsers()
    case .addUser(let name): try addUser(name)
    case .setPassword(let name): try setPassword(name)
    case .setUser(let name, let isActive): try setUser(name, isActive: isActive)
    case .listTokens: try listTokens()
    case .addToken(let name): try addToken(name)
    case .dropToken(let name):
      guard try checked({ () throws(BookError) in try book.dropReaderToken(name, environment) }) else {
        throw Refused("there is no token \(name)")
      }
      say("token \(name) is no longer valid")
    case .log(let count): try log(count)
    }
  }

  private func listUsers() throws(Refused) {
    let users = try checked { () throws(BookError) in try book.users(environment) }
    for user in users {
      say(
        [user.name, user.email, user.role.rawValue, user.status.rawValue].map { $0.padded(to: 16) }.joined(
          separator: "  "
        )
        .trimmedEnd)
    }
    if users.isEmpty { say("there is no user yet: `tas serve user add NAME --role admin --email ADDRESS`") }
  }

  private func user(_ name: String) throws(Refused) -> User {
    let found = try checked { () throws(BookError) in try book.user(.name, name, environment) }
    guard let found else { throw Refused("there is no user \(name)") }
    return found
  }

  private func addUser(_ name: String) throws(Refused) {
    guard let email = call.email else { throw Refused("`--email ADDRESS` is missing") }
    guard (3...64).contains(name.count) else { throw Refused("a name has 3 to 64 characters") }
    let user: User
    do throws(SecretFault) {
      user = try NewSecrets.user(name: name, email: email, isAdmin: call.role == "admin", password: try password())
    } catch { throw Refused(error.message) }
    guard try checked({ () throws(BookError) in try book.add(user, environment) }) else {
      throw Refused("the name or the address is taken")
    }
    say("\(name) is \(call.role)")
  }

  private func setPassword(_ name: String) throws(Refused) {
    var changed = try user(name)
    do throws(SecretFault) { changed.password = try NewSecrets.hash(ofPassword: try password()) } catch {
      throw Refused(error.message)
    }
    let new = changed
    _ = try checked { () throws(BookError) in try book.update(new, environment) }
    say("the password of \(new.name) is set")
  }

  /// The password: typed twice at a terminal, else a line of standard input.
  private func password() throws(SecretFault) -> String {
    guard isTerminal(0) else { return readLine(strippingNewline: true) ?? "" }
    func typed(_ question: String) -> String? { AskedLine.read(asking: question, isShown: false) }
    guard let first = typed("password: "), !first.isEmpty, let second = typed("again: ") else {
      throw SecretFault("no password was typed")
    }
    guard first == second else { throw SecretFault("the two are not the same") }
    return first
  }

  private func setUser(_ name: String, isActive: Bool) throws(Refused) {
    var changed = try user(name)
    changed.status = isActive ? .active : .disabled
    let new = changed
    guard try checked({ () throws(BookError) in try book.update(new, environment) }) else {
      throw Refused("\(name) is the last administrator")
    }
    say("\(new.name) is \(new.status.rawValue)")
  }

  private func listTokens() throws(Refused) {
    let tokens = try checked { () throws(BookError) in try book.readerTokens(environment) }
    for token in tokens { say("\(token.name.padded(to: 16))  reads reports until \(NewSecrets.day(token.until))") }
    if tokens.isEmpty { say("there is no token: `tas serve token add NAME --read`") }
  }

  private func addToken(_ name: String) throws(Refused) {
    let made: (token: ReaderToken, text: String)
    do throws(SecretFault) {
      made = try NewSecrets.token(name: name, days: call.days, now: environment.clock.now())
    } catch { throw Refused(error.message) }
    guard try checked({ () throws(BookError) in try book.add(made.token, environment) }) else {
      throw Refused("there is a token \(name)")
    }
    say(made.text)
    say("it is shown once, and reads reports until \(NewSecrets.day(made.token.until))")
  }

  private func log(_ count: Int) throws(Refused) {
    let lines = try checked { () throws(BookError) in try Server.log(last: count, of: book, environment) }
    for line in lines {
      if program.options.format.isForPrograms {
        say(line.write())
        continue
      }
      func text(_ key: String) -> String { line[key]?.stringValue ?? "" }
      let what =
        line["route"] == nil
        ? "\(text("summary")) (\(text("details")))"
        : "\(text("method")) \(text("route")) \(line["status"]?.intValue ?? 0) from \(text("client"))"
      say("\(text("time"))  \((text("who").isEmpty ? "-" : text("who")).padded(to: 12))  \(what)")
    }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  fileprivate var trimmedEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
