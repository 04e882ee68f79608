@_exported import DiptychPlatform
