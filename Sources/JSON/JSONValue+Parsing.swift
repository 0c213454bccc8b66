extension JSONValue {
  /// The number of arrays and objects that may be nested in each other.
  public static let maximumDepth = 200

  /// Reads a JSON text (RFC 8259), strictly: no comments, no trailing commas, nothing after the value.
  ///
  /// A number without fraction and exponent that fits is an exact integer, any other is a double. Of equal
  /// keys the last value counts, in the place of the first.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: Array(text.utf8))
  }

  /// Reads a JSON text from its bytes, which need not be valid UTF-8.
  ///
  /// - Parameters:
  ///   - most: the elements of each array that are kept: a few of them suffice to recognise a document.
  ///   - isStopped: once it is true, the reading of a long text throws `interrupted`.
  public init(
    parsing bytes: [UInt8], elements most: Int = .max, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(JSONError) {
    var reader = JSONReader(bytes, isStopped: isStopped)
    self = try reader.value(elements: most)
    try reader.finish()
  }
}
