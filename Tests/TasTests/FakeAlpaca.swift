import JSON
import LibC
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
    try JSONValue(parsing: try post("/fake/\(action)", body.write()))
  }

  /// The body of the answer to a request; it holds no thread up that others wait for.
  private func post(_ path: String, _ body: String) throws -> [UInt8] {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    defer { close(descriptor) }
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    place.sin_port = try #require(address.split(separator: ":").last.flatMap { UInt16($0) }).bigEndian
    let isOpen = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    try #require(isOpen)
    let text =
      "POST \(path) HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    var answer: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65536)
    while case let count = read(descriptor, &block, block.count), count > 0 { answer += block[..<count] }
    let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
    return Array(answer[end.upperBound...])
  }

  func fault(_ kind: String, on request: String = "POST /v2/orders", times: Int = 1) throws {
    try drive("fault", ["on": .string(request), "kind": .string(kind), "times": .integer(times)])
  }
}
