import JSON

/// What happens to a run between two of its bars.
extension RunState {
  /// The state on a series that has more bars before the next one, or fewer: all numbers of bars move.
  public func moved(by bars: Int) -> RunState {
    guard bars != 0 else { return self }
    return changed { key, value in
      guard Self.barNumbers.contains(key), let number = value.intValue else { return nil }
      return .integer(number + bars)
    }
  }

  private static let barNumbers: Set<String> = ["next", "decided", "entry_index", "first_live", "index", "ruined"]

  /// The state once all entries that wait are cancelled; exits that were decided remain.
  public var withoutEntries: RunState {
    changed { key, value in
      switch key {
      case "resting", "bracket": return .null
      case "order":
        guard !value.isNull else { return nil }
        let leaves =
          value["exit"]?.isNull == false || value["part_rules"]?.elements?.isEmpty == false
          || value["resizes"]?.boolValue == true
        guard leaves else { return .null }
        return Self.changed(value) { key, _ in ["entry_rule", "entry_side", "entry_record"].contains(key) ? .null : nil
        }
      default: return nil
      }
    }
  }

  /// The state once the stop and the target of all lots are these prices; nil for none.
  public func withLevels(stop: Double?, target: Double?) -> RunState {
    func level(_ price: Double?, of lot: JSONValue, without none: String) -> JSONValue {
      price.map { .number((lot["side"]?.stringValue == "short" ? -1 : 1) * $0) } ?? .string(none)
    }
    return changed { key, value in
      guard key == "lots", let lots = value.elements else { return nil }
      return .array(
        lots.map { lot in
          Self.changed(lot) { key, _ in
            switch key {
            case "stop": level(stop, of: lot, without: "-inf")
            case "target": level(target, of: lot, without: "inf")
            default: nil
            }
          }
        })
    }
  }

  /// True if an entry waits.
  public var waits: Bool {
    json["resting"]?.isNull == false || json["bracket"]?.isNull == false
      || json["order"]?["entry_rule"].map { !$0.isNull } ?? false
  }

  /// The units that are held, below zero for those that were sold short.
  public var heldUnits: Double {
    (json["lots"]?.elements ?? []).reduce(0) { sum, lot in
      sum + (lot["side"]?.stringValue == "short" ? -1 : 1) * (lot["units"]?.doubleValue ?? 0)
    }
  }

  /// True if a lot is held.
  public var holds: Bool { json["lots"]?.elements?.isEmpty == false }

  private func changed(_ change: (_ key: String, _ value: JSONValue) -> JSONValue?) -> RunState {
    // The number of the next bar remains a number.
    (try? RunState(Self.changed(json, change))) ?? self
  }

  /// The value with some of its members changed, at any depth; nil keeps one.
  private static func changed(_ value: JSONValue, _ change: (String, JSONValue) -> JSONValue?) -> JSONValue {
    switch value {
    case .object(let members):
      .object(members.map { .init($0.key, change($0.key, $0.value) ?? changed($0.value, change)) })
    case .array(let elements): .array(elements.map { changed($0, change) })
    default: value
    }
  }
}
