import { Button, ColorInput, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { layerColors } from '../../../../shared/layers/layer-colors.ts';
import type { LayerCategories, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { useApp } from '../../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../../context/typed-forms.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { useFields } from '../../../ui/form/use-fields.ts';
import { notifyInfo } from '../../../ui/notify.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
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
  const id = `layer ${layer.id}`;
  const { name, style, date, license, accuracyMeters } = layer;
  const [column, setColumn] = useState(style.categories?.column ?? null);
  const state = useTyped(id, { name, style, date, license, accuracyMeters });
  const colorBy = useCategories(layer, column, state[0].style.color);
  const form = useFields(state, async (fields) => {
    const changed = await api.layers.change.mutate({
      id: layer.id,
      ...fields,
      style: { ...fields.style, categories: colorBy.categories },
    });
    if (!changed.ok) return changed.failure;
    forgetTyped(app, id);
    notifyInfo(texts.own.changed(changed.value.name));
    onDone();
    return null;
  });
  const { values, failure, problems, isBusy } = form;
  const changeStyle = (part: Partial<typeof style>) => {
    form.change({ style: { ...values.style, ...part } });
    form.clear(['style.color']);
  };
  const attributes = layer.attributes.map(({ column: value, name: label }) => ({ value, label }));
  return (
    <Form
      form={form}
      label={texts.own.editNamed(name)}
      gap="sm"
      rows={[
        { kind: 'text', name: 'name', label: texts.own.name, 'data-autofocus': true },
        <ColorInput
          key="color"
          label={texts.own.color}
          format="hex"
          swatches={[...layerColors]}
          value={values.style.color}
          error={problems['style.color']}
          onChange={(color) => changeStyle({ color: color.toLowerCase() })}
        />,
        {
          ...{ kind: 'native-choice', name: 'column', label: texts.own.colorBy },
          data: [{ value: '', label: texts.own.oneColor }, ...attributes],
          value: column ?? '',
          onChange: (value: string) => setColumn(value || null),
        },
        colorBy.categories ? (
          <CategoryLegend key="legend" categories={colorBy.categories} color={values.style.color} />
        ) : null,
        <QueryState key="categories" query={colorBy} />,
        {
          ...{ kind: 'native-choice', name: 'label', label: texts.own.label },
          data: [{ value: '', label: texts.own.noLabel }, ...attributes],
          value: values.style.label ?? '',
          onChange: (value: string) => changeStyle({ label: value || null }),
        },
        { kind: 'text', name: 'date', label: texts.own.date, hint: texts.own.dateHint },
        { kind: 'text', name: 'license', label: texts.own.license },
        {
          ...{ kind: 'number', name: 'accuracyMeters', label: texts.own.accuracy },
          hint: texts.own.accuracyHint,
          value: values.accuracyMeters ?? '',
          onChange: (value: number | string) =>
            form.change({ accuracyMeters: value === '' ? null : Number(value) }),
        },
      ]}
    >
      {failure ? <FailureNote failure={failure} title={texts.own.notChanged} /> : null}
      <Group gap="xs">
        <Button type="submit" loading={isBusy || colorBy.isPending}>
          {texts.own.save}
        </Button>
        <Button variant="default" onClick={onDone}>
          {texts.own.cancel}
        </Button>
      </Group>
    </Form>
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
