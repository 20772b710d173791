import { Menu } from '@mantine/core';
import { useState } from 'react';
import { draftTitle } from '../../../shared/orders/draft/stored-draft.ts';
import { useApp } from '../../context/app-context.tsx';
import { RenameField } from '../../context/rename-field.tsx';
import { useIsTyped } from '../../context/typed-forms.ts';
import { useOrders } from '../../context/use-stores.ts';
import type { DraftSaveState, EditedDraft } from '../../stores/orders-store.ts';
import { type ExportedFile, ExportedFileNote } from '../../ui/exported-file-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { deleteStored, duplicateDraft, exportStored, findDraft, saveAsTemplate } from './draft-commands.ts';
import { saveFormDraft } from './save-draft.ts';
import { texts } from './texts.ts';

const saveStateTexts = {
  new: '',
  saved: texts.drafts.saved,
  changed: texts.drafts.saving,
  failed: texts.drafts.notSaved,
} as const satisfies Record<DraftSaveState['kind'], string>;

/** The heading of the form: the draft's save state and its actions. */
export function DraftHeading({ editing }: { readonly editing: EditedDraft }) {
  const app = useApp();
  const saveState = useOrders((state) => state.saveState);
  const [isNaming, setNaming] = useState(false);
  const nameId = `template of draft ${editing.id}`;
  const isTyped = useIsTyped(nameId);
  const [exported, setExported] = useState<ExportedFile | null>(null);
  const title = draftTitle({ ...editing, kind: 'draft' });

  const exportDraft = async () => {
    const result = await exportStored(app, editing.id);
    if (!result.ok) notifyFailure(result.failure, texts.drafts.notExported);
    else setExported(result.value);
  };
  const deleteDraft = async () => {
    const unsaved = await saveFormDraft(app);
    if (unsaved?.code === 'conflict') return notifyFailure(unsaved, texts.drafts.draftNotDeleted);
    const found = await findDraft(app, editing.id);
    if (!found.ok) notifyFailure(found.failure, texts.drafts.draftNotDeleted);
    else if (found.value) await deleteStored(app, found.value);
    else {
      // It was never changed, and so never saved.
      app.stores.orders.getState().edit(null, 'saved');
      app.stores.orders.getState().show({ kind: 'list' });
    }
  };

  return (
    <>
      <PanelHeading title={texts.form.title}>
        <span className="muted" role="status">
          {saveStateTexts[saveState.kind]}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <TextButton>{texts.drafts.menu}</TextButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void duplicateDraft(app, editing)}>
              {texts.drafts.duplicateDraft}
            </Menu.Item>
            <Menu.Item onClick={() => setNaming(true)}>{texts.drafts.saveAsTemplate}</Menu.Item>
            <Menu.Item onClick={() => void exportDraft()}>{texts.drafts.exportJson}</Menu.Item>
            <Menu.Item onClick={() => app.stores.orders.getState().show({ kind: 'drafts' })}>
              {texts.drafts.showAll}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => void deleteDraft()}>
              {texts.drafts.deleteDraft}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PanelHeading>
      {saveState.kind === 'failed' && (
        <FailureNote
          title={texts.drafts.isNotSaved}
          failure={saveState.failure}
          onRetry={() => void saveFormDraft(app)}
        />
      )}
      {(isNaming || isTyped) && (
        <RenameField
          id={nameId}
          show={() => app.stores.ui.getState().showPanel('orders')}
          label={texts.drafts.templateName}
          initialName={title}
          save={(name) => saveAsTemplate(app, name)}
          onDone={() => setNaming(false)}
        />
      )}
      {exported && <ExportedFileNote file={exported} />}
    </>
  );
}
