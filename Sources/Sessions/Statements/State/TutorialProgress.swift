/// The progress of the tutorial.
package struct TutorialProgress: Sendable {
  /// The number of the step to be done, from 1.
  package var step: Int

  package init(step: Int) { self.step = step }
}
