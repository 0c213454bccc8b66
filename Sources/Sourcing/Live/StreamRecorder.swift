import MarketData
import Platform
import Streams

/// A recording that is written while a stream runs, without keys.
struct StreamRecorder: Sendable {
  let series: String
  let path: String
  private let file: any AppendedFile
  private let secrets: [Secret]

  /// Begins a recording; a file that is there is replaced.
  init(
    of series: String, _ header: Recording.Header, to path: String, hiding secrets: [Secret], in files: any FileSystem
  ) throws(FileError) {
    (self.series, self.path, self.secrets) = (series, path, secrets)
    if files.isHeld(path) { throw FileError(.write, path, detail: "another recording is written to it") }
    try files.remove(path)
    file = try files.openForAppending(path)
    try file.append(Array((header.line + "\n").utf8))
  }

  /// Adds a line; a disk that is full ends the recording, not the stream.
  func add(_ entry: Recording.Entry, at time: Int64) -> Bool {
    var entry = entry
    for secret in secrets {
      switch entry {
      case .frame(let frame): entry = .frame(secret.hidden(in: frame))
      case .rest(let path, let status, let body):
        entry = .rest(path: secret.hidden(in: path), status: status, body: secret.hidden(in: body))
      case .event: break
      }
    }
    return (try? file.append(Array((Recording.line(at: time, entry) + "\n").utf8))) != nil
  }
}
