extension Unicode.Scalar {
  /// True for characters that steer a terminal, and for those that turn the direction of text: a diagnostic does not
  /// pass them on.
  var isControl: Bool {
    properties.generalCategory == .control || (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
  }
}
