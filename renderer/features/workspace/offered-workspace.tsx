import { Button, Stack } from '@mantine/core';
import { formatBytes } from '../../../shared/format.ts';
import type { Failure } from '../../../shared/result.ts';
import type { WorkspaceInspection } from '../../../shared/workspace/workspace-file.ts';
import { describeWorkspaceCounts } from '../../ui/describe-workspace-counts.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The contents of a chosen workspace file, before it is opened or recovered. */
export function OfferedWorkspace({
  offered,
  isBusy,
  failure,
  onOpen,
  onRecover,
  onImport,
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
  /** Undefined where the file cannot be handed to the import. */
  readonly onImport: (() => void) | undefined;
  readonly onBack: () => void;
}) {
  const { inspection, fileName, bytes } = offered;
  return (
    <Stack gap={10}>
      {inspection.kind === 'workspace' ? (
        <FieldRows
          rows={[
            { label: texts.offered.file, value: fileName },
            { label: texts.offered.name, value: inspection.name ?? texts.offered.unnamed },
            { label: texts.offered.size, value: formatBytes(bytes) },
            { label: texts.offered.contents, value: describeWorkspaceCounts(inspection.counts) },
            ...(inspection.leftBehind
              ? [{ label: texts.case.leftBehind, value: texts.case.leftBehindParts(inspection.leftBehind) }]
              : []),
            { label: texts.offered.schema, value: inspection.schemaVersion },
          ]}
        />
      ) : (
        <Note tone="bad">
          {texts.offered.notAWorkspace(fileName)} {inspection.reason}
        </Note>
      )}
      {inspection.kind === 'workspace' ? <AgeNote age={inspection.age} /> : null}
      {failure ? <FailureNote failure={failure} title={texts.offered.notOpened} /> : null}
      <div className={styles.actions}>
        {inspection.kind === 'workspace' ? (
          <Button variant="filled" loading={isBusy} onClick={onOpen} data-autofocus>
            {texts.offered.open}
          </Button>
        ) : null}
        {inspection.kind === 'workspace' && onImport ? (
          <Button disabled={isBusy} onClick={onImport}>
            {texts.offered.importCase}
          </Button>
        ) : null}
        {inspection.kind === 'damaged' ? (
          <Button variant="filled" loading={isBusy} onClick={onRecover} data-autofocus>
            {texts.offered.recover}
          </Button>
        ) : null}
        <Button onClick={onBack}>{texts.offered.back}</Button>
      </div>
    </Stack>
  );
}

function AgeNote({ age }: { readonly age: 'current' | 'older' | 'newer' }) {
  if (age === 'current') return null;
  return <Note tone="warn">{age === 'older' ? texts.offered.older : texts.offered.newer}</Note>;
}
