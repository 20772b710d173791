import { Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { ChipPrefetchForm } from './chip-prefetch-form.tsx';
import { texts } from './texts.ts';

/** The dialog that previews and starts a chip prefetch. */
export function ChipPrefetchDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'fetch-chips');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal opened={opened} onClose={close} title={texts.chipPrefetch.title} size={440}>
      <ChipPrefetchForm onDone={close} />
    </Modal>
  );
}
