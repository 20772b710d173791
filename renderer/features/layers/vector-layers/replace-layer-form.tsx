import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LayerSwap, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../../context/edit-history.ts';
import { toFailure, unwrap } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { Note } from '../../../ui/note.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';

/** Replaces the content of a layer by that of a newer one, after what is added, removed and changed has been shown. */
export function ReplaceLayerForm({
  layer,
  others,
  onDone,
}: {
  readonly layer: VectorLayer;
  /** The other layers, the newest last. */
  readonly others: readonly VectorLayer[];
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [chosen, setChosen] = useState<string | null>(null);
  const newer = others.find(({ id }) => id === chosen) ?? others.at(-1);
  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!newer) return null;
    const swap = { id: layer.id, otherId: newer.id, table: layer.table, otherTable: newer.table };
    const swapped = await callEdit(app, () => app.api.layers.swap.mutate(swap));
    if (!swapped.ok) return swapped.failure;
    const back: LayerSwap = { ...swap, table: newer.table, otherTable: layer.table };
    recordEdit(
      app,
      {
        name: texts.own.replacing(layer.name),
        undo: () => app.api.layers.swap.mutate(back),
        redo: () => app.api.layers.swap.mutate(swap),
      },
      texts.own.replaced(layer.name, newer.name),
    );
    onDone();
    return null;
  });
  return (
    <form onSubmit={submit} aria-label={texts.own.replaceNamed(layer.name)}>
      <Stack gap="sm">
        <p className="muted">{texts.own.replaceHint}</p>
        {newer ? (
          <>
            <NativeSelect
              label={texts.own.newerLayer}
              data-autofocus
              value={newer.id}
              data={others.toReversed().map(({ id, name }) => ({ value: id, label: name }))}
              onChange={({ currentTarget: { value } }) => setChosen(value)}
            />
            <Comparison layer={layer} newer={newer} />
          </>
        ) : null}
        <Group>
          <TextButton onClick={() => app.commands.run('layers.import')}>{texts.own.importNewer}</TextButton>
        </Group>
        {failure ? <FailureNote failure={failure} title={texts.own.notReplaced} /> : null}
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={!newer}>
            {texts.own.replaceNow}
          </Button>
          <Button variant="default" onClick={onDone}>
            {texts.own.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Comparison({ layer, newer }: { readonly layer: VectorLayer; readonly newer: VectorLayer }) {
  const { api } = useApp();
  const pair = { id: layer.id, otherId: newer.id };
  const { data, error } = useQuery({
    queryKey: queryKeys.layerComparison({ ...pair, table: layer.table, otherTable: newer.table }),
    queryFn: async ({ signal }) => unwrap(await api.layers.compare.query(pair, { signal })),
  });
  if (error) return <FailureNote failure={toFailure(error)} />;
  if (!data) return <LoadingState label={texts.own.comparing} />;
  const { key, missingAttributes } = data;
  return (
    <div role="status">
      <p>{texts.own.comparison(data)}</p>
      <p className="muted">{key === null ? texts.own.matchedByGeometry : texts.own.matchedBy(key)}</p>
      {missingAttributes.length > 0 ? (
        <Note tone="warn">{texts.own.missingAttributes(missingAttributes)}</Note>
      ) : null}
    </div>
  );
}
