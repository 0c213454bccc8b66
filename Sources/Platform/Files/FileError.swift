import LibC

/// A file that could not be read or written, with the reason that the system gave.
public struct FileError: Error, Sendable, Hashable {
  /// The two things that are done with a file.
  public enum Action: String, Sendable, Hashable {
    case read, write
  }

  /// The path as typed.
  public var path: String
  /// The thing that was tried.
  public var action: Action
  /// The error number of the system.
  public var number: Int32
  /// A reason that says more than the system's.
  public var detail: String?

  /// Makes an error; without a number it is the last one of this thread.
  public init(_ action: Action, _ path: String, number: Int32 = errno, detail: String? = nil) {
    self.path = path
    self.action = action
    self.number = number
    self.detail = detail
  }

  /// The error of a path with a NUL in it, which the system would read as its end.
  static func nul(_ action: Action, _ path: String) -> FileError {
    FileError(
      action, String(path.prefix { $0 != "\0" }) + "\u{2400}", number: EINVAL, detail: "a name cannot hold a NUL")
  }

  /// The reason: `No such file or directory`.
  public var reason: String { detail ?? String(cString: strerror(number)) }

  /// One sentence with the path: `cannot read a.csv: No such file or directory`.
  public var message: String { "cannot \(action.rawValue) \(path): \(reason)" }

  /// True if there is nothing at the path.
  public var isMissing: Bool { number == ENOENT || number == ENOTDIR }

  /// True if the wait for a pipe or a terminal was ended from outside.
  public var isInterrupted: Bool { number == ECANCELED }
  /// True if another program has the file open and locked.
  public var isLocked: Bool { number == EWOULDBLOCK }
  /// True if a file has more bytes than are read.
  public var isTooLarge: Bool { number == EFBIG }

  /// True if a folder was found in place of a file.
  public var isFolder: Bool { number == EISDIR }
}
