/// A file that is open for reading, from any thread.
public protocol ReadableFile: Sendable {
  /// The path as typed.
  var path: String { get }

  /// The number of bytes; nil if known only by reading (a pipe), and then reading continues if it stopped.
  var size: Int? { get }

  /// Reads into a buffer from an offset on; fewer bytes than the buffer holds mean the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileError) -> Int
}

extension ReadableFile {
  /// All bytes; an error if there are more than a limit.
  public func bytes(limit: Int) throws(FileError) -> [UInt8] {
    var all: [UInt8] = []
    if let size {
      guard size <= limit else { throw FileLimit.exceeded(path, by: size, limit: limit) }
      all.reserveCapacity(size)
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let offset = all.count
      let read = piece.withUnsafeMutableBytes { buffer -> Result<Int, FileError> in
        do throws(FileError) { return .success(try self.read(into: buffer, at: offset)) } catch {
          return .failure(error)
        }
      }
      let count = try read.get()
      all += piece[..<count]
      guard all.count <= limit else { throw FileLimit.exceeded(path, by: nil, limit: limit) }
      if count < piece.count { return all }
    }
  }
}
