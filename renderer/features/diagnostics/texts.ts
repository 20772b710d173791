/** All texts that the room `diagnostics` shows. */
export const texts = {
  commands: {
    openLogs: 'Open logs',
    exportDiagnostics: 'Export diagnostics…',
    checkMachine: 'Check this computer…',
    logsAre: (folder: string) => `The logs are in ${folder}`,
    logsNotOpened: 'The logs were not opened.',
  },
  dialog: {
    title: 'Export diagnostics',
    about:
      'This is all that the file will contain: versions, some settings, names of crash dumps, and the logs. The logs list what happened, when, how long it took, codes of failures, and the names of servers. They contain no passwords, tokens, results or positions. Nothing is sent anywhere.',
    contents: 'Contents of the diagnostics',
    loading: 'Collecting the diagnostics…',
    notCollected: 'The diagnostics were not collected.',
    notSaved: 'The diagnostics were not saved.',
    save: 'Save…',
    cancel: 'Cancel',
    saved: 'The diagnostics were saved.',
  },
  checks: {
    run: 'Check this computer',
    about:
      'Saves and removes a test entry in the keychain, writes and removes a file in the data folder, and connects to the service of the profile.',
    result: 'Checks of this computer',
    failed: 'This computer was not checked.',
  },
} as const;
