/** The texts of the import of raw records. */
export const texts = {
  files: 'Import raw records from files…',
  folder: 'Import raw records from a folder…',
  noWorkspace: 'Sign in once first: records are saved in the workspace.',
  noFiles: 'There is no .json, .ndjson or .zip file in this folder.',
  tooManyFiles: (count: string, limit: string) =>
    `There are ${count} files; ${limit} can be imported at once. Pack them into one .zip file.`,
  sending: (count: string, sent: string, total: string) => `Sending ${count}: ${sent} of ${total}.`,
  cancelSending: 'Cancel sending',
  notImported: 'Nothing was imported.',
} as const;
