import JSON
import LibC
import Platform

/// A page in Chromium without a window, spoken to by the protocol of its developer tools.
///
/// The protocol goes through two named pipes, on the descriptors that `--remote-debugging-pipe` reads and writes; each
/// message ends with a zero byte.
final class BrowserPage {
  /// The reason for which the browser did not do something.
  struct Refusal: Error, CustomStringConvertible {
    var description: String
  }

  /// True if the browser is on this machine.
  static let isThere = OutsideProgram.output(of: "command -v chromium") != nil

  private let folder: String
  private let process: UnsafeMutablePointer<FILE>
  private let input: Int32
  private let output: Int32
  private var session: String?
  private var count = 0
  private var bytes: [UInt8] = []
  /// The events that the browser reported: requests, errors.
  private(set) var events: [JSONValue] = []

  /// Starts the browser; a page is opened by ``open(_:width:height:isTouch:)``.
  init() throws {
    var template = Array("/tmp/tas-browser-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Refusal(description: "no folder") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let (commands, answers) = ("\(folder)/commands", "\(folder)/answers")
    guard mkfifo(commands, 0o600) == 0, mkfifo(answers, 0o600) == 0 else { throw Refusal(description: "no pipes") }
    let line =
      "exec timeout 120 chromium --headless --no-sandbox --disable-gpu --remote-debugging-pipe --hide-scrollbars "
      + "--user-data-dir=\(folder)/profile 3<\(commands) 4>\(answers) 2>/dev/null"
    guard let process = popen(line, "r") else { throw Refusal(description: "no process") }
    self.process = process
    input = LibC.open(commands, O_WRONLY)
    output = LibC.open(answers, O_RDONLY)
    guard input >= 0, output >= 0 else { throw Refusal(description: "the pipes cannot be opened") }
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
    session = try call("Target.attachToTarget", ["targetId": target, "flatten": .bool(true)])["sessionId"]?.stringValue
    for domain in ["Page", "Runtime", "Network", "Log"] { try call("\(domain).enable") }
  }

  deinit {
    session = nil
    _ = try? call("Browser.close")
    close(input)
    close(output)
    pclose(process)
    OutsideProgram.run("rm -rf '\(folder)'", input: "")
  }

  /// Calls a method and waits for its result.
  @discardableResult
  func call(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    count += 1
    var message: [(String, JSONValue)] = [
      ("id", .integer(count)), ("method", .string(method)), ("params", parameters),
    ]
    if let session { message.append(("sessionId", .string(session))) }
    let text = Array(JSONValue.object(message).write().utf8) + [0]
    var start = 0
    while start < text.count {
      let written = text[start...].withUnsafeBytes { LibC.write(input, $0.baseAddress, $0.count) }
      guard written > 0 else { throw Refusal(description: "the browser is gone") }
      start += written
    }
    while true {
      let answer = try next()
      guard answer["id"]?.intValue == count else {
        events.append(answer)
        continue
      }
      if let error = answer["error"] { throw Refusal(description: "\(method): \(error.write())") }
      return answer["result"] ?? .null
    }
  }

  private func next() throws -> JSONValue {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let end = bytes.firstIndex(of: 0) {
        let text = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeSubrange(...end)
        return try JSONValue(parsing: text)
      }
      let size = LibC.read(output, &block, block.count)
      guard size > 0 else { throw Refusal(description: "the browser is gone") }
      bytes += block[..<size]
    }
  }

  /// The value of an expression in the page.
  @discardableResult
  func value(_ expression: String) throws -> JSONValue {
    let answer = try call("Runtime.evaluate", ["expression": .string(expression), "returnByValue": .bool(true)])
    if let error = answer["exceptionDetails"] { throw Refusal(description: error.write()) }
    return answer["result"]?["value"] ?? .null
  }

  /// Opens a file in a view of some size and waits until it is drawn.
  func open(_ path: String, width: Int = 1000, height: Int = 900, isTouch: Bool = false) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .integer(width), "height": .integer(height), "deviceScaleFactor": .integer(1),
        "mobile": .bool(isTouch),
      ])
    try call("Emulation.setTouchEmulationEnabled", ["enabled": .bool(isTouch)])
    try call("Page.navigate", ["url": .string("file://\(path)")])
    for _ in 0..<200 where try value("document.readyState").stringValue != "complete" { usleep(20_000) }
    try settle()
  }

  /// Waits until the requested drawing is complete.
  func settle() throws {
    try call(
      "Runtime.evaluate",
      [
        "expression": "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
        "awaitPromise": .bool(true),
      ])
  }

  /// Moves, presses or releases the mouse, or turns its wheel.
  func mouse(_ kind: String, _ x: Double, _ y: Double, wheel: Double = 0, isPressed: Bool = false) throws {
    try call(
      "Input.dispatchMouseEvent",
      [
        "type": .string(kind), "x": .number(x), "y": .number(y), "deltaX": .integer(0), "deltaY": .number(wheel),
        "button": isPressed ? "left" : "none", "buttons": .integer(isPressed ? 1 : 0), "clickCount": .integer(1),
      ])
    try settle()
  }

  /// Puts fingers on the screen, moves them or lifts them.
  func touch(_ kind: String, _ xs: [Double], _ y: Double) throws {
    let points = xs.enumerated().map { number, x -> JSONValue in
      ["x": .number(x), "y": .number(y), "id": .integer(number)]
    }
    try call("Input.dispatchTouchEvent", ["type": .string(kind), "touchPoints": .array(points)])
  }

  /// The addresses that were asked for and the errors reported since the browser began.
  var complaints: [String] {
    events.compactMap { event in
      switch event["method"]?.stringValue {
      case "Network.requestWillBeSent":
        let address = event["params"]?["request"]?["url"]?.stringValue ?? ""
        return address.hasPrefix("file:///tmp/") ? nil : address
      case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled": return event.write()
      default: return nil
      }
    }
  }
}
