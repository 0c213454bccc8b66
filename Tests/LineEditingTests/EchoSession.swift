import LibC
import TestSupport
import Testing

/// The program line-editing-echo in a pseudo-terminal, waiting for its first line.
func echo(
  _ arguments: String...,
  columns: Int = 80,
  rows: Int = 24,
  environment: [String: String] = [:]
) throws -> PseudoTerminal {
  let program = try #require(BuiltProducts.executable("line-editing-echo"), "line-editing-echo is not built")
  let terminal = try PseudoTerminal(
    program: program,
    arguments: arguments,
    environment: environment,
    columns: columns,
    rows: rows
  )
  try #require(terminal.waits(atPrompt: "tas> "))
  return terminal
}

extension PseudoTerminal {
  /// Waits until an entry has been printed as handed over, and the next line can be typed.
  func waits(forEntry entry: String) -> Bool {
    waits { $0.lines.contains(("entry: " + entry).trimmed) } && waits(atPrompt: "tas> ")
  }

  /// Presses keys one after the other, each once the editor has drawn the effect of the previous one.
  ///
  /// A key that changes nothing on the screen is given the time that a key takes.
  func presses(_ keys: String...) -> Bool {
    for key in keys {
      let before = output.count
      send(key)
      _ = waits(seconds: 0.5) { [self] _ in output.count > before }
      settle(seconds: 0.06)
    }
    return true
  }

  /// Types lines and hands each over, waiting in between.
  func enter(_ lines: String...) -> Bool {
    lines.allSatisfy { line in
      send(line + "\r")
      return waits(forEntry: line)
    }
  }

  /// Presses Ctrl-D and waits for a proper end.
  func leaves() -> Bool {
    guard waits(atPrompt: "tas> ") else { return false }
    send("\u{4}")
    return waits { $0.text.hasSuffix("\nend") } && exitStatus() == 0
  }
}

extension String {
  /// The text without blanks at its end, as a screen shows it.
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

/// A path for a file in a new folder of its own.
func temporaryPath(_ name: String) throws -> String {
  var template = Array("/tmp/line-editing-XXXXXX".utf8CString)
  try #require(mkdtemp(&template) != nil)
  return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/" + name
}

/// The text of a file, or nil if it cannot be read.
func contents(of path: String) -> String? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
  return String(decoding: bytes, as: UTF8.self)
}

/// Writes a file.
func write(_ text: String, to path: String) throws {
  let file = try #require(fopen(path, "w"))
  fputs(text, file)
  fclose(file)
}
