import CPages
import JSON
import Presentation
import Sessions
import Shell

/// The page of the server, whose files are inside of the program, and the pictures on it.
extension Route {
  static let page: [Route] = [
    file("/app", "index.html", "text/html; charset=utf-8", "The page."),
    file("/app/icon.svg", "icon.svg", "image/svg+xml", "The sign of the page."),
    file("/app/style.css", "style.css", "text/css; charset=utf-8", "The look of the page."),
    file("/app/app.js", "app.js", "text/javascript; charset=utf-8", "The script of the page."),
    Route("GET", "/app/equity.svg", .reporting, .reader, "The curve of the account's equity, as `plot` draws it.") {
      call throws(Refusal) in
      let account = try call.server.account()
      guard Shape.Pattern.name.matches(account.name), let picture = try call.desk.picture(of: "plot \(account.name)")
      else { throw Refusal(404, "there is no curve yet") }
      return Reply(picture, type: "image/svg+xml")
    },
  ]

  private static func file(_ path: String, _ name: String, _ type: String, _ summary: String) -> Route {
    Route("GET", path, .reporting, .anybody, summary) { _ throws(Refusal) in
      var size = 0
      guard let start = cpages_find("app/" + name, &size) else { throw Refusal(404, "there is no \(path)") }
      return Reply(String(decoding: UnsafeRawBufferPointer(start: start, count: size), as: UTF8.self), type: type)
    }
  }
}

extension Desk {
  /// What a statement draws, as SVG; nil if it draws nothing.
  fileprivate func picture(of statement: String) throws(Refusal) -> String? {
    var copy = question()
    var picture: String?
    var fault: String?
    _ = copy.runScript(statement, named: "request", keepGoing: false) { event, _ in
      switch event {
      case .outcome(let outcome):
        picture = outcome.result.flatMap { OutputFormat.svg.render($0, in: OutputContext()) }
      case .failure(let diagnostic, _, _): fault = "\(diagnostic)"
      }
    }
    if fault != nil { throw Refusal(404, "there is no curve yet") }
    return picture
  }
}
