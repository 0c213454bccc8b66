import Bookkeeping
import Calendar
import Language
import Reports
import Sessions

extension ListedAlert {
  /// An alert with its state here.
  init(_ alert: LiveAlert) {
    let text = alert.kept.text
    let triggers = alert.kept.triggers
    let times = triggers.values.map(\.times).reduce(0, +)
    self.init(
      name: alert.kept.name, condition: text.firstRange(of: " when ").map { String(text[$0.upperBound...]) } ?? text,
      series: triggers.keys.sorted().joined(separator: ", "),
      state: alert.failure
        ?? (alert.kept.isOn ? "on" : alert.call?.has(.once) == true && times > 0 ? "fired" : "off"),
      fired: triggers.values.compactMap(\.fired).max().map { Timestamp(milliseconds: $0) }, times: times)
  }
}
