@_exported import DiptychTesting
