import JSON
import Platform
import Shell

/// Cuts the bytes of a pipe into lines.
///
/// A line beyond the limit is dropped up to its newline and reported as too long, so it costs no memory.
public struct BatchLines {
  /// A line without its newline.
  public enum Line: Sendable, Equatable {
    case whole([UInt8])
    case tooLong
  }

  private let limit: Int
  private var rest: [UInt8] = []
  private var isDropping = false

  /// Makes a cutter for lines of at most `limit` bytes.
  public init(limit: Int = 1 << 26) { self.limit = limit }

  /// Takes the next bytes, and gives the lines that they end.
  public mutating func append(_ bytes: ArraySlice<UInt8>) -> [Line] {
    var lines: [Line] = []
    var bytes = bytes
    while let newline = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      take(bytes[..<newline])
      lines.append(ended())
      bytes = bytes[(newline + 1)...]
    }
    take(bytes)
    return lines
  }

  /// The line that the end of the pipe ends; nil if there is none.
  public mutating func finish() -> Line? {
    guard isDropping || !rest.isEmpty else { return nil }
    return ended()
  }

  private mutating func take(_ bytes: ArraySlice<UInt8>) {
    guard !isDropping else { return }
    guard rest.count + bytes.count <= limit else {
      isDropping = true
      rest = []
      return
    }
    rest += bytes
  }

  private mutating func ended() -> Line {
    defer {
      rest = []
      isDropping = false
    }
    if isDropping { return .tooLong }
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    return .whole(rest)
  }
}

extension BatchLines.Line {
  /// True for a line of blanks, which asks for nothing.
  package var isBlank: Bool {
    guard case .whole(let bytes) = self else { return false }
    return bytes.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The request of the line; nil for a blank one.
  public func request() -> Result<BatchRequest, BatchFault>? {
    guard !isBlank else { return nil }
    guard case .whole(let bytes) = self else {
      return .failure(
        BatchFault(
          id: .null, "this line is too long for a request", hint: "a script in a file is run by `run \"FILE\"`"))
    }
    do throws(BatchFault) { return .success(try BatchRequest(line: bytes)) } catch { return .failure(error) }
  }
}
