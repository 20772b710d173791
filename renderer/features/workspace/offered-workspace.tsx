import { Button, Stack } from '@mantine/core';
import { formatBytes } from '../../../shared/format.ts';
import type { Failure } from '../../../shared/result.ts';
import type { WorkspaceInspection } from '../../../shared/workspace/workspace-file.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';

import styles from './workspace.module.css';

/** The contents of a chosen workspace file, before it is opened or recovered. */
export function OfferedWorkspace({
  offered,
  isBusy,
  failure,
  onOpen,
  onRecover,
  onBack,
}: {
  readonly offered: {
    readonly fileName: string;
    readonly bytes: number;
    readonly inspection: WorkspaceInspection;
  };
  readonly isBusy: boolean;
  readonly failure: Failure | null;
  readonly onOpen: () => void;
  readonly onRecover: () => void;
  readonly onBack: () => void;
}) {
  const { inspection, fileName, bytes } = offered;
  return (
    <Stack gap={10}>
      {inspection.kind === 'workspace' ? (
        <FieldRows
          rows={[
            { label: 'File', value: fileName },
            { label: 'Name', value: inspection.name ?? 'Unnamed' },
            { label: 'Size', value: formatBytes(bytes) },
            { label: 'Contents', value: describeWorkspaceCounts(inspection.counts) },
            { label: 'Schema', value: inspection.schemaVersion },
          ]}
        />
      ) : (
        <Note tone="bad">
          {fileName} cannot be opened as a workspace. {inspection.reason}
        </Note>
      )}
      {inspection.kind === 'workspace' ? <AgeNote age={inspection.age} /> : null}
      {failure ? <FailureNote failure={failure} title="The workspace was not opened." /> : null}
      <div className={styles.actions}>
        {inspection.kind === 'workspace' ? (
          <Button variant="filled" loading={isBusy} onClick={onOpen} data-autofocus>
            Open
          </Button>
        ) : null}
        {inspection.kind === 'damaged' ? (
          <Button variant="filled" loading={isBusy} onClick={onRecover} data-autofocus>
            Recover into a new workspace
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
