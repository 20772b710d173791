import { Modal } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useUi } from '../../app/use-stores.ts';
import { PictureForm } from './picture-form.tsx';

/** The map as a picture: what goes with it, how large, saved or printed. */
export function PictureDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'picture');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="The map as a picture"
      size={860}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <PictureForm onDone={close} />
    </Modal>
  );
}
