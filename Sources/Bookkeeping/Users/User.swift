import JSON

/// Somebody whom a server lets in.
package struct User: Sendable, Hashable {
  /// What a user may do.
  package enum Role: String, Sendable, CaseIterable {
    /// Reads reports.
    case viewer
    /// Also changes users, guardrails and runs.
    case admin
  }

  /// Whether a user is let in.
  package enum Status: String, Sendable, CaseIterable {
    /// Signed up, and not approved yet.
    case pending
    case active
    case disabled

    /// The word of the clients' sign-in: pending, approved, rejected.
    package var approval: String {
      switch self {
      case .pending: "pending"
      case .active: "approved"
      case .disabled: "rejected"
      }
    }
  }

  /// A random UUID.
  package let id: String
  package var name: String
  package var email: String
  package var role: Role
  package var status: Status
  /// The hash of the password, with its method and its salt.
  package var password: String
  /// The notices that the user wants; without a key all.
  package var preferences: JSONValue = [:]

  /// Makes a user.
  package init(id: String, name: String, email: String, role: Role, status: Status, password: String) {
    (self.id, self.name, self.email, self.role, self.status, self.password) = (id, name, email, role, status, password)
  }
}

/// A device to which a client wants notices pushed.
package struct Device: Sendable, Hashable {
  package var token: String
  package var user: String
  package var platform: String
  package var zone: String

  /// Makes a device.
  package init(token: String, user: String, platform: String, zone: String) {
    (self.token, self.user, self.platform, self.zone) = (token, user, platform, zone)
  }
}
