import Foundation

/// A folder for one test, which goes with it.
final class StrategyFolder: Sendable {
  let path = "/tmp/tas-strategies-\(UInt64.random(in: 0 ... .max))"

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file of the folder.
  func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
  }
}
