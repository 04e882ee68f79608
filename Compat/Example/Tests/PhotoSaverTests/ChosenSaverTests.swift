import DiptychTestingSwiftTesting
import Testing

@testable import PhotoSaver

/// The saver that takes either API, chosen at run time.
struct ChosenSaverTests {
  @Test func bothChoicesSave() async {
    let picture = TestPicture.jpeg(seed: 1).data
    await expectIdenticalLibraries(
      legacy: {
        #expect(await ChosenSaver(apiNamed: "assetsLibrary").save(picture, to: "A") == nil)
      },
      modern: { #expect(await ChosenSaver(apiNamed: "photos").save(picture, to: "A") == nil) })
  }

  // D3: where the API can insert, the newest photo is the cover.
  @Test func theNewestComesFirstWhereItCan() async {
    let pictures = [1, 2].map { TestPicture.jpeg(seed: $0).data }
    await expectIdenticalLibraries(
      allowing: [.albumOrder],
      legacy: {
        for picture in pictures {
          _ = await ChosenSaver(apiNamed: "assetsLibrary").save(picture, to: "A")
        }
      },
      modern: {
        for picture in pictures { _ = await ChosenSaver(apiNamed: "photos").save(picture, to: "A") }
      })
  }

  @Test func capabilitiesAreAskedFor() {
    #expect(ChosenSaver(apiNamed: "photos").missing == ["metadata"])
    #expect(ChosenSaver(apiNamed: "assetsLibrary").missing.contains("deletion"))
    #expect(!ChosenSaver(apiNamed: "assetsLibrary").missing.contains("metadata"))
  }

  @Test(.photoLibrary(access: .denied)) func aRefusalIsASentence() async {
    let sentence = await ChosenSaver(apiNamed: "photos").save(TestPicture.jpeg().data, to: "A")
    #expect(sentence == "The album cannot be made.")
  }
}
