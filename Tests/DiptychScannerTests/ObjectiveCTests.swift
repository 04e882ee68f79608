import DiptychScanner
import Testing

/// Sources in Objective-C: what counts, and what must not (issue item 1).
@Suite struct ObjectiveCTests {
  @Test(arguments: messages + receivers)
  func calls(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: silent)
  func whatDoesNotCount(_ sample: Sample) throws { try sample.check() }

  @Test(arguments: names)
  func namesAlone(_ sample: Sample) throws { try sample.check() }

  private static let messages = [
    Sample(
      "a message over several lines with blocks and sends as arguments", "A.m",
      """
      - (void)load {
        [self.library
            enumerateGroupsWithTypes:(ALAssetsGroupAlbum | ALAssetsGroupFaces)
                          usingBlock:^(ALAssetsGroup *group, BOOL *stop) {
                            [group enumerateAssetsUsingBlock:^(ALAsset *a, NSUInteger i, BOOL *s) {
                              [items addObject:[[a defaultRepresentation] filename]];
                            }];
                          }
                        failureBlock:^(NSError *error) { NSLog(@"%@: %d", error, x ? 1 : 2); }];
      }
      """,
      [
        "3 enumerateGroupsWithTypes:usingBlock:failureBlock:", "3 ALAssetsGroupAlbum",
        "3 ALAssetsGroupFaces", "4 ALAssetsGroup", "5 enumerateAssetsUsingBlock:", "5 ALAsset",
        "6 defaultRepresentation", "6 filename",
      ]),
    Sample(
      "conditional expressions are no labels", "A.m",
      """
      [group enumerateAssetsWithOptions:r ? NSEnumerationReverse : 0 usingBlock:b ?: other];
      [library writeImageToSavedPhotosAlbum:c ? a : d metadata:m ? m : nil completionBlock:nil];
      """,
      [
        "1 enumerateAssetsWithOptions:usingBlock:",
        "2 writeImageToSavedPhotosAlbum:metadata:completionBlock:",
      ]),
    Sample(
      "dot syntax, chains and setters", "A.m",
      """
      void f(ALAsset *asset, ALAssetsGroup *group) {
        NSURL *url = asset.defaultRepresentation.url;
        long long n = asset.defaultRepresentation.size + [[asset defaultRepresentation] size];
        group.assetsFilter = ALAssetsFilter.allPhotos;
        BOOL e = group.isEditable && asset.editable;
      }
      """,
      [
        "1 ALAsset", "1 ALAssetsGroup", "2 defaultRepresentation", "2 url",
        "3 defaultRepresentation", "3 size", "3 defaultRepresentation", "3 size",
        "4 assetsFilter", "4 allPhotos", "5 isEditable", "5 editable",
      ]),
    Sample(
      "making objects is one use", "A.m",
      "id a = [[ALAssetsLibrary alloc] init];\nid b = [ALAssetsLibrary new];\n"
        + "[[[ALAssetsLibrary alloc] init] assetForURL:u resultBlock:r failureBlock:nil];",
      [
        "1 ALAssetsLibrary", "2 ALAssetsLibrary", "3 ALAssetsLibrary",
        "3 assetForURL:resultBlock:failureBlock:",
      ]),
    Sample(
      "a selector by name", "A.m",
      "[x respondsToSelector:@selector(addAssetsGroupAlbumWithName:resultBlock:failureBlock:)];\n"
        + "[x respondsToSelector:@selector(size)];",
      ["1 addAssetsGroupAlbumWithName:resultBlock:failureBlock:"]),
  ]

  private static let receivers = [
    Sample(
      "casts", "A.m",
      """
      UIImage *a = image([(ALAsset *)things[0] thumbnail]);
      UIImage *b = image(((ALAsset *)thing).thumbnail);
      NSUInteger n = [(ALAssetsGroup *)[list objectAtIndex:0] numberOfAssets];
      """,
      [
        "1 ALAsset", "1 thumbnail", "2 ALAsset", "2 thumbnail", "3 ALAssetsGroup",
        "3 numberOfAssets",
      ]),
    Sample(
      "what an object is asked to be", "A.m",
      """
      - (void)show:(id)asset model:(Model *)model {
        if ([asset isKindOfClass:[PHAsset class]]) { return; }
        if ([asset isKindOfClass:[ALAsset class]]) { use([asset thumbnail]); }
        if ([model.asset isKindOfClass:[ALAsset class]]) use([model.asset thumbnail]);
      }
      """,
      ["3 ALAsset", "3 thumbnail", "4 ALAsset", "4 thumbnail"]),
    Sample(
      "collections", "A.m",
      """
      void f(NSArray<ALAsset *> *assets, NSMutableArray *groups, ALAssetsGroup *g) {
        [groups addObject:g];
        for (ALAsset *asset in assets) use(asset.thumbnail);
        use([assets[0] thumbnail], [[assets lastObject] thumbnail]);
        use([[groups objectAtIndex:1] numberOfAssets], [groups[0] valueForProperty:key]);
        use([assets.firstObject thumbnail], ((ALAsset *)other[0]).thumbnail);
        for (id asset in assets) { use([asset thumbnail]); }
        [assets enumerateObjectsUsingBlock:^(id o, NSUInteger i, BOOL *s) { use([o thumbnail]); }];
        [other enumerateObjectsUsingBlock:^(id o, NSUInteger i, BOOL *s) { use([o thumbnail]); }];
      }
      """,
      [
        "1 ALAsset", "1 ALAssetsGroup", "3 ALAsset", "3 thumbnail", "4 thumbnail", "4 thumbnail",
        "5 numberOfAssets", "5 valueForProperty:", "6 thumbnail", "6 ALAsset", "6 thumbnail",
        "7 thumbnail", "8 thumbnail",
      ]),
    Sample(
      "properties, instance variables, self and results of methods", "A.m",
      """
      @interface Item () { ALAsset *_kept; }
      @property (nonatomic, strong) ALAssetRepresentation *representation;
      @end
      @implementation Item
      - (ALAsset *)current { return _kept; }
      - (void)go {
        __weak typeof(self) weak_ = self;
        use(self.representation.scale, [_representation scale], [[self current] thumbnail]);
        use([weak_.current thumbnail], self->_kept.thumbnail);
      }
      @end
      """,
      [
        "1 ALAsset", "2 ALAssetRepresentation", "5 ALAsset", "8 scale", "8 scale", "8 thumbnail",
        "9 thumbnail", "9 thumbnail",
      ]),
    Sample(
      "a category of the library calls itself", "A.m",
      """
      @implementation ALAssetsLibrary (Album)
      - (void)save:(ALAsset *)asset in:(ALAssetsGroup *)group {
        [self writeVideoAtPathToSavedPhotosAlbum:u completionBlock:nil];
        if ([group addAsset:asset]) return;
      }
      @end
      """,
      [
        "1 ALAssetsLibrary", "2 ALAsset", "2 ALAssetsGroup",
        "3 writeVideoAtPathToSavedPhotosAlbum:completionBlock:", "4 addAsset:",
      ]),
    Sample(
      "valueForProperty: by its receiver or by the property", "A.m",
      "[thing valueForProperty:ALAssetPropertyDate];\n[item valueForProperty:MPMediaItemTitle];\n"
        + "[list[0] valueForProperty:@\"ALAssetPropertyType\"];",
      ["1 valueForProperty:", "1 ALAssetPropertyDate", "3 valueForProperty:"]),
  ]

  /// Precision: names that others have, too, and text that is no code.
  private static let silent = [
    Sample(
      "comments and strings", "A.m",
      """
      // [library assetForURL:u resultBlock:r failureBlock:f] \\
         ALAssetsLibrary goes on in this line
      /* ALAssetsLibrary *a; /* no nesting in C */
      NSString *s = @"ALAssetsLibrary \\" ALAsset", *t = @"[x defaultRepresentation]";
      char c = '"', d = '\\''; /* ALAsset */ int e;
      #pragma mark - ALAssetsLibrary
      """, []),
    Sample(
      "dead branches", "A.m",
      """
      #if 0
      ALAsset *a; // it's dead
      don't read this "either
      #if 1
      ALAsset *b;
      #endif
      #else
      ALAsset *live;
      #endif
      #if 1
      #else
      ALAsset *c;
      #endif
      #if FEATURE
      ALAsset *d;
      #elif 0
      ALAsset *e;
      #endif
      # if (0) /* why */
      ALAsset *f;
      # endif
      """, ["8 ALAsset", "15 ALAsset"]),
    Sample(
      "receivers of other classes", "A.m",
      """
      - (void)f:(NSArray *)list view:(UIView *)view {
        use([list size], view.scale, [view metadata], file.url, [cell.image orientation]);
        [set addAsset:x];
        Wrapper *group = g;
        use([group numberOfAssets], group.posterImage, [group defaultRepresentation]);
        ALAsset *only;
      }
      """, ["6 ALAsset"]),
    Sample(
      "a wrapper's own methods", "A.m",
      """
      @implementation Wrapper
      - (UIImage *)posterImage { return nil; }
      - (void)numberOfAssets { ALAsset *a; use([self posterImage], [other posterImage]); }
      @end
      """, ["3 ALAsset"]),
    Sample(
      "methods and variables that are called like a class or notification", "A.m",
      """
      @implementation Watcher
      - (void)ALAssetsLibraryChangedNotification:(NSNotification *)note {
        [c addObserver:self selector:@selector(ALAssetsLibraryChangedNotification:) name:nil];
      }
      - (void)setALAsset:(ALAsset *)ALAsset { if (ALAsset) { self.ALAsset = ALAsset; } }
      @end
      """, ["5 ALAsset"]),
    Sample(
      "array literals and subscripts", "A.m", "id a = @[ALAsset_, b]; c[size] = d[i + 1];", []),
    Sample(
      "a raw string of C++", "A.mm", "auto s = R\"x(ALAsset \" )\" ALAsset)x\"; ALAsset *a;",
      ["1 ALAsset"]),
  ]

  private static let names = [
    Sample(
      "imports", "A.m",
      """
      #import <AssetsLibrary/AssetsLibrary.h>
      #  include <AssetsLibrary/ALAsset.h>
      @import AssetsLibrary;
      #import "ALAssetsLibrary+Album.h"
      #import <Photos/Photos.h>
      """,
      ["1 AssetsLibrary/AssetsLibrary.h", "2 AssetsLibrary/ALAsset.h", "3 AssetsLibrary"]),
    Sample(
      "constants, keys, errors, notifications, functions and cases", "A.m",
      """
      id v = info[ALAssetLibraryUpdatedAssetsKey];
      [c addObserver:self selector:s name:ALAssetsLibraryChangedNotification object:nil];
      switch (e.code) { case ALAssetsLibraryAccessUserDeniedError: break; }
      UIImageWriteToSavedPhotosAlbum(image, nil, nil, NULL);
      BOOL ok = UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(p) && x == ALAssetOrientationUp;
      NSURL *u = info[UIImagePickerControllerReferenceURL];
      #define GROUPS ALAssetsGroupAll
      """,
      [
        "1 ALAssetLibraryUpdatedAssetsKey", "2 ALAssetsLibraryChangedNotification",
        "3 ALAssetsLibraryAccessUserDeniedError", "4 UIImageWriteToSavedPhotosAlbum",
        "5 UIVideoAtPathIsCompatibleWithSavedPhotosAlbum", "5 ALAssetOrientationUp",
        "6 UIImagePickerControllerReferenceURL", "7 ALAssetsGroupAll",
      ]),
    Sample(
      "addresses in strings", "A.m",
      """
      NSURL *u = [NSURL URLWithString:@"assets-library://asset/asset.JPG?id=1&ext=JPG"];
      BOOL old = [url.scheme isEqualToString:@"assets-library"];
      NSString *s = @"an assets-library of ours";
      """, ["1 assets-library://asset/asset.JPG?id=1&ext=JPG", "2 assets-library"]),
  ]
}
