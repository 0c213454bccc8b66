/// The names of months and weekdays.
public enum CalendarNames {
  /// January to December in three letters.
  public static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  /// Monday to Sunday.
  public static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The name of a value of the keys `month` and `weekday`, which count from 1; nil for other keys and values.
  public static func name(of value: Double, key: String) -> String? {
    guard let number = Int(exactly: value) else { return nil }
    let names = key == "month" ? months : key == "weekday" ? weekdays : []
    return names.indices.contains(number - 1) ? names[number - 1] : nil
  }
}
