import { Button, ColorInput, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { layerColors } from '../../../../shared/layers/layer-colors.ts';
import type { LayerCategories, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { useApp } from '../../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../../context/typed-forms.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import { CategoryLegend } from './category-legend.tsx';

/** Name, symbol, label, and what the user states about a layer. */
export function VectorLayerForm({
  layer,
  onDone,
}: {
  readonly layer: VectorLayer;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const { api } = app;
  const form = `layer ${layer.id}`;
  const { name, style, date, license, accuracyMeters } = layer;
  const [fields, setFields] = useTyped(form, { name, style, date, license, accuracyMeters });
  const [column, setColumn] = useState(style.categories?.column ?? null);
  const colorBy = useCategories(layer, column, fields.style.color);
  const { submit, isBusy, failure, problems, clear } = useSubmit(async () => {
    const changed = await api.layers.change.mutate({
      id: layer.id,
      ...fields,
      style: { ...fields.style, categories: colorBy.categories },
    });
    if (!changed.ok) return changed.failure;
    forgetTyped(app, form);
    notifyInfo(texts.own.changed(changed.value.name));
    onDone();
    return null;
  });
  const change = (part: Partial<typeof fields>) => {
    setFields((before) => ({ ...before, ...part }));
    clear(Object.keys(part).map((field) => (field === 'style' ? 'style.color' : field)));
  };
  const attributes = layer.attributes.map(({ column: value, name: label }) => ({ value, label }));
  return (
    <form onSubmit={submit} aria-label={texts.own.editNamed(name)} noValidate>
      <Stack gap="sm">
        <TextInput
          label={texts.own.name}
          data-autofocus
          value={fields.name}
          error={problems.name}
          onChange={({ currentTarget: { value } }) => change({ name: value })}
        />
        <ColorInput
          label={texts.own.color}
          format="hex"
          swatches={[...layerColors]}
          value={fields.style.color}
          error={problems['style.color']}
          onChange={(color) => change({ style: { ...fields.style, color: color.toLowerCase() } })}
        />
        <NativeSelect
          label={texts.own.colorBy}
          value={column ?? ''}
          data={[{ value: '', label: texts.own.oneColor }, ...attributes]}
          onChange={({ currentTarget: { value } }) => setColumn(value || null)}
        />
        {colorBy.categories ? (
          <CategoryLegend categories={colorBy.categories} color={fields.style.color} />
        ) : null}
        <QueryState query={colorBy} />
        <NativeSelect
          label={texts.own.label}
          value={fields.style.label ?? ''}
          data={[{ value: '', label: texts.own.noLabel }, ...attributes]}
          onChange={({ currentTarget: { value } }) =>
            change({ style: { ...fields.style, label: value || null } })
          }
        />
        <TextInput
          label={texts.own.date}
          description={texts.own.dateHint}
          value={fields.date}
          error={problems.date}
          onChange={({ currentTarget: { value } }) => change({ date: value })}
        />
        <TextInput
          label={texts.own.license}
          value={fields.license}
          error={problems.license}
          onChange={({ currentTarget: { value } }) => change({ license: value })}
        />
        <NumberInput
          label={texts.own.accuracy}
          description={texts.own.accuracyHint}
          value={fields.accuracyMeters ?? ''}
          error={problems.accuracyMeters}
          onChange={(value) => change({ accuracyMeters: value === '' ? null : Number(value) })}
        />
        {failure ? <FailureNote failure={failure} title={texts.own.notChanged} /> : null}
        <Group gap="xs">
          <Button type="submit" loading={isBusy || colorBy.isPending}>
            {texts.own.save}
          </Button>
          <Button variant="default" onClick={onDone}>
            {texts.own.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The colors of a layer by the most frequent values of a column; those that it has already where it is the same column. */
function useCategories(
  { id, style }: VectorLayer,
  column: string | null,
  color: string,
): {
  readonly categories: LayerCategories | null;
  readonly isPending: boolean;
  readonly error: unknown;
  refetch(): unknown;
} {
  const { queries } = useApp();
  const isKnown = column === null || style.categories?.column === column;
  const request = { id, column: column ?? '' };
  const { data, error, refetch } = useQuery(
    queries.layers.values.queryOptions(request, { enabled: !isKnown }),
  );
  if (isKnown)
    return {
      categories: column === null ? null : (style.categories ?? null),
      isPending: false,
      error: null,
      refetch,
    };
  const palette = layerColors.filter((each) => each !== color);
  const colors = data?.flatMap((value, index) => {
    const own = palette[index];
    return own === undefined ? [] : [{ value, color: own }];
  });
  return { categories: colors ? { column, colors } : null, isPending: !colors && !error, error, refetch };
}
