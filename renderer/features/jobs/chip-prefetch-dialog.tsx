import { Modal } from '@mantine/core';
import { useApp } from '../../app/app-context.tsx';
import { useUi } from '../../app/use-stores.ts';
import { ChipsAheadForm } from './chips-ahead-form.tsx';

/** Says what fetching chips ahead would mean before it begins. */
export function ChipsAheadDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'fetch-chips');
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Fetch chips ahead"
      size={440}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ChipsAheadForm onDone={close} />
    </Modal>
  );
}
