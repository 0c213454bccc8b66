import CLanes
import Columns
import LibC
import Platform
import Work

/// The text of a file in memory, with the line ends and the hash that were found while its blocks were read.
package struct FileSource {
  package var text: TextBuffer
  /// Line ends in each block of `ContentHash.blockSize` bytes.
  package var lineEnds: [Int]
  package var hash: String
  var name: String
  /// The way in which the file holds the text, as `compressed by gzip`; nil for a file of text.
  var packing: String?

  /// Reads a file, the blocks of a regular one on several threads; a pipe is read to its end.
  ///
  /// - Parameter limit: the most bytes that it may have.
  init(_ file: any ReadableFile, limit: Int, threads: Int) throws(MarketDataError) {
    let path = file.path
    guard let size = file.size, size > 0 else {
      let bytes: [UInt8]
      do throws(FileError) { bytes = try Self.bytes(of: file, limit: limit) } catch { throw MarketDataError(error) }
      self = try Self(bytes: bytes, name: path, threads: threads)
      return
    }
    guard size <= limit else {
      throw MarketDataError(FileLimit.exceeded(path, by: size, limit: limit, setting: "max_file"))
    }
    name = path
    guard let buffer = TextBuffer(count: size) else { throw Self.noMemory(path) }
    text = buffer
    let blocks = Self.blocks(of: buffer.count)
    var read = [Result<Int, FileError>](repeating: .success(0), count: blocks)
    var sums = [BlockSum](repeating: BlockSum(), count: blocks)
    read.withUnsafeMutableBufferPointer { read in
      sums.withUnsafeMutableBufferPointer { sums in
        ParallelLoop.forEach(count: blocks, workers: threads) { block in
          let start = block * ContentHash.blockSize
          let length = min(ContentHash.blockSize, buffer.count - start)
          do throws(FileError) {
            let target = UnsafeMutableRawBufferPointer(start: buffer.bytes + start, count: length)
            let count = try file.read(into: target, at: start)
            read[block] = .success(count)
            sums[block] = BlockSum(buffer.bytes + start, count: count)
          } catch {
            read[block] = .failure(error)
          }
        }
      }
    }
    // A file that shrank while it was read ends at the first byte that was not there.
    for block in 0..<blocks {
      let count: Int
      do throws(FileError) { count = try read[block].get() } catch { throw MarketDataError(error) }
      if count < min(ContentHash.blockSize, buffer.count - block * ContentHash.blockSize) {
        buffer.end(at: block * ContentHash.blockSize + count)
        sums = Array(sums[...block])
        break
      }
    }
    lineEnds = sums.map(\.lineEnds)
    hash = ContentHash.joined(sums.map(\.hash), byteCount: buffer.count)
  }

  /// The bytes of a pipe or a device; if the start cannot be text, that start is enough to reject it.
  private static func bytes(of file: any ReadableFile, limit: Int) throws(FileError) -> [UInt8] {
    var start = [UInt8](repeating: 0, count: 1 << 16)
    let read = start.withUnsafeMutableBytes { buffer -> Result<Int, FileError> in
      do throws(FileError) { return .success(try file.read(into: buffer, at: 0)) } catch { return .failure(error) }
    }
    let count = try read.get()
    if count < start.count || start.contains(0) { return Array(start[..<count]) }
    do throws(FileError) { return start + (try file.bytes(limit: limit - count)) } catch {
      // The limit is for the total, its beginning included.
      throw error.isTooLarge ? FileLimit.exceeded(file.path, by: nil, limit: limit, setting: "max_file") : error
    }
  }

  /// Takes bytes that are in memory already.
  package init(bytes: [UInt8], name: String, threads: Int) throws(MarketDataError) {
    self.name = name
    guard let buffer = bytes.withUnsafeBufferPointer({ TextBuffer($0) }) else {
      throw Self.noMemory(name)
    }
    text = buffer
    let blocks = Self.blocks(of: buffer.count)
    var sums = [BlockSum](repeating: BlockSum(), count: blocks)
    sums.withUnsafeMutableBufferPointer { sums in
      ParallelLoop.forEach(count: blocks, workers: threads) { block in
        let start = block * ContentHash.blockSize
        sums[block] = BlockSum(buffer.bytes + start, count: min(ContentHash.blockSize, buffer.count - start))
      }
    }
    lineEnds = sums.map(\.lineEnds)
    hash = ContentHash.joined(sums.map(\.hash), byteCount: buffer.count)
  }

  /// Turns line ends of a lone carriage return into newlines, if the text has no newline.
  package mutating func normalizeLineEnds() {
    guard lineEnds.allSatisfy({ $0 == 0 }) else { return }
    for index in 0..<text.count where text.bytes[index] == 13 {
      text.bytes[index] = 10
      lineEnds[index / ContentHash.blockSize] += 1
    }
  }

  private static func blocks(of count: Int) -> Int {
    (count + ContentHash.blockSize - 1) / ContentHash.blockSize
  }

  private static func noMemory(_ path: String) -> MarketDataError {
    MarketDataError(.notReadable, file: path, message: "the file cannot be read: there is not enough memory for it")
  }
}

extension MarketDataError {
  /// The error of a file that cannot be opened or read.
  public init(_ error: FileError) {
    if error.isInterrupted {
      self = .interrupted(error.path)
    } else if error.isMissing {
      self.init(.noSuchFile, file: error.path, message: "there is no such file")
    } else if error.isFolder {
      self.init(
        .directory, file: error.path, message: "this is a directory, not a file", hint: "name one of the files in it")
    } else {
      self.init(.notReadable, file: error.path, message: "the file cannot be read: \(error.reason)")
    }
  }
}

/// The sums of one block of a file.
struct BlockSum {
  var lineEnds = 0
  var hash: (UInt64, UInt64) = (0, 0)

  init() {}

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    guard count > 0 else { return }
    (hash, lineEnds) = ContentHash.blockWithLineEnds(bytes, count: count)
  }

  /// The number of newlines.
  static func lineEnds(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int { lanes_count_bytes(bytes, count, 10) }
}
