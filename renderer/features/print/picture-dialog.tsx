import { Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { PictureForm } from './picture-form.tsx';
import { texts } from './texts.ts';

/** The dialog for saving or printing the map as an image. */
export function PictureDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'picture');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal opened={opened} onClose={close} title={texts.dialog.title} size={860}>
      <PictureForm onDone={close} />
    </Modal>
  );
}
