/// A file of lines that are only added to, in the folder of the data.
package enum RecordFile: String, Sendable {
  /// The signals that were given.
  case signals = "signals.jsonl"
  /// The confidences that were shown.
  case audit = "audit.jsonl"
}
