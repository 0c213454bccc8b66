/// A way to other programs of the machine whose output is read.
public protocol ProgramRunner: Sendable {
  /// The output of a program that is run to its end.
  ///
  /// - Parameters:
  ///   - words: the program's name, looked for as the system's shell does, and its arguments.
  ///   - input: its standard input, at most 64 kB.
  ///   - limit: the most bytes of output.
  ///   - isStopped: asked ten times a second whether the work is to be stopped; the program is then ended.
  func output(
    of words: [String], input: [UInt8], limit: Int, isStopped: () -> Bool
  ) throws(ProgramFailure) -> [UInt8]
}

extension ProgramRunner {
  /// The output of a program with nothing to read.
  public func output(
    of words: [String], limit: Int, isStopped: () -> Bool
  ) throws(ProgramFailure) -> [UInt8] { try output(of: words, input: [], limit: limit, isStopped: isStopped) }
}

/// The reason why a program gave no output.
public enum ProgramFailure: Error, Sendable, Hashable {
  /// There is no program of the name.
  case notFound
  /// No programs are run here, with the reason.
  case closed(String)
  /// It ended with a failure, with the text of its errors.
  case failed(String)
  /// It printed more than the limit.
  case tooLong
  /// The work was stopped.
  case interrupted
}

/// No programs.
public struct ClosedPrograms: ProgramRunner {
  private let reason: String

  /// Makes a way that is closed for a reason.
  public init(_ reason: String = "no programs are run here") { self.reason = reason }

  /// Throws `closed`.
  public func output(
    of words: [String], input: [UInt8], limit: Int, isStopped: () -> Bool
  ) throws(ProgramFailure) -> [UInt8] { throw .closed(reason) }
}
