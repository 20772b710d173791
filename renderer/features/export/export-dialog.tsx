import { Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { ExportForm } from './export-form.tsx';

/** The dialog for exporting detections to a file. */
export function ExportDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'export');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Export detections"
      size={460}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ExportForm onDone={close} />
    </Modal>
  );
}
