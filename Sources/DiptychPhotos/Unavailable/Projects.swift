// Projects are made by extensions of the Photos application on a Mac.

/// A project of the Photos application.
@available(
  *, unavailable,
  message:
    "There are no Photos projects here: keep the data of a project beside the library, and its assets in an album."
)
open class PHProject: PHAssetCollection, @unchecked Sendable {
  // Sendable for the reason that PHObject states.
}

/// A request to change a project.
@available(
  *, unavailable,
  message:
    "There are no Photos projects here: keep the data of a project beside the library, and its assets in an album."
)
public class PHProjectChangeRequest: PHChangeRequest {}
