import { Button } from '@mantine/core';
import { useState } from 'react';
import type { MapSourceTest } from '../../../../shared/map-sources/map-source-state.ts';
import type { Failure, Result } from '../../../../shared/result.ts';
import { useApp } from '../../../context/app-context.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Note } from '../../../ui/note.tsx';
import { texts } from '../texts.ts';
import { type SourceFields, toDraft } from './source-fields.ts';
import styles from './sources.module.css';
import { type TriedSource, trySource } from './try-source.ts';

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
  const app = useApp();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Result<TriedSource> | null>(null);

  async function test() {
    setOutcome(null);
    const draft = toDraft(fields);
    if (!draft.ok) return onInvalid(draft.failure);
    setBusy(true);
    setOutcome(await trySource(app, draft.value, id));
    setBusy(false);
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

function OutcomeText({ outcome }: { readonly outcome: Result<TriedSource> }) {
  if (!outcome.ok) return <FailureNote failure={outcome.failure} title={texts.test.failed} />;
  if (outcome.value.kind === 'tile') return <TileText tile={outcome.value.tile} />;
  const { width, height, bands, depth, crs, stretch, advice } = outcome.value.metadata;
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

function TileText({ tile: { address, contentType, bytes } }: { readonly tile: MapSourceTest }) {
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
