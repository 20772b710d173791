import { Menu } from '@mantine/core';
import { useState } from 'react';
import { draftTitle } from '../../../shared/orders/stored-draft.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure } from '../../app/notify.tsx';
import { useOrders } from '../../app/use-stores.ts';
import { deleteStored, exportStored, findDraft, saveAsTemplate } from '../../commands/draft-commands.ts';
import { keepDraft } from '../../commands/keep-draft.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import type { EditedDraft, KeepState } from '../../stores/orders-store.ts';
import { ExportedDraft, type ExportedFile } from './exported-draft.tsx';
import { NameField } from './name-field.tsx';

const keepTexts = {
  new: '',
  kept: 'Draft saved',
  changed: 'Saving…',
  failed: 'Not saved',
} as const satisfies Record<KeepState['kind'], string>;

/** The heading of the form: whether the draft is kept, and what can be done with it as a whole. */
export function DraftHeading({ editing }: { readonly editing: EditedDraft }) {
  const app = useApp();
  const keep = useOrders((state) => state.keep);
  const [isNaming, setNaming] = useState(false);
  const [exported, setExported] = useState<ExportedFile | null>(null);
  const title = draftTitle({ ...editing, kind: 'draft' });

  const exportIt = async () => {
    const result = await exportStored(app, editing.id);
    if (!result.ok) notifyFailure(result.failure, 'The draft was not exported.');
    else setExported(result.value);
  };
  const deleteIt = async () => {
    await keepDraft(app);
    const found = await findDraft(app, editing.id);
    if (!found.ok) notifyFailure(found.failure, 'The draft was not deleted.');
    else if (found.value) await deleteStored(app, found.value);
    else {
      // It was never changed, and so never kept.
      app.stores.orders.getState().edit(null, 'kept');
      app.stores.orders.getState().show({ kind: 'list' });
    }
  };

  return (
    <>
      <PanelHeading title="New order">
        <span className="muted" role="status">
          {keepTexts[keep.kind]}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <TextButton>Draft…</TextButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setNaming(true)}>Save as template…</Menu.Item>
            <Menu.Item onClick={() => void exportIt()}>Export as JSON…</Menu.Item>
            <Menu.Item onClick={() => app.stores.orders.getState().show({ kind: 'drafts' })}>
              All drafts and templates
            </Menu.Item>
            <Menu.Item color="red" onClick={() => void deleteIt()}>
              Delete the draft
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PanelHeading>
      {keep.kind === 'failed' && (
        <FailureNote
          title="The draft is not kept."
          failure={keep.failure}
          onRetry={() => void keepDraft(app)}
        />
      )}
      {isNaming && (
        <NameField
          label="Name of the template"
          first={title}
          keep={(name) => saveAsTemplate(app, name)}
          onDone={() => setNaming(false)}
        />
      )}
      {exported && <ExportedDraft file={exported} />}
    </>
  );
}
