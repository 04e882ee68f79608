// One import is enough for a client: the stand-ins bring Foundation with them.
@_exported import DiptychPlatform
