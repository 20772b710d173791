import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { ReviewConflict } from '../../../shared/review/merge-reviews.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { createChipCaches } from '../../ui/chip/chip-caches.ts';
import { ChipFrame } from '../../ui/chip/chip-frame.tsx';
import { defaultStretch } from '../../ui/chip/chip-stretch.ts';
import { wholeChip } from '../../ui/chip/chip-viewport.ts';
import { absenceTexts } from '../../ui/chip/fetch-chip.ts';
import { useCachedChip } from '../../ui/chip/use-cached-chip.ts';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import styles from './conflict-detection.module.css';
import { texts } from './texts.ts';

/** Zoom at which a detection and its surroundings are recognized. */
const detectionZoom = 12;

/** The detection of a conflict: its chip, and the map around it. */
export function ConflictDetection({
  conflict: { recordId, identity },
}: {
  readonly conflict: Pick<ReviewConflict, 'recordId' | 'identity'>;
}) {
  const { api } = useApp();
  const { data, error, isPending } = useQuery({
    queryKey: queryKeys.conflictDetection(recordId, identity),
    queryFn: async ({ signal }) => {
      const id = unwrap(await api.reviews.detectionId.query({ recordId, identity }, { signal }));
      if (id === null) return null;
      return unwrap(await api.results.detections.query([id], { signal }))[0] ?? null;
    },
  });
  if (error) return <FailureNote failure={toFailure(error)} title={texts.conflicts.detectionNotRead} />;
  return (
    <section className={styles.detection} aria-label={texts.conflicts.detection}>
      <div className={styles.chip}>
        {isPending ? <LoadingState label={texts.conflicts.readingDetection} /> : null}
        {data === null ? <p className="muted">{texts.conflicts.notHere}</p> : null}
        {data ? <ConflictChip id={data.id} /> : null}
      </div>
      <ConflictMap position={data ? [data.longitude, data.latitude] : null} />
    </section>
  );
}

function ConflictChip({ id }: { readonly id: number }) {
  // Not the caches of the app, whose requested chips are those of the review behind the dialog.
  const [cache] = useState(() => createChipCaches().small);
  const chip = useCachedChip(cache, id);
  useEffect(() => {
    cache.setRequested([id]);
    return () => cache.setRequested([]);
  }, [cache, id]);
  if (chip.kind === 'loading') return <LoadingState label={texts.conflicts.fetchingChip} />;
  if (chip.kind !== 'image') return <p className="muted">{absenceTexts[chip.kind].title}</p>;
  return (
    <ChipFrame
      image={chip.image}
      name={texts.conflicts.chipOf(id)}
      display={{ stretch: defaultStretch, view: wholeChip }}
    />
  );
}

/** The map, which the dialog would cover, at a marked position. Closing the dialog restores its view. */
function ConflictMap({ position }: { readonly position: LonLat | null }) {
  const { engine, stores } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const { center, zoom } = engine.view();
    const takeBack = engine.moveTo(element.current);
    return () => {
      takeBack();
      engine.setMark(stores.places.getState().mark);
      engine.setView({ center, zoom });
    };
  }, [engine, stores]);
  const [longitude, latitude] = position ?? [];
  useEffect(() => {
    if (longitude === undefined || latitude === undefined) return;
    engine.setMark({ position: [longitude, latitude], label: '' });
    engine.setView({ center: [longitude, latitude], zoom: detectionZoom });
  }, [engine, longitude, latitude]);
  return <div ref={element} className={styles.map} role="application" aria-label={texts.conflicts.map} />;
}
