import Language
import LineEditing
import Shell

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard output and standard error, and what they can show.
struct Console: Sendable {
  let isOutputTerminal = isTerminal(1)
  let isErrorTerminal = isTerminal(2)
  let outputColor: Bool
  let errorColor: Bool
  let isUnicode: Bool
  let format: OutputFormat

  init(color: ColorChoice, format: OutputFormat) {
    let isRefused = Self.variable("NO_COLOR").map { !$0.isEmpty } ?? false || Self.variable("TERM") == "dumb"
    func shows(_ isTerminal: Bool) -> Bool {
      switch color {
      case .always: true
      case .never: false
      case .auto: isTerminal && !isRefused
      }
    }
    outputColor = shows(isOutputTerminal)
    errorColor = shows(isErrorTerminal)
    self.format = format
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { Self.variable($0) }.first { !$0.isEmpty } ?? ""
    // A file is UTF-8 whatever the locale; only a terminal may not be able to show it.
    isUnicode = !isOutputTerminal || locale.lowercased().contains("utf")
  }

  /// The value of an environment variable.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Prints an event on the stream that it belongs to.
  func print(_ event: Interpreter.Event, sources: SourceMap) {
    let printer = OutcomePrinter(
      format: format, width: isOutputTerminal ? TerminalSize.current().columns : 80, color: outputColor,
      errorColor: errorColor, unicode: isUnicode)
    let text = printer.text(of: event, sources: sources)
    write(errors: text.errors)
    write(text.output)
  }

  /// Writes to standard output.
  func write(_ text: String) { Self.write(text, to: 1) }

  /// Writes to standard error.
  func write(errors text: String) { Self.write(text, to: 2) }

  private static func write(_ text: String, to descriptor: Int32) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let start = rest.baseAddress, !rest.isEmpty {
        let count = writeBytes(descriptor, start, rest.count)
        if count < 0 {
          // A reader that went away (`tas … | head`) wants nothing more.
          if errno == EPIPE { exit(0) }
          if errno == EINTR || errno == EAGAIN { continue }
          return
        }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }
}

private func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
