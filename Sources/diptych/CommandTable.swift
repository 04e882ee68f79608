/// Every command, in the order of the help.
enum CommandTable {
  static let all: [any Command] =
    [
      CompareCommand(), LessonCommand(), ScanCommand(), ConvertURLsCommand(),
      LibraryCreateCommand(), ImportCommand(), ExportCommand(), BackupCommand(), VerifyCommand(),
      AssetListCommand(), AssetShowCommand(), AlbumListCommand(), AlbumShowCommand(),
      AlbumEditCommand.create, AlbumEditCommand.add, HistoryCommand(), WatchCommand(),
      DumpCommand(), DiffCommand(), AccessCommand(), DoctorCommand(), CompletionsCommand(),
      ManCommand(), CompleteCommand(), UserMakeCommand.album, UserMakeCommand.folder,
      UserRenameAlbumCommand(),
      UserDeleteAlbumCommand(), UserMoveAlbumCommand(), UserMembersCommand.add,
      UserMembersCommand.remove, UserTrashCommand.delete, UserTrashCommand.restore,
      UserTrashCommand.purge, UserLocalityCommand.offload, UserLocalityCommand.download,
      UserEditCommand(), UserRevertCommand(),
    ] + UserMarkCommand.all + [UserAccessCommand(), UserAnswerCommand()]

  /// Groups that the help of the program shows in one line.
  static let groups = [
    "user": "Do what the user does in Photos and Settings, outside the code under test."
  ]
}
