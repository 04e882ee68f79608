/// Every command, in the order of the help.
enum CommandTable {
  static let all: [any Command] =
    [
      CompareCommand(), ScanCommand(), LibraryCreateCommand(), ImportCommand(), AssetListCommand(),
      AlbumListCommand(), DumpCommand(), DiffCommand(), ConvertURLsCommand(), VerifyCommand(),
      DoctorCommand(), UserMakeCommand.album, UserMakeCommand.folder, UserRenameAlbumCommand(),
      UserDeleteAlbumCommand(), UserMoveAlbumCommand(), UserMembersCommand.add,
      UserMembersCommand.remove, UserTrashCommand.delete, UserTrashCommand.restore,
      UserTrashCommand.purge, UserEditCommand(), UserRevertCommand(),
    ] + UserMarkCommand.all + [UserAccessCommand(), UserAnswerCommand()]

  /// Groups that the help of the program shows in one line.
  static let groups = [
    "user": "Do what the user does in Photos and Settings, outside the code under test."
  ]
}
