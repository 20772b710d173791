import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useUi } from '../../context/use-stores.ts';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { changeAreaShape, createArea } from './area-commands.ts';
import styles from './areas.module.css';
import { readTypedArea, type TypedArea, toTypedArea } from './read-typed-area.ts';
import { texts } from './texts.ts';

/** Areas by typed coordinates: a new one, or another shape for the area that the edit tool is on. */
export function TypedAreaDialog() {
  const app = useApp();
  const { stores } = app;
  const isOpen = useUi((state) => state.dialog === 'typed-area');
  const tool = useUi((state) => state.tool);
  const selectedId = useUi((state) => state.selectedAreaId);
  const areas = useAreaList();
  const edited = tool === 'edit' ? areas.find(({ id }) => id === selectedId) : undefined;
  const id = `shape of area ${edited?.id ?? 'new'}`;
  const title = edited ? texts.typed.editTitle(edited.name) : texts.typed.newTitle;
  const close = () => stores.ui.getState().closeDialog();
  const cancel = () => {
    close();
    discardTyped(app, {
      id,
      what: `“${title}”`,
      show() {
        if (edited) {
          stores.ui.getState().selectArea(edited.id);
          stores.ui.getState().setTool('edit');
        }
        stores.ui.getState().openDialog('typed-area');
      },
      hide: close,
    });
  };
  return (
    <Modal opened={isOpen} onClose={cancel} title={title} size={440}>
      {/* The key resets the form when the dialog is reopened for another area while it is still closing. */}
      <TypedAreaForm key={id} id={id} edited={edited} onDone={close} onCancel={cancel} />
    </Modal>
  );
}

const emptyForm: TypedArea = { kind: 'circle', center: '', radiusKilometres: '', corners: '' };

const kinds = [
  { value: 'circle', label: texts.shapes.circle },
  { value: 'rectangle', label: texts.shapes.rectangle },
  { value: 'polygon', label: texts.shapes.polygon },
] as const;

/** Center and radius, or corners, in any notation. With `edited` it changes that area, else it creates one. */
function TypedAreaForm({
  id,
  edited,
  onDone,
  onCancel,
}: {
  readonly id: string;
  readonly edited: Area | undefined;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}) {
  const app = useApp();
  // As it was when the form was opened: another window may change it in the meantime.
  const [base] = useState(edited);
  const [initial] = useState(() => (edited ? toTypedArea(edited.shape) : emptyForm));
  const form = useFields(useTyped(id, initial), async (typed) => {
    const parsed = readTypedArea(typed);
    if (!parsed.ok) return parsed.failure;
    forgetTyped(app, id);
    onDone();
    app.engine.zoomToArea(parsed.value);
    // A shape that cannot be saved is listed with a retry button.
    await (base ? changeAreaShape(app, base.id, parsed.value, base) : createArea(app, parsed.value));
    return null;
  });
  const { kind } = form.values;
  const change = (part: Partial<TypedArea>) => {
    form.change(part);
    form.clear();
  };
  return (
    <Form
      form={{ ...form, change }}
      gap="sm"
      rows={[
        { kind: 'segments', name: 'kind', label: texts.typed.kind, data: [...kinds] },
        {
          ...{ kind: 'text', name: 'center', label: texts.typed.center, hint: texts.typed.notations },
          ...{ placeholder: texts.typed.centerExample, shownIf: kind === 'circle', 'data-autofocus': true },
        },
        {
          ...{ kind: 'text', name: 'radiusKilometres', label: texts.typed.radiusLabel },
          ...{ shownIf: kind === 'circle', inputMode: 'decimal', placeholder: '25' },
        },
        {
          ...{ kind: 'long-text', name: 'corners', hint: texts.typed.notations, shownIf: kind !== 'circle' },
          label: kind === 'rectangle' ? texts.typed.twoCornersLabel : texts.typed.cornersLabel,
          placeholder: texts.typed.cornersExample,
          classNames: { input: styles.corners ?? '', error: styles.cornerErrors ?? '' },
          ...{ minRows: kind === 'rectangle' ? 2 : 5, maxRows: 14, 'data-autofocus': true },
        },
      ]}
    >
      {edited && kind !== 'circle' && hasHoles(edited) ? (
        <Text size="xs" c="dimmed">
          {texts.typed.holes}
        </Text>
      ) : null}
      <Group justify="flex-end">
        <Button onClick={onCancel}>{texts.typed.cancel}</Button>
        <Button type="submit" variant="filled" loading={form.isBusy}>
          {edited ? texts.typed.update : texts.typed.create}
        </Button>
      </Group>
    </Form>
  );
}

function hasHoles({ shape }: Area): boolean {
  return shape.kind === 'polygon' && shape.polygon.coordinates.length > 1;
}
