import LibC

/// The programs of this machine.
public struct MachinePrograms: ProgramRunner {
  /// Makes the way to them.
  public init() {}

  /// The output of a program; its errors go into the failure.
  public func output(
    of words: [String], input: [UInt8], limit: Int, isStopped: () -> Bool
  ) throws(ProgramFailure) -> [UInt8] {
    guard let name = words.first, Self.isThere(name) else { throw .notFound }
    guard let output = Pipe() else { throw .failed("no pipe could be made") }
    guard let errors = Pipe() else {
      output.close()
      throw .failed("no pipe could be made")
    }
    // What fits into a pipe can be written before there is somebody who reads.
    let typed = input.isEmpty ? nil : Pipe()
    if let typed { _ = input.withUnsafeBytes { write(typed.write, $0.baseAddress, min($0.count, 1 << 16)) } }
    typed?.closeWriting()
    let identifier = OutsideProgram.spawn(
      words,
      redirecting: [(from: output.write, to: 1), (from: errors.write, to: 2)]
        + (typed.map { [(from: $0.read, to: Int32(0))] } ?? []),
      closing: [output.read, errors.read, output.write, errors.write] + (typed.map { [$0.read] } ?? []),
      readsNothing: typed == nil)
    output.closeWriting()
    errors.closeWriting()
    typed?.closeReading()
    defer {
      output.closeReading()
      errors.closeReading()
    }
    guard let identifier else { throw .notFound }
    var reading = Reading(output: output.read, errors: errors.read, limit: limit)
    let end = reading.run(isStopped: isStopped)
    if end != .finished { kill(identifier, SIGTERM) }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    switch end {
    case .stopped: throw .interrupted
    case .tooLong: throw .tooLong
    case .finished: break
    }
    guard status == 0 else {
      let text = String(decoding: reading.errors.bytes.prefix(2000), as: UTF8.self)
      throw .failed(text.isEmpty ? "it ended with the status \((status >> 8) & 0xFF)" : text)
    }
    return reading.output.bytes
  }

  /// True if a program of a name is in one of the folders of `PATH`.
  private static func isThere(_ name: String) -> Bool {
    if name.contains("/") { return access(name, X_OK) == 0 }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  private struct Pipe {
    let read: Int32
    let write: Int32

    init?() {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else { return nil }
      (read, write) = (ends[0], ends[1])
    }

    func closeReading() { LibC.close(read) }
    func closeWriting() { LibC.close(write) }
    func close() {
      closeReading()
      closeWriting()
    }
  }

  /// Reads both streams of a program until they end.
  private struct Reading {
    enum End { case finished, stopped, tooLong }
    struct Stream {
      let descriptor: Int32
      var bytes: [UInt8] = []
      var isOpen = true
    }

    var output: Stream
    var errors: Stream
    let limit: Int
    private var block = [UInt8](repeating: 0, count: 1 << 16)

    init(output: Int32, errors: Int32, limit: Int) {
      self.output = Stream(descriptor: output)
      self.errors = Stream(descriptor: errors)
      self.limit = limit
    }

    mutating func run(isStopped: () -> Bool) -> End {
      while output.isOpen || errors.isOpen {
        if isStopped() { return .stopped }
        var waits = [output, errors].filter(\.isOpen).map {
          pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&waits, nfds_t(waits.count), 100) > 0 else { continue }
        for wait in waits where wait.revents != 0 {
          take(from: wait.fd)
        }
        if output.bytes.count > limit { return .tooLong }
      }
      return .finished
    }

    private mutating func take(from descriptor: Int32) {
      let size = block.count
      let count = LibC.read(descriptor, &block, size)
      if count < 0, errno == EINTR { return }
      let isOpen = count > 0
      if descriptor == output.descriptor {
        output.bytes += block[..<max(0, count)]
        output.isOpen = isOpen
      } else {
        // Of errors the beginning is enough, and the rest is read so that the program continues.
        if errors.bytes.count < 1 << 16 { errors.bytes += block[..<max(0, count)] }
        errors.isOpen = isOpen
      }
    }
  }
}
