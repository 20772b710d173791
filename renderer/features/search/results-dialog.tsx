import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import type { DialogName } from '../../stores/ui-store.ts';

/** A dialog of the results panel; its content is mounted each time it opens. */
export function ResultsDialog({
  name,
  title,
  size,
  children,
}: {
  readonly name: DialogName;
  readonly title: string;
  readonly size: number;
  readonly children: ReactNode;
}) {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === name);
  return (
    <Modal opened={opened} onClose={() => stores.ui.getState().closeDialog()} title={title} size={size}>
      {children}
    </Modal>
  );
}
