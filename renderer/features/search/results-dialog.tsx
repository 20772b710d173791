import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, type TypedForm } from '../../context/typed-forms.ts';
import { useUi } from '../../context/use-stores.ts';
import type { DialogName } from '../../stores/ui-store.ts';

/** A dialog of the results panel; its content is mounted each time it opens. */
export function ResultsDialog({
  name,
  title,
  size,
  form,
  children,
}: {
  readonly name: DialogName;
  readonly title: string;
  readonly size: number;
  /** The form in it, whose text is offered back; absent without one. */
  readonly form?: Pick<TypedForm, 'id' | 'what'> & { readonly beforeShown?: () => void };
  readonly children: ReactNode;
}) {
  const app = useApp();
  const { closeDialog, openDialog } = app.stores.ui.getState();
  const opened = useUi((state) => state.dialog === name);
  const close = () => {
    closeDialog();
    const show = () => {
      form?.beforeShown?.();
      openDialog(name);
    };
    if (form) discardTyped(app, { ...form, show, hide: closeDialog });
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size={size}>
      {children}
    </Modal>
  );
}
