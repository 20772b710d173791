import { Button, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { changeAreaShape, createArea } from './area-commands.ts';
import styles from './areas.module.css';
import { readTypedArea, type TypedArea, toTypedArea } from './read-typed-area.ts';

const emptyForm: TypedArea = { kind: 'circle', center: '', radiusKilometres: '', corners: '' };

const kinds = [
  { value: 'circle', label: 'Circle' },
  { value: 'rectangle', label: 'Rectangle' },
  { value: 'polygon', label: 'Polygon' },
] as const;

/** Center and radius, or corners, in any notation. With `edited` it changes that area, else it creates one. */
export function TypedAreaForm({
  edited,
  onDone,
}: {
  readonly edited: Area | undefined;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [form, setForm] = useState(edited ? toTypedArea(edited.shape) : emptyForm);
  const {
    submit,
    isBusy,
    problems: errors,
    clear,
  } = useSubmit(async () => {
    const parsed = readTypedArea(form);
    if (!parsed.ok) return parsed.failure;
    onDone();
    app.engine.zoomToArea(parsed.value);
    // A shape that cannot be saved is listed with a retry button.
    await (edited ? changeAreaShape(app, edited.id, parsed.value) : createArea(app, parsed.value));
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
          aria-label="Kind of shape"
          data={[...kinds]}
          value={form.kind}
          onChange={(kind) => change({ kind })}
        />
        {form.kind === 'circle' ? (
          <>
            <TextInput
              label="Center"
              placeholder="35.9412 N 124.6120 E"
              description="Decimal degrees, degrees minutes seconds, or MGRS"
              value={form.center}
              error={errors.center}
              data-autofocus
              onChange={({ currentTarget }) => change({ center: currentTarget.value })}
            />
            <TextInput
              label="Radius (km)"
              inputMode="decimal"
              placeholder="25"
              value={form.radiusKilometres}
              error={errors.radiusKilometres}
              onChange={({ currentTarget }) => change({ radiusKilometres: currentTarget.value })}
            />
          </>
        ) : (
          <Textarea
            label={
              form.kind === 'rectangle'
                ? 'Two opposite corners, one per line'
                : 'Corners in order, one per line'
            }
            placeholder={'34.1 N 120.4 E\n38.2 N 126.9 E'}
            description="Decimal degrees, degrees minutes seconds, or MGRS"
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
            The area has holes. Entering corners replaces its outline and removes the holes.
          </Text>
        ) : null}
        <Group justify="flex-end">
          <Button onClick={onDone}>Cancel</Button>
          <Button type="submit" variant="filled" loading={isBusy}>
            {edited ? 'Update area' : 'Create area'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function hasHoles({ shape }: Area): boolean {
  return shape.kind === 'polygon' && shape.polygon.coordinates.length > 1;
}
