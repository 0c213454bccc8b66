/// An entry of the prompt.
package struct PromptEntry: Sendable, Hashable {
  package var text: String
  /// The time at which it was entered, in ISO 8601; nil if it is not known.
  package var time: String?
  /// The number of its result among those of this session, `$3`; nil for an entry without one, and for earlier ones.
  package var result: Int?

  package init(text: String, time: String?) {
    self.text = text
    self.time = time
  }
}
