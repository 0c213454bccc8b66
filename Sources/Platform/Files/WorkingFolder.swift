import LibC
import Synchronization

/// The folder that the process is in, and the places that relative paths had before it was changed.
///
/// A series that was loaded as `data/goog.csv` is still that file after `cd`: it is read again and saved by the place
/// at which it was found.
public final class WorkingFolder: Sendable {
  private struct State {
    /// The absolute paths of relative ones that were opened.
    var found: [String: String] = [:]
    /// The folder before the last change.
    var previous: String?
  }
  private let state = Mutex(State())

  /// The folder as it is.
  public init() {}

  /// The absolute path of the folder.
  public var path: String {
    guard let current = getcwd(nil, 0) else { return "." }
    defer { free(current) }
    return String(cString: current)
  }

  /// Goes to another folder; `-` is the one before.
  ///
  /// - Parameter home: the folder of `~` and an empty path leads to.
  /// - Throws: a `FileError` if there is no such folder.
  public func change(to path: String, home: String?) throws(FileError) {
    let before = self.path
    var target = path
    if target == "-" { target = state.withLock { $0.previous } ?? before }
    if let home {
      if target.isEmpty || target == "~" { target = home }
      for start in ["~/", "$HOME/"] where target.hasPrefix(start) {
        target = home + "/" + target.dropFirst(start.count)
      }
      if target == "$HOME" { target = home }
    }
    guard !target.utf8.contains(0) else { throw .nul(.read, path) }
    guard chdir(target) == 0 else { throw FileError(.read, target) }
    state.withLock { $0.previous = before }
  }

  /// Takes note of the place of a relative path that was opened.
  func note(_ path: String, at absolute: String) { state.withLock { $0.found[path] = absolute } }

  /// The place at which a relative path was opened last; nil for another one.
  func place(of path: String) -> String? { state.withLock { $0.found[path] } }
}
