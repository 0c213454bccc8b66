import MarketData

/// The bytes of a finished shard: which one it is, what it gave, and the hash of both.
///
/// Two runs of a shard give the same bytes. A file that was cut off, changed, or is of another shard is not read.
enum ShardFile {
  private static let magic = Array("tas-shard-1\n".utf8)
  private static let hashLength = 32

  static func bytes(of shard: JobPlan.Shard, in job: JobManifest, _ payload: [UInt8]) -> [UInt8] {
    var bytes = head(of: shard, in: job)
    bytes.reserveCapacity(bytes.count + payload.count + hashLength)
    bytes += payload
    bytes += ContentHash.text(of: bytes).utf8
    return bytes
  }

  /// What the shard gave; nil if the bytes are not the finished file of it.
  static func payload(_ bytes: [UInt8], of shard: JobPlan.Shard, in job: JobManifest) -> ArraySlice<UInt8>? {
    let head = head(of: shard, in: job)
    let end = bytes.count - hashLength
    guard end >= head.count, bytes.starts(with: head) else { return nil }
    let hash = bytes.withUnsafeBufferPointer { ContentHash.text(of: UnsafeBufferPointer(rebasing: $0[..<end])) }
    return bytes[end...].elementsEqual(hash.utf8) ? bytes[head.count..<end] : nil
  }

  private static func head(of shard: JobPlan.Shard, in job: JobManifest) -> [UInt8] {
    magic + "\(job.hash) \(shard.cell) \(shard.pieces.lowerBound) \(shard.pieces.upperBound)\n".utf8
  }
}
