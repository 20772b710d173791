import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MapSourceTest as Trial } from '../../../../shared/map-sources/map-source-state.ts';
import type { Failure } from '../../../../shared/result.ts';
import { callApi } from '../../../api/call-api.ts';
import { useApp } from '../../../context/app-context.tsx';
import type { GeotiffMetadata } from '../../../map/sources/geotiff-metadata.ts';

import { FailureNote } from '../../../ui/failure-note.tsx';
import { Note } from '../../../ui/note.tsx';
import { texts } from '../texts.ts';
import { type SourceFields, toDraft } from './source-fields.ts';
import styles from './sources.module.css';

type TestOutcome =
  | { readonly state: 'tile'; readonly trial: Trial }
  | { readonly state: 'file'; readonly facts: GeotiffMetadata }
  | { readonly state: 'failed'; readonly failure: Failure };

/** Tests the source described by the form at the center of the map. */
export function SourceTest({
  fields,
  id,
  isDisabled,
  onInvalid,
}: {
  readonly fields: SourceFields;
  /** The id of the source that is being changed; null for a new one. */
  readonly id: string | null;
  readonly isDisabled: boolean;
  readonly onInvalid: (failure: Failure) => void;
}) {
  const { api, engine } = useApp();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);

  async function test() {
    setOutcome(null);
    const draft = toDraft(fields);
    if (!draft.ok) return onInvalid(draft.failure);
    setBusy(true);
    setOutcome(await tryOut(draft.value));
    setBusy(false);
  }
  async function tryOut(
    draft: Parameters<typeof api.mapSources.tryOut.mutate>[0]['draft'],
  ): Promise<TestOutcome> {
    const { center, zoom } = engine.view();
    const position: [number, number] = [center[0], center[1]];
    const tried = await callApi(() => api.mapSources.tryOut.mutate({ draft, id, position, zoom }));
    if (!tried.ok) return { state: 'failed', failure: tried.failure };
    if (draft.kind !== 'geotiff') return { state: 'tile', trial: tried.value };
    const { readGeotiffMetadata: readGeotiffFacts } = await import(
      '../../../map/sources/geotiff-metadata.ts'
    );
    const facts = await readGeotiffFacts(tried.value.address);
    return facts.ok ? { state: 'file', facts: facts.value } : { state: 'failed', failure: facts.failure };
  }

  return (
    <div>
      <Button variant="default" loading={busy} disabled={isDisabled} onClick={() => void test()}>
        {texts.test.button}
      </Button>
      <div aria-live="polite">{outcome ? <OutcomeText outcome={outcome} /> : null}</div>
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: TestOutcome }) {
  switch (outcome.state) {
    case 'failed':
      return <FailureNote failure={outcome.failure} title={texts.test.failed} />;
    case 'tile':
      return <TileText trial={outcome.trial} />;
    case 'file': {
      const { width, height, bands, depth, crs, stretch, advice } = outcome.facts;
      return (
        <>
          <p className={styles.facts}>
            {texts.test.image(width, height, bands, depth, crs)}{' '}
            {stretch
              ? texts.test.stretch(
                  stretch.map(({ low, high }) => ({ low: formatValue(low), high: formatValue(high) })),
                )
              : ''}
          </p>
          {advice === null ? null : <Note tone="warn">{advice}</Note>}
        </>
      );
    }
  }
}

function TileText({ trial: { address, contentType, bytes } }: { readonly trial: Trial }) {
  const isImage = contentType?.startsWith('image/') ?? false;
  return (
    <div className={styles.trial}>
      {isImage ? <img src={address} alt={texts.test.alternative} /> : null}
      <span>
        {texts.test.received(
          contentType === 'application/vnd.mapbox-vector-tile' ? texts.test.vectorTile : (contentType ?? '–'),
          bytes,
        )}
      </span>
    </div>
  );
}

function formatValue(value: number): string {
  return Number(value.toPrecision(4)).toString();
}
