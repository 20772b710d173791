import { Button, Group, ScrollArea, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import type { LayerPageRequest, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { toFailure, unwrap } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { texts } from '../texts.ts';

/** Features that are shown at once. */
const pageSize = 100;

/** The attributes of the features of a layer, in the order of its file, a page at a time. */
export function VectorLayerTable({ layer }: { readonly layer: VectorLayer }) {
  const { api } = useApp();
  const [offset, setOffset] = useState(0);
  const request: LayerPageRequest = { id: layer.id, offset, limit: pageSize };
  const { data, error } = useQuery({
    queryKey: queryKeys.layerFeatures(request),
    queryFn: async ({ signal }) => unwrap(await api.layers.features.query(request, { signal })),
  });
  const last = Math.min(offset + pageSize, layer.features);
  return (
    <>
      {data === undefined && !error ? <LoadingState label={texts.own.loadingFeatures} /> : null}
      {error ? <FailureNote failure={toFailure(error)} /> : null}
      {data ? (
        <ScrollArea.Autosize
          mah="60vh"
          viewportProps={{ tabIndex: 0, 'aria-label': texts.own.features(layer.name) }}
        >
          <Table stickyHeader striped aria-label={texts.own.features(layer.name)}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{texts.own.number}</Table.Th>
                {layer.attributes.map(({ column, name }) => (
                  <Table.Th key={column} scope="col">
                    {name}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map(({ fid, values }) => (
                <Table.Tr key={fid}>
                  <Table.Td className="numeric">{formatCount(fid)}</Table.Td>
                  {layer.attributes.map(({ column }, index) => (
                    <Table.Td key={column}>{values[index] ?? '–'}</Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea.Autosize>
      ) : null}
      <Group gap="xs" mt="sm">
        <Button disabled={offset === 0} onClick={() => setOffset(offset - pageSize)}>
          {texts.own.previous}
        </Button>
        <Button disabled={last >= layer.features} onClick={() => setOffset(last)}>
          {texts.own.next}
        </Button>
        <span className="muted numeric">{texts.own.range(offset + 1, last, layer.features)}</span>
      </Group>
    </>
  );
}
