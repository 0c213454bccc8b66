/// The values of a series, one for each bar, in contiguous memory.
///
/// A missing value is NaN. A column of booleans holds 1 for true, 0 for false and NaN for missing. Infinity is never in
/// a column: code that computes a value that is not finite stores NaN.
public struct Column: Sendable, Hashable {
  /// The values, oldest first.
  public var values: Values<Double> {
    // The cached facts about them no longer hold.
    didSet { cell = nil }
  }

  private var cell: CompletenessCell? = CompletenessCell()

  /// Makes a column of the given values, oldest first.
  public init(_ values: [Double]) { self.init(Values(values)) }

  /// Makes a column of the given values, oldest first.
  public init(_ values: Values<Double>) { self.values = values }

  /// Makes a column of `count` equal values.
  public init(repeating value: Double, count: Int) { self.init(Values(repeating: value, count: count)) }

  /// The facts about missing values: found once, and cached until the column changes.
  public var completeness: Completeness {
    cell?.completeness(values) ?? values.withUnsafeBufferPointer { Completeness($0) }
  }

  /// Whether both have the same values; missing values differ from each other, as they do in an array.
  public static func == (left: Column, right: Column) -> Bool { left.values == right.values }

  /// Hashes the values.
  public func hash(into hasher: inout Hasher) { values.hash(into: &hasher) }

  /// Makes a column whose memory is written by `body`, which must set each of the `count` values.
  ///
  /// - Complexity: one allocation; the memory is not cleared first.
  public init(
    count: Int,
    filledBy body: (UnsafeMutableBufferPointer<Double>) -> Void
  ) {
    let values = [Double](unsafeUninitializedCapacity: count) { buffer, initialized in
      ColumnMemory.preferLargePages(buffer.baseAddress, byteCount: buffer.count * MemoryLayout<Double>.stride)
      body(UnsafeMutableBufferPointer(rebasing: buffer[0..<count]))
      initialized = count
    }
    self.init(values)
  }

  /// The number of values, missing ones included.
  public var count: Int { values.count }

  /// The value of one bar; NaN if it is missing.
  public subscript(index: Int) -> Double {
    get { values[index] }
    set { values[index] = newValue }
  }

  /// The index of the first value that is there, or nil if all are missing.
  public var firstValid: Int? { values.firstIndex { !$0.isNaN } }

  /// The number of missing values.
  public var missingCount: Int {
    values.withUnsafeBufferPointer { values in
      var missing: Int64 = 0
      // Only a missing value differs from itself. The plain loop is turned into one on several values at a time.
      for index in 0..<values.count { missing &+= values[index] == values[index] ? 0 : 1 }
      return Int(missing)
    }
  }

  /// The column without its last bars: the first `count` values.
  public func prefix(_ count: Int) -> Column { Column(values.prefix(count)) }

  /// The column with the values of another one after its own; see ``Values/appending(_:)``.
  public func appending(_ others: Column) -> Column { Column(values.appending(others.values)) }
}

extension Double {
  /// The missing value of a column.
  @inlinable public static var missing: Double { .nan }

  /// The number itself, or missing if it is infinite: results that are not finite are missing.
  ///
  /// A comparison, as that becomes one vector instruction in a loop and a look at the exponent's bits does not.
  @inlinable public var finiteOrMissing: Double { magnitude <= .greatestFiniteMagnitude ? self : .nan }
}
