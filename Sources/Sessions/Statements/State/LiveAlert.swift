import Bookkeeping
import Language

/// An alert of the book, with its statement as it is read here.
package struct LiveAlert: Sendable {
  /// Its record in the book.
  package var kept: KeptAlert
  /// The statement that makes it; nil if it cannot be read.
  package let call: CommandCall?
  /// The reason why it cannot be computed now; nil if it can.
  package var failure: String?
  /// The newest price that it has seen, by series.
  package var prices: [String: Double] = [:]

  package init(kept: KeptAlert, call: CommandCall?, failure: String? = nil) {
    (self.kept, self.call, self.failure) = (kept, call, failure)
  }
}
