import { Anchor } from '@mantine/core';
import { Note } from './note.tsx';

/** A file that was written, and where the browser can download it. */
export type ExportedFile = { readonly name: string; readonly path: string; readonly downloadUrl?: string };

/** Shows the path of an exported file. */
export function ExportedFileNote({ file: { name, path, downloadUrl } }: { readonly file: ExportedFile }) {
  return (
    <Note>
      Exported to {path}.{' '}
      {downloadUrl && (
        <Anchor href={downloadUrl} download={name}>
          Download {name}
        </Anchor>
      )}
    </Note>
  );
}
