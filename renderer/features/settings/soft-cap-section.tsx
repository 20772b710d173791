import { Button, NumberInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SoftCap } from '../../../shared/areas/soft-cap.ts';
import { invalidateQueries } from '../../api/invalidate-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreas } from '../../context/use-live-queries.ts';
import { useSoftCap } from '../../context/use-workspace-queries.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

const squareMetresPerSquareKilometre = 1e6;

/** The analyst's caps on the size of areas and orders. Exceeding one adds a mark; nothing is refused. */
export function SoftCapSection() {
  const cap = useSoftCap();
  const { state } = useAreas();
  return (
    <>
      <PanelHeading title={texts.softCaps.title} />
      <p className="muted">{texts.softCaps.about}</p>
      {state === 'ready' && <SoftCapForm key={JSON.stringify(cap)} cap={cap} />}
      {state === 'none' && <p className="muted">{texts.softCaps.signInFirst}</p>}
    </>
  );
}

function SoftCapForm({ cap }: { readonly cap: SoftCap }) {
  const { api, queries } = useApp();
  const queryClient = useQueryClient();
  const [area, setArea] = useState(toField(cap.areaSquareMetres, squareMetresPerSquareKilometre));
  const [order, setOrder] = useState(toField(cap.orderSquareMetres, squareMetresPerSquareKilometre));
  const [vertices, setVertices] = useState(toField(cap.vertices, 1));
  const { submit, isBusy, failure, problems } = useSubmit(async () => {
    const next: SoftCap = {
      areaSquareMetres: toLimit(area, squareMetresPerSquareKilometre),
      orderSquareMetres: toLimit(order, squareMetresPerSquareKilometre),
      vertices: toLimit(vertices, 1),
    };
    const result = await api.areas.setSoftCap.mutate(next);
    if (!result.ok) return result.failure;
    notifyInfo(texts.softCaps.saved);
    await invalidateQueries(queryClient, queries.areas.softCap.queryFilter());
    return null;
  });
  const limits = {
    min: 0,
    thousandSeparator: ',',
    hideControls: true,
    placeholder: texts.softCaps.none,
  } as const;
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" mb="md">
        <NumberInput
          label={texts.softCaps.area}
          value={area}
          error={problems.areaSquareMetres}
          onChange={setArea}
          {...limits}
        />
        <NumberInput
          label={texts.softCaps.order}
          value={order}
          error={problems.orderSquareMetres}
          onChange={setOrder}
          {...limits}
        />
        <NumberInput
          label={texts.softCaps.vertices}
          allowDecimal={false}
          value={vertices}
          error={problems.vertices}
          onChange={setVertices}
          {...limits}
        />
        {failure ? <FailureNote failure={failure} title={texts.softCaps.notSaved} /> : null}
        <Button type="submit" loading={isBusy} style={{ alignSelf: 'flex-start' }}>
          {texts.softCaps.save}
        </Button>
      </Stack>
    </form>
  );
}

function toField(limit: number | null, unit: number): number | string {
  return limit === null ? '' : limit / unit;
}

/** The cap of a field; zero and an empty field mean no cap. */
function toLimit(field: number | string, unit: number): number | null {
  const value = Number(field);
  return value > 0 ? value * unit : null;
}
