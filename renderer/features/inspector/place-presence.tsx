import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlaceLabel } from '../../../shared/fixed-objects/place-label.ts';
import { formatTime } from '../../../shared/format.ts';
import type { DetectionDetail } from '../../../shared/results/detection.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { useSession, useSettingsOfFormats } from '../../context/use-stores.ts';
import { FieldRows } from '../../ui/field-rows.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';

/** Sightings at the place of a detection, once they are requested, and the user's statement about it. */
export function PlacePresence({ detection }: { readonly detection: DetectionDetail['detection'] }) {
  const app = useApp();
  const { queries } = app;
  const { id } = detection;
  useSettingsOfFormats();
  const isReadOnly = useSession(({ session }) => session?.workspace === 'read-only');
  // It stays shown when the next detection is inspected.
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useQuery(queries.results.presence.queryOptions(id, { enabled: isShown }));
  if (!isShown) {
    return (
      <TextButton title={texts.presence.hint} onClick={() => setShown(true)}>
        {texts.presence.show}
      </TextButton>
    );
  }
  if (error || data === undefined)
    return <QueryState query={{ error, refetch }} loading={texts.presence.loading} />;
  if (data === null) return null;
  const { presence, seen, looks, label } = data;
  const state = (to: PlaceLabel['presence'] | null) => void labelPlace(app, detection, label, to);
  return (
    <>
      <FieldRows
        rows={[
          {
            label: texts.presence.seen,
            value: seen === 0 ? texts.presence.unknown : texts.presence.of(seen, looks),
            tip: texts.presence.hint,
          },
          {
            label: texts.presence.presence,
            value: label
              ? texts.presence.stated(texts.presence.labels[label.presence], label.by, formatTime(label.at))
              : presence === null
                ? texts.presence.unknown
                : texts.presence.texts[presence],
            tip: texts.presence.hint,
          },
        ]}
      />
      <Group gap="sm">
        {label ? (
          <TextButton disabled={isReadOnly} onClick={() => state(null)}>
            {texts.presence.withdraw}
          </TextButton>
        ) : (
          <>
            {presence === 'stationary' ? null : (
              <TextButton
                disabled={isReadOnly}
                title={isReadOnly ? texts.presence.readOnly : texts.presence.labelHint}
                onClick={() => state('stationary')}
              >
                {texts.presence.isFixed}
              </TextButton>
            )}
            {presence === 'passing' ? null : (
              <TextButton
                disabled={isReadOnly}
                title={isReadOnly ? texts.presence.readOnly : texts.presence.labelHint}
                onClick={() => state('passing')}
              >
                {texts.presence.isNotFixed}
              </TextButton>
            )}
          </>
        )}
      </Group>
    </>
  );
}

/** States what is at the place of a detection, or withdraws it with null; with undo. */
async function labelPlace(
  app: App,
  { analytic, longitude, latitude }: DetectionDetail['detection'],
  former: PlaceLabel | null,
  presence: PlaceLabel['presence'] | null,
): Promise<void> {
  const label = presence && {
    id: crypto.randomUUID(),
    analytic,
    position: [longitude, latitude] as const,
    presence,
  };
  const call = (remove: { readonly id: string } | null, add: typeof label | PlaceLabel) =>
    app.api.results.labelPlace.mutate({ remove: remove?.id ?? null, add });
  const done = await callEdit(app, () => call(former, label));
  if (!done.ok) return notifyFailure(done.failure, texts.presence.notLabeled);
  recordEdit(app, {
    name: texts.presence.labeling,
    undo: () => call(label, former),
    redo: () => call(former, label),
  });
}
