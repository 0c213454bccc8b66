/// Writes whole numbers of any size into as few bits as their usual size needs.
///
/// Numbers are Golomb-Rice codes: the high part as that many ones and a zero, the low `k` bits as they are. `k`
/// follows the mean of the numbers written before, so nothing about it is stored. (R. F. Rice, 1979; the
/// adaptation is that of JPEG-LS, ITU-T T.87, A.5.)
package struct BitWriter {
  private(set) var bytes: [UInt8] = []
  private var pending: UInt64 = 0
  private var pendingBits = 0

  package init() {}

  package mutating func write(_ value: UInt64, bits: Int) {
    var left = bits
    while left > 0 {
      let step = min(left, 32)
      let part = value >> UInt64(left - step) & (1 << UInt64(step) - 1)
      pending = pending << UInt64(step) | part
      pendingBits += step
      left -= step
      while pendingBits >= 8 {
        pendingBits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pending >> UInt64(pendingBits)))
      }
    }
  }

  package mutating func write(_ value: UInt64, by model: inout RiceModel) {
    let k = model.bits
    let high = value >> UInt64(k)
    if high < RiceModel.longest {
      write((1 << high - 1) << 1, bits: Int(high) + 1)
      write(value & (1 << UInt64(k) - 1), bits: k)
    } else {
      write(1 << UInt64(RiceModel.longest) - 1, bits: Int(RiceModel.longest))
      write(value, bits: 64)
    }
    model.learn(value)
  }

  package mutating func writeSigned(_ value: Int64, by model: inout RiceModel) {
    write(UInt64(bitPattern: value << 1 ^ value >> 63), by: &model)
  }

  /// The bytes, the last one filled with zeros.
  package mutating func finish() -> [UInt8] {
    if pendingBits > 0 { write(0, bits: 8 - pendingBits) }
    return bytes
  }
}

/// The usual size of the numbers of one kind.
package struct RiceModel {
  /// After this many ones a number follows in full: one outlier must not cost thousands of bits.
  package static let longest: UInt64 = 24
  private var sum: UInt64 = 16
  private var count: UInt64 = 1

  package init() {}

  /// The number of low bits that are written as they are.
  package var bits: Int {
    // The binary logarithm of the mean, rounded down.
    guard sum > count else { return sum == count ? 1 : 0 }
    let guess = count.leadingZeroBitCount - sum.leadingZeroBitCount
    return max(1, count << UInt64(guess) > sum ? guess - 1 : guess)
  }

  package mutating func learn(_ value: UInt64) {
    sum += min(value, 1 << 40)
    count += 1
    // The older half is forgotten by and by.
    if count == 32 {
      sum /= 2
      count = 16
    }
  }
}

/// Reads the bits that `BitWriter` wrote.
///
/// After the end of the bytes there are zeros, and `isExhausted` is true.
package struct BitReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var pending: UInt64 = 0
  private var pendingBits = 0

  package init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// True if more was read than there is.
  package var isExhausted: Bool { index - pendingBits / 8 > bytes.count }

  @inline(__always)
  private mutating func fill() {
    while pendingBits <= 56 {
      let byte = index < bytes.count ? bytes[index] : 0
      index += 1
      pending |= UInt64(byte) << UInt64(56 - pendingBits)
      pendingBits += 8
    }
  }

  /// Reads up to 64 bits.
  package mutating func read(bits: Int) -> UInt64 {
    if bits > 32 { return read(bits: bits - 32) << 32 | read(bits: 32) }
    guard bits > 0 else { return 0 }
    if pendingBits < bits { fill() }
    let value = pending >> UInt64(64 - bits)
    pending <<= UInt64(bits)
    pendingBits -= bits
    return value
  }

  package mutating func read(by model: inout RiceModel) -> UInt64 {
    if pendingBits < 32 { fill() }
    let ones = UInt64((~pending).leadingZeroBitCount)
    let value: UInt64
    if ones < RiceModel.longest {
      let used = Int(ones) + 1
      pending <<= UInt64(used)
      pendingBits -= used
      let k = model.bits
      value = ones << UInt64(k) | read(bits: k)
    } else {
      _ = read(bits: Int(RiceModel.longest))
      value = read(bits: 64)
    }
    model.learn(value)
    return value
  }

  package mutating func readSigned(by model: inout RiceModel) -> Int64 {
    let value = read(by: &model)
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }
}
