import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { ExportForm } from './export-form.tsx';
import { texts } from './texts.ts';

/** The dialog for exporting detections to a file. */
export function ExportDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'export');
  const [isWide, setIsWide] = useState(false);
  const close = () => {
    setIsWide(false);
    stores.ui.getState().closeDialog();
  };
  return (
    <Modal opened={opened} onClose={close} title={texts.dialog.title} size={isWide ? 1200 : 560}>
      <ExportForm onDone={close} onWide={setIsWide} />
    </Modal>
  );
}
