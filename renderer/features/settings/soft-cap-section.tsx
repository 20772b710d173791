import { Button, NumberInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { SoftCap } from '../../../shared/areas/soft-cap.ts';
import { ask } from '../../api/ask.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useSoftCap } from '../../api/use-soft-cap.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../app/notify.tsx';
import { useWorkspace } from '../../app/use-stores.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';

const squareMetresPerSquareKilometre = 1e6;

/** The analyst's own caps on the size of areas and orders. Nothing is refused: what lies above one is marked. */
export function SoftCapSection() {
  const cap = useSoftCap();
  const hasWorkspace = useWorkspace(({ areas }) => areas.state === 'ready');
  return (
    <>
      <PanelHeading title="Soft caps" />
      <p className="muted">
        Areas and orders above these caps are flagged, never blocked. They are your own limits, not the
        service’s. Leave a field empty for no cap.
      </p>
      {hasWorkspace ? (
        <SoftCapForm key={JSON.stringify(cap)} cap={cap} />
      ) : (
        <p className="muted">Caps are stored in the workspace. Sign in once to set them.</p>
      )}
    </>
  );
}

function SoftCapForm({ cap }: { readonly cap: SoftCap }) {
  const { api } = useApp();
  const queryClient = useQueryClient();
  const [area, setArea] = useState(toField(cap.areaSquareMetres, squareMetresPerSquareKilometre));
  const [order, setOrder] = useState(toField(cap.orderSquareMetres, squareMetresPerSquareKilometre));
  const [vertices, setVertices] = useState(toField(cap.vertices, 1));
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const next: SoftCap = {
      areaSquareMetres: toLimit(area, squareMetresPerSquareKilometre),
      orderSquareMetres: toLimit(order, squareMetresPerSquareKilometre),
      vertices: toLimit(vertices, 1),
    };
    const result = await ask(() => api.areas.setSoftCap.mutate(next));
    if (!result.ok) notifyFailure(result.failure, 'The caps were not saved.');
    else notifyInfo('Caps saved.');
    await queryClient.invalidateQueries({ queryKey: queryKeys.softCap() });
  };
  const limits = { min: 0, thousandSeparator: ',', hideControls: true, placeholder: 'No cap' } as const;
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="xs" mb="md">
        <NumberInput label="One area (km²)" value={area} onChange={setArea} {...limits} />
        <NumberInput label="All areas of an order (km²)" value={order} onChange={setOrder} {...limits} />
        <NumberInput
          label="Vertices of one area"
          allowDecimal={false}
          value={vertices}
          onChange={setVertices}
          {...limits}
        />
        <Button type="submit" style={{ alignSelf: 'flex-start' }}>
          Save caps
        </Button>
      </Stack>
    </form>
  );
}

function toField(limit: number | null, unit: number): number | string {
  return limit === null ? '' : limit / unit;
}

/** Zero is no cap, as an empty field. */
function toLimit(field: number | string, unit: number): number | null {
  const value = Number(field);
  return value > 0 ? value * unit : null;
}
