import LibC

/// A file that could not be read or written, with the reason that the system gave.
public struct FileError: Error, Sendable, Hashable {
  /// The two things that are done with a file.
  public enum Action: String, Sendable, Hashable {
    case read, write
  }

  /// The path as it was typed.
  public var path: String
  /// The thing that was tried.
  public var action: Action
  /// The error number of the system.
  public var number: Int32

  /// Makes an error; without a number it is the last one of this thread.
  public init(_ action: Action, _ path: String, number: Int32 = errno) {
    self.path = path
    self.action = action
    self.number = number
  }

  /// The reason in the words of the system: `No such file or directory`.
  public var reason: String { String(cString: strerror(number)) }

  /// One sentence with the path: `cannot read a.csv: No such file or directory`.
  public var message: String { "cannot \(action.rawValue) \(path): \(reason)" }

  /// True where there is nothing at the path.
  public var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  /// True where a folder was found in place of a file.
  public var isFolder: Bool { number == EISDIR }
}
