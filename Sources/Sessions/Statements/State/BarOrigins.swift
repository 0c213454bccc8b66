/// How the bars came that a live series has taken in, for `explain`.
package struct BarOrigins: Sendable {
  /// The bars that the stream closed.
  package var live = 0
  /// The bars that were fetched, as the stream did not have them.
  package var filled = 0
  /// The corrections of bars that had closed.
  package var corrected = 0
  /// The openings of the first and the last bar of the last gap that was filled, in milliseconds since 1970.
  package var lastGap: (from: Int64, through: Int64)?

  package init() {}
}
