import Testing

@testable import FaultSweeping

/// Which points of a sweep are tried.
@Suite("Sampling")
struct SamplingTests {
  @Test("at most so many points are spread evenly, and the first and the last are among them")
  func most() {
    #expect(Sampling.most(5).points(of: 901) == [1, 226, 451, 676, 901])
    #expect(Sampling.most(5).points(of: 3) == [1, 2, 3])
    #expect(Sampling.most(5).points(of: 0) == [])
    #expect(Sampling.most(1).points(of: 9) == [1])
    for count in 1...60 {
      for most in 2...12 {
        let points = Sampling.most(most).points(of: count)
        #expect(points.count == min(count, most))
        #expect(points.first == 1 && points.last == count)
        #expect(Set(points).count == points.count)
      }
    }
  }

  @Test("each n-th point begins with the first and has no end")
  func every() {
    #expect(Sampling.every(1).points(of: 4) == [1, 2, 3, 4])
    #expect(Sampling.every(3).points(of: 8) == [1, 4, 7])
    #expect(Sampling.every(3).next(after: 7, of: 8) == 10)
  }

  @Test("where nobody can tell how many there are, each point is twice as far as the one before")
  func unknown() {
    #expect(Sampling.most(9).next(after: 0, of: nil) == 1)
    #expect(Sampling.most(9).next(after: 1, of: nil) == 2)
    #expect(Sampling.most(9).next(after: 64, of: nil) == 128)
    #expect(Sampling.every(2).next(after: 5, of: nil) == 7)
  }

  @Test("what a sampling says can be read", arguments: [Sampling.every(7), .most(12)])
  func description(_ sampling: Sampling) {
    #expect(Sampling(sampling.description) == sampling)
    for text in ["", "most", "most:0", "every:-1", "some:3", "most:3:4"] {
      #expect(Sampling(text) == nil)
    }
  }
}
