import { Modal } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useUi } from '../../context/use-stores.ts';
import { texts } from './texts.ts';
import { TypedAreaForm } from './typed-area-form.tsx';

/** Areas by typed coordinates: a new one, or another shape for the area that the edit tool is on. */
export function TypedAreaDialog() {
  const { stores } = useApp();
  const isOpen = useUi((state) => state.dialog === 'typed-area');
  const tool = useUi((state) => state.tool);
  const selectedId = useUi((state) => state.selectedAreaId);
  const areas = useAreaList();
  const edited = tool === 'edit' ? areas.find(({ id }) => id === selectedId) : undefined;
  const close = () => stores.ui.getState().closeDialog();
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={edited ? texts.typed.editTitle(edited.name) : texts.typed.newTitle}
      size={440}
    >
      {/* The key resets the form when the dialog is reopened for another area while it is still closing. */}
      <TypedAreaForm key={edited?.id ?? 'new'} edited={edited} onDone={close} />
    </Modal>
  );
}
