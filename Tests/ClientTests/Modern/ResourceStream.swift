import Foundation
import Photos

/// The bytes of a resource as a stream that can be given up.
package struct ResourceStream {
  package let resource: PHAssetResource

  package init(_ resource: PHAssetResource) { self.resource = resource }

  package func chunks(
    of manager: PHAssetResourceManager = .default(), options: PHAssetResourceRequestOptions?
  ) -> AsyncThrowingStream<Data, Error> {
    AsyncThrowingStream { [weak manager] stream in
      let request = manager?.requestData(
        for: resource,
        options: options,
        dataReceivedHandler: { data in
          stream.yield(data)
        },
        completionHandler: { error in
          stream.finish(throwing: error)
        })
      stream.onTermination = { [weak manager] end in
        if case .cancelled = end { request.map { manager?.cancelDataRequest($0) } }
      }
    }
  }

  package func copy(to url: URL, done: @escaping (Error?) -> Void) {
    PHAssetResourceManager.default().writeData(for: resource, toFile: url, options: nil) { error in
      done(error)
    }
  }
}
