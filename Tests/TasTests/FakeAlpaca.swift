import HTTPTransport
import JSON
import LibC
import Platform
import TestSupport
import Testing

/// The stand-in for Alpaca in `Fixtures/fake_alpaca.py`, in a process of its own.
final class FakeAlpaca {
  /// True if there is a Python for it.
  static let isThere = system("python3 -c 'import http.server' 2>/dev/null") == 0

  let address: String
  private let pipe: UnsafeMutablePointer<FILE>

  init(_ options: String = "--price SPY=100 --price QQQ=50") throws {
    let script = PackageFolder.path + "/Tests/TasTests/Fixtures/fake_alpaca.py"
    pipe = try #require(popen("exec python3 \(script) --seconds 900 \(options)", "r"))
    var line = [CChar](repeating: 0, count: 4096)
    try #require(fgets(&line, 4096, pipe) != nil)
    let json = try JSONValue(
      parsing: String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    address = try #require(json["address"]?.stringValue)
  }

  deinit {
    _ = try? drive("stop")
    pclose(pipe)
  }

  /// The variables by which tas finds it.
  func variables(_ place: Place) -> [String: String] {
    [
      "XDG_DATA_HOME": place.path + "/data", "TAS_OFFLINE": "", "TAS_ALPACA_TRADING_URL": address,
      "APCA_API_KEY_ID": "PKTEST", "APCA_API_SECRET_KEY": "secret",
    ]
  }

  /// Drives it; its state then.
  @discardableResult
  func drive(_ action: String, _ body: JSONValue = [:]) throws -> JSONValue {
    var request = WebRequest(try #require(WebAddress("\(address)/fake/\(action)")))
    (request.method, request.body) = ("POST", Array(body.write().utf8))
    let answer = try HTTPTransport(name: "tests").answer(to: request, isStopped: { false }, report: { _ in })
    return try JSONValue(parsing: answer.body)
  }

  func fault(_ kind: String, on request: String = "POST /v2/orders", times: Int = 1) throws {
    try drive("fault", ["on": .string(request), "kind": .string(kind), "times": .integer(times)])
  }
}
