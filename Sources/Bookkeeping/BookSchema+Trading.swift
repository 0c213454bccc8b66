extension BookSchema {
  /// Guardrails, and the orders of accounts.
  static let trading = """
    """
}
