// A client of Photos needs the predicates, sort keys and stand-in types without a second import.
@_exported import DiptychPlatform
