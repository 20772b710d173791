import { Modal } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useUi } from '../../app/use-stores.ts';
import { GoToForm } from './go-to-form.tsx';

/** Ctrl G: to coordinates in any notation, or to something that has a name or a number. */
export function GoToDialog() {
  const { engine, stores } = useApp();
  const opened = useUi((state) => state.dialog === 'go-to');
  const close = () => stores.ui.getState().closeDialog();
  /** Where the focus was. It returns there, but to the map once that has gone somewhere. */
  const former = useRef<Element | null>(null);
  useEffect(() => {
    if (opened) former.current = document.activeElement;
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => {
        close();
        if (former.current instanceof HTMLElement) former.current.focus();
      }}
      title="Go to"
      size={480}
      centered={false}
      yOffset="10vh"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <GoToForm
        onGone={() => {
          close();
          engine.focus();
        }}
      />
    </Modal>
  );
}
