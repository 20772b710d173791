import { Button, Group, Modal, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useUi } from '../../context/use-stores.ts';
import { useSubmit } from '../../ui/use-submit.ts';
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
  const [form, setForm] = useTyped(id, initial);
  const {
    submit,
    isBusy,
    problems: errors,
    clear,
  } = useSubmit(async () => {
    const parsed = readTypedArea(form);
    if (!parsed.ok) return parsed.failure;
    forgetTyped(app, id);
    onDone();
    app.engine.zoomToArea(parsed.value);
    // A shape that cannot be saved is listed with a retry button.
    await (base ? changeAreaShape(app, base.id, parsed.value, base) : createArea(app, parsed.value));
    return null;
  });
  const change = (part: Partial<TypedArea>) => {
    setForm({ ...form, ...part });
    clear();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={texts.typed.kind}
          data={[...kinds]}
          value={form.kind}
          onChange={(kind) => change({ kind })}
        />
        {form.kind === 'circle' ? (
          <>
            <TextInput
              label={texts.typed.center}
              placeholder={texts.typed.centerExample}
              description={texts.typed.notations}
              value={form.center}
              error={errors.center}
              data-autofocus
              onChange={({ currentTarget }) => change({ center: currentTarget.value })}
            />
            <TextInput
              label={texts.typed.radiusLabel}
              inputMode="decimal"
              placeholder="25"
              value={form.radiusKilometres}
              error={errors.radiusKilometres}
              onChange={({ currentTarget }) => change({ radiusKilometres: currentTarget.value })}
            />
          </>
        ) : (
          <Textarea
            label={form.kind === 'rectangle' ? texts.typed.twoCornersLabel : texts.typed.cornersLabel}
            placeholder={texts.typed.cornersExample}
            description={texts.typed.notations}
            classNames={{ input: styles.corners ?? '', error: styles.cornerErrors ?? '' }}
            autosize
            minRows={form.kind === 'rectangle' ? 2 : 5}
            maxRows={14}
            value={form.corners}
            error={errors.corners}
            data-autofocus
            onChange={({ currentTarget }) => change({ corners: currentTarget.value })}
          />
        )}
        {edited && form.kind !== 'circle' && hasHoles(edited) ? (
          <Text size="xs" c="dimmed">
            {texts.typed.holes}
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button onClick={onCancel}>{texts.typed.cancel}</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {edited ? texts.typed.update : texts.typed.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function hasHoles({ shape }: Area): boolean {
  return shape.kind === 'polygon' && shape.polygon.coordinates.length > 1;
}
