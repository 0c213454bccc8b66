import JSON
import OrderedCollections
import Platform
import Sessions
import Shell
import Strategies

extension Desk {
  /// What the server answers with, as `set` says.
  var settings: ServingSettings { question().session.settings.serving }

  /// Takes the series of a symbol up, and returns its name.
  ///
  /// A symbol that is loaded is answered from there; else `set serve_provider` is asked, else there may be a sample of it.
  func load(_ symbol: String, into interpreter: inout Interpreter) throws(Refusal) -> String {
    let loaded = interpreter.session.series.keys
    if let name = loaded.first(where: { $0.lowercased() == symbol.lowercased() }) {
      _ = try Desk.run("use \(Statement.quoted(name))", &interpreter)
      return name
    }
    let unknown = Refusal(404, "\(symbol) is not known here")
    guard Shape.Pattern.symbol.matches(symbol) else { throw unknown }
    let source: String
    if let provider = interpreter.session.settings.serving.provider {
      source = "load \(Statement.quoted(symbol.uppercased())) from \(provider)"
    } else {
      source = "load sample \(symbol.uppercased())"
    }
    do throws(Refusal) {
      let data = try Desk.run(source, &interpreter).data("loaded")
      guard data?["macro"]?.boolValue != true, let name = data?["name"]?.stringValue else { throw unknown }
      return name
    } catch { throw error.status == 503 || error.status == 499 ? error : unknown }
  }
}
