import { Modal } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useApp } from '../../../context/app-context.tsx';
import { useUi } from '../../../context/use-stores.ts';
import { texts } from '../texts.ts';
import { GoToForm } from './go-to-form.tsx';

/** The dialog that moves the map to coordinates in any notation, or to a place, area, bookmark, detection or record. */
export function GoToDialog() {
  const { engine, stores } = useApp();
  const opened = useUi((state) => state.dialog === 'go-to');
  const close = () => stores.ui.getState().closeDialog();
  /** The focus before opening; it returns there, or to the map after going to a target. */
  const previousFocus = useRef<Element | null>(null);
  useEffect(() => {
    if (opened) previousFocus.current = document.activeElement;
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={() => {
        close();
        if (previousFocus.current instanceof HTMLElement) previousFocus.current.focus();
      }}
      title={texts.goTo.title}
      size={480}
      centered={false}
      yOffset="10vh"
      returnFocus={false}
    >
      <GoToForm
        onDone={() => {
          close();
          engine.focus();
        }}
      />
    </Modal>
  );
}
