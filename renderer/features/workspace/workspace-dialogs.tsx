import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import type { DialogName } from '../../stores/ui-store.ts';
import { CaseExportForm } from './case-export-form.tsx';
import { CaseOpenForm } from './case-open-form.tsx';
import { CompactForm } from './compact-form.tsx';
import { MergeForm } from './merge/merge-form.tsx';
import { OpenWorkspaceForm } from './open-workspace-form.tsx';
import { RebuildForm } from './rebuild-form.tsx';
import { texts } from './texts.ts';

type Dialog = {
  readonly title: string;
  readonly size: number;
  content(onDone: () => void): ReactNode;
};

const dialogs: Partial<Readonly<Record<DialogName, Dialog>>> = {
  'workspace-compact': {
    title: texts.dialogs.compact,
    size: 440,
    content: (onDone) => <CompactForm onDone={onDone} />,
  },
  'workspace-open': {
    title: texts.dialogs.open,
    size: 640,
    content: (onDone) => <OpenWorkspaceForm onDone={onDone} />,
  },
  'workspace-rebuild': {
    title: texts.dialogs.rebuild,
    size: 520,
    content: (onDone) => <RebuildForm onDone={onDone} />,
  },
  'case-export': {
    title: texts.dialogs.exportCase,
    size: 460,
    content: (onDone) => <CaseExportForm onDone={onDone} />,
  },
  'review-merge': {
    title: texts.dialogs.merge,
    size: 640,
    content: (onDone) => <MergeForm onDone={onDone} />,
  },
  'case-open': {
    title: texts.dialogs.importCase,
    size: 600,
    content: (onDone) => <CaseOpenForm onDone={onDone} />,
  },
};

/** The dialogs that confirm changes of the workspace file. */
export function WorkspaceDialogs() {
  const { stores } = useApp();
  const name = useUi((state) => state.dialog);
  const dialog = name === null ? undefined : dialogs[name];
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal opened={dialog !== undefined} onClose={close} title={dialog?.title} size={dialog?.size ?? 440}>
      {dialog?.content(close)}
    </Modal>
  );
}
