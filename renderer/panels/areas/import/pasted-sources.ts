import type { ImportSource } from '../../../commands/import-commands.ts';

/** What is in the clipboard: its files or, when it has none, its text. */
export function pastedSources(clipboard: Pick<DataTransfer, 'files' | 'getData'>): ImportSource[] {
  if (clipboard.files.length > 0) return [...clipboard.files];
  const text = clipboard.getData('text/plain');
  return text.trim() === '' ? [] : [new File([text], 'Pasted text')];
}
