@_exported import DiptychPhotos
