import { Button, Stack } from '@mantine/core';
import type { Failure } from '../../../shared/result.ts';
import type { WorkspaceLook } from '../../../shared/workspace/workspace-file.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatBytes } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import { describeCounts } from '../settings/workspace-section.tsx';
import styles from './workspace.module.css';

/** A file that was chosen, before anything is done with it. */
export function OfferedWorkspace({
  offered,
  busy,
  failure,
  onOpen,
  onRescue,
  onBack,
}: {
  readonly offered: { readonly fileName: string; readonly bytes: number; readonly look: WorkspaceLook };
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  readonly onOpen: () => void;
  readonly onRescue: () => void;
  readonly onBack: () => void;
}) {
  const { look, fileName, bytes } = offered;
  return (
    <Stack gap={10}>
      {look.kind === 'workspace' ? (
        <FieldRows
          rows={[
            { label: 'File', value: fileName },
            { label: 'Name', value: look.name ?? 'Not named' },
            { label: 'Size', value: formatBytes(bytes) },
            { label: 'Holds', value: describeCounts(look.counts) },
            { label: 'Schema', value: look.schemaVersion },
          ]}
        />
      ) : (
        <Note tone="bad">
          {fileName} cannot be opened as a workspace. {look.reason}
        </Note>
      )}
      {look.kind === 'workspace' ? <AgeNote age={look.age} /> : null}
      {failure ? <FailureNote failure={failure} title="It was not opened." /> : null}
      <div className={styles.actions}>
        {look.kind === 'workspace' ? (
          <Button variant="filled" loading={busy} onClick={onOpen} data-autofocus>
            Open
          </Button>
        ) : null}
        {look.kind === 'damaged' ? (
          <Button variant="filled" loading={busy} onClick={onRescue} data-autofocus>
            Rescue into a new workspace
          </Button>
        ) : null}
        <Button onClick={onBack}>Back</Button>
      </div>
    </Stack>
  );
}

function AgeNote({ age }: { readonly age: 'current' | 'older' | 'newer' }) {
  if (age === 'current') return null;
  return (
    <Note tone="warn">
      {age === 'older'
        ? 'It was written by an older Sightline. Opening it brings it up to date; older versions can then only read it.'
        : 'It was written by a newer Sightline. It can be read, but not changed, until this one is updated.'}
    </Note>
  );
}
