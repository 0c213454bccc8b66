import Evaluation
import Research
import Synchronization

/// The latest intrinsic value histories, so that a repeated question has the same answer and costs nothing.
package final class IntrinsicValueCache: Sendable {
  package init() {}

  /// A history, with the values that expressions see of it.
  package struct Entry {
    package var history: IntrinsicValueHistory
    /// The same object for the same question, so that columns of it are found again.
    package var values: IntrinsicValues

    package init(history: IntrinsicValueHistory, values: IntrinsicValues) {
      self.history = history
      self.values = values
    }
  }

  private struct Question: Equatable {
    var company: ValuedCompany
    var figures: Fundamentals?
    var origin: Evaluation.Series.ID
  }

  private let entries = Mutex<[(question: Question, entry: Entry)]>([])
  private static let limit = 64

  /// The history of a company as the bars of a series see it; it is made if it is not cached.
  ///
  /// - Parameter foreign: the currencies of the prices and of the values, if they are not the same.
  package func entry(
    of company: ValuedCompany, _ figures: Fundamentals?, on origin: Evaluation.Series,
    foreign: (prices: String, values: String)? = nil
  ) -> Entry {
    let question = Question(company: company, figures: figures, origin: origin.id)
    return entries.withLock { entries in
      if let known = entries.first(where: { $0.question == question }) { return known.entry }
      let history = IntrinsicValueHistory(of: company, figures, on: origin.bars, knownAt: origin.knownTimes())
      let entry = Entry(history: history, values: IntrinsicValues(history, on: origin, foreign: foreign))
      if entries.count == Self.limit { entries.removeFirst() }
      entries.append((question, entry))
      return entry
    }
  }
}
