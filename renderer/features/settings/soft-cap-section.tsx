import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SoftCap } from '../../../shared/areas/soft-cap.ts';
import { invalidateQueries } from '../../api/invalidate-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreas } from '../../context/use-live-queries.ts';
import { useSoftCap } from '../../context/use-workspace-queries.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Form } from '../../ui/form/form.tsx';
import { useFields } from '../../ui/form/use-fields.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
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
  const typed = useState({
    areaSquareMetres: toField(cap.areaSquareMetres, squareMetresPerSquareKilometre),
    orderSquareMetres: toField(cap.orderSquareMetres, squareMetresPerSquareKilometre),
    vertices: toField(cap.vertices, 1),
  });
  const form = useFields(typed, async ({ areaSquareMetres, orderSquareMetres, vertices }) => {
    const next: SoftCap = {
      areaSquareMetres: toLimit(areaSquareMetres, squareMetresPerSquareKilometre),
      orderSquareMetres: toLimit(orderSquareMetres, squareMetresPerSquareKilometre),
      vertices: toLimit(vertices, 1),
    };
    const result = await api.areas.setSoftCap.mutate(next);
    if (!result.ok) return result.failure;
    notifyInfo(texts.softCaps.saved);
    await invalidateQueries(queryClient, queries.areas.softCap.queryFilter());
    return null;
  });
  const limit = {
    ...({ kind: 'number', min: 0, thousandSeparator: ',', hideControls: true } as const),
    placeholder: texts.softCaps.none,
  };
  return (
    <Form
      form={form}
      gap="xs"
      mb="md"
      rows={[
        { ...limit, name: 'areaSquareMetres', label: texts.softCaps.area },
        { ...limit, name: 'orderSquareMetres', label: texts.softCaps.order },
        { ...limit, name: 'vertices', label: texts.softCaps.vertices, allowDecimal: false },
      ]}
    >
      {form.failure ? <FailureNote failure={form.failure} title={texts.softCaps.notSaved} /> : null}
      <Button type="submit" loading={form.isBusy} style={{ alignSelf: 'flex-start' }}>
        {texts.softCaps.save}
      </Button>
    </Form>
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
