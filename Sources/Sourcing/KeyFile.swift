import JSON
import MarketData
import Platform

/// The file of keys in the folder of settings: a JSON object, for its owner alone.
public struct KeyFile: Sendable {
  /// The path.
  public let path: String
  private let files: any FileSystem

  /// The file of an environment; nil if no keys are kept.
  public init?(_ environment: Environment) {
    guard let folder = environment.configDirectory else { return nil }
    path = folder + "/keys.json"
    files = environment.files
  }

  /// The keys by the word of their provider; none without a file.
  ///
  /// Throws if others can read the file.
  public func keys() throws(MarketDataError) -> [String: String] {
    let folder = FileName.folder(of: path)
    guard files.status(of: folder)?.isWritableByOthers != true else {
      throw MarketDataError(
        .notReadable, file: path,
        message: "the keys are not used: other users can write to the folder \(folder)",
        hint: "`chmod 700 \(folder)`")
    }
    guard files.status(of: path)?.isOpenToOthers != true else {
      throw MarketDataError(
        .notReadable, file: path, message: "the keys are not used: other users can read them",
        hint: "`chmod 600 \(path)`, and new keys if others may have seen these")
    }
    return try content()
  }

  private func content() throws(MarketDataError) -> [String: String] {
    guard files.exists(path) else { return [:] }
    let json: JSONValue
    do {
      json = try JSONValue(parsing: try files.read(path))
    } catch {
      throw MarketDataError(.notReadable, file: path, message: "the keys cannot be read: \(path) is not a file of keys")
    }
    var keys: [String: String] = [:]
    for member in json.members ?? [] { keys[member.key] = member.value.stringValue }
    return keys
  }

  /// Keeps a key, or forgets it if it is nil.
  public func write(_ key: Secret?, for word: String) throws(MarketDataError) {
    var all = try content()
    all[word] = key?.revealed
    let members = all.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    if let slash = path.lastIndex(of: "/") { files.makeFolder(String(path[..<slash])) }
    do throws(FileError) {
      // A file that is there keeps its mode, which need not be that of a secret.
      let new = path + ".new"
      try files.remove(new)
      try files.write(JSONValue.object(members).prettyWrite() + "\n", to: new, .ownerOnly)
      try files.move(new, to: path)
    } catch {
      throw MarketDataError(.notReadable, file: path, message: "the key cannot be kept: \(error.reason)")
    }
  }
}
