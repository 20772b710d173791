import { Checkbox, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type DecisionEntry, decisionKey } from '../../../shared/ais/decision-entry.ts';
import { formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { type ReviewConflict, reviewKey } from '../../../shared/review/merge-reviews.ts';
import type { Review } from '../../../shared/review/review.ts';
import type {
  ConflictChoice,
  ConflictingStatement,
  ReviewMergePreview,
} from '../../../shared/review/review-merge.ts';
import { useApp } from '../../context/app-context.tsx';
import { useChipRequests } from '../../ui/chip/chip-cache.ts';
import { SmallChip } from '../../ui/chip/small-chip.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import detectionStyles from './conflict-detection.module.css';
import { texts } from './texts.ts';
import styles from './workspace.module.css';

/** The number of conflicts of a merge, also of those that are not listed. */
export function countConflicts({
  counts,
  decisions,
  places,
}: Pick<ReviewMergePreview, 'counts' | 'decisions' | 'places'>): number {
  return counts.conflict + decisions.counts.conflict + places.inConflict;
}

/** The choice between conflicting reviews, AIS decisions and statements of two workspaces, for all and for each. */
export function ReviewConflicts({
  reviews,
  source,
  value,
  onChange,
}: {
  readonly reviews: Pick<ReviewMergePreview, 'counts' | 'conflicts' | 'decisions' | 'places'>;
  /** Names of the other reviews' source for the texts: `the case`, `Case`, `the case’s`. */
  readonly source: { readonly name: string; readonly label: string; readonly possessive: string };
  readonly value: ConflictChoice;
  readonly onChange: (value: ConflictChoice) => void;
}) {
  const conflicts = listConflicts(reviews, source.possessive);
  const { counts, decisions, places } = reviews;
  const hidden = countConflicts(reviews) - conflicts.length;
  const [currentKey, setCurrentKey] = useState<string>();
  const withDetection = conflicts.filter(({ detection }) => detection);
  const current = withDetection.find(({ key }) => key === currentKey) ?? withDetection[0];
  const importsAll = value.winner === 'arriving';

  const toggle = (key: string) =>
    onChange({
      ...value,
      except: value.except.includes(key)
        ? value.except.filter((each) => each !== key)
        : [...value.except, key],
    });

  return (
    <section aria-label={texts.conflicts.label}>
      {counts.conflict > 0 ? (
        <p className={styles.text}>{texts.conflicts.about(counts.conflict, source.name)}</p>
      ) : null}
      {decisions.counts.conflict > 0 ? (
        <p className={styles.text}>{texts.conflicts.decisions(decisions.counts.conflict, source.name)}</p>
      ) : null}
      {places.inConflict > 0 ? (
        <p className={styles.text}>{texts.conflicts.places(places.inConflict, source.name)}</p>
      ) : null}
      <SegmentedControl
        aria-label={texts.conflicts.winner}
        value={value.winner}
        onChange={(keep) => onChange({ winner: keep as ConflictChoice['winner'], except: [] })}
        data={[
          { value: 'present', label: texts.conflicts.keepCurrent },
          { value: 'arriving', label: texts.conflicts.acceptAll(source.name) },
        ]}
      />
      {current?.detection ? <ConflictDetection conflict={current.detection} /> : null}
      <ul className={styles.conflicts} aria-label={texts.conflicts.list}>
        {conflicts.map(({ key, detection, title, accept, here, there }) => (
          <li key={key} className={styles.conflict} aria-current={key === current?.key || undefined}>
            <Checkbox
              label={texts.conflicts.accept(source.possessive)}
              aria-label={accept}
              checked={importsAll !== value.except.includes(key)}
              onChange={() => toggle(key)}
              onFocus={() => detection && setCurrentKey(key)}
            />
            {detection ? (
              <TextButton className={styles.facts} onClick={() => setCurrentKey(key)}>
                {title}
              </TextButton>
            ) : (
              <span className={styles.facts}>{title}</span>
            )}
            <span>{texts.conflicts.here(here)}</span>
            <span>
              {source.label}: {there}
            </span>
          </li>
        ))}
      </ul>
      {hidden > 0 ? <p className="muted">{texts.conflicts.more(hidden)}</p> : null}
    </section>
  );
}

type ListedConflict = {
  readonly key: string;
  /** Null: it is about a place. */
  readonly detection: Pick<ReviewConflict, 'recordId' | 'identity'> | null;
  readonly title: string;
  /** The accessible name of its check box. */
  readonly accept: string;
  readonly here: string;
  readonly there: string;
};

function listConflicts(
  { conflicts, decisions, places }: Pick<ReviewMergePreview, 'conflicts' | 'decisions' | 'places'>,
  possessive: string,
): readonly ListedConflict[] {
  const ofDetection = ({ recordId, identity }: Pick<ReviewConflict, 'recordId' | 'identity'>) => ({
    detection: { recordId, identity },
    title: texts.conflicts.record(identity.replace(/^chip \d+ /, ''), recordId.slice(0, 8)),
    accept: texts.conflicts.acceptReviewOf(possessive, identity),
  });
  return [
    ...conflicts.map((conflict) => ({
      ...ofDetection(conflict),
      key: reviewKey(conflict),
      here: describeReview(conflict.present),
      there: describeReview(conflict.arriving),
    })),
    ...decisions.conflicts.map(({ present, arriving }) => ({
      ...ofDetection(present),
      key: decisionKey(present),
      here: describeDecision(present),
      there: describeDecision(arriving),
    })),
    ...places.conflicts.map(({ key, present, arriving }) => {
      const { analytic, position } = present;
      const title = texts.conflicts.placeOf(analyticDisplayName(analytic), formatPosition(position));
      return {
        ...{ key, title, detection: null, accept: texts.conflicts.acceptStatement(possessive, title) },
        ...{ here: describeStatement(present), there: describeStatement(arriving) },
      };
    }),
  ];
}

function describeDecision({ decision, by, at }: DecisionEntry): string {
  const { isContact, noContact, undecided } = texts.conflicts;
  const decided = decision === null ? undecided : decision === 'none' ? noContact : isContact(decision);
  return `${decided} (${by}, ${formatTime(at)})`;
}

function describeStatement({ presence, by, at }: ConflictingStatement): string {
  const { isFixed, isNotFixed } = texts.conflicts;
  return `${presence === 'stationary' ? isFixed : isNotFixed} (${by}, ${formatTime(at)})`;
}

function describeReview({ verdict, flagged, note, reviewer, reviewedAt }: Review): string {
  const parts = [
    verdict ?? texts.conflicts.noVerdict,
    ...(flagged ? [texts.conflicts.flagged] : []),
    ...(note ? [`“${note}”`] : []),
  ];
  return `${parts.join(', ')} (${reviewer}, ${formatTime(reviewedAt)})`;
}

/** Zoom at which a detection and its surroundings are recognized. */
const detectionZoom = 12;

/** The detection of a conflict: its chip, and the map around it. */
function ConflictDetection({
  conflict: { recordId, identity },
}: {
  readonly conflict: Pick<ReviewConflict, 'recordId' | 'identity'>;
}) {
  const { api, queries, chips } = useApp();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...queries.reviews.detectionId.pathKey(), recordId, identity],
    queryFn: async ({ signal }) => {
      const id = unwrap(await api.reviews.detectionId.query({ recordId, identity }, { signal }));
      if (id === null) return null;
      return unwrap(await api.results.detections.query([id], { signal }))[0] ?? null;
    },
  });
  useChipRequests(chips, { size: 'small', seen: data ? [data.id] : [] });
  if (error) return <QueryState query={{ error, refetch }} title={texts.conflicts.detectionNotRead} />;
  return (
    <section className={detectionStyles.detection} aria-label={texts.conflicts.detection}>
      <div className={detectionStyles.chip}>
        {isPending ? <LoadingState label={texts.conflicts.readingDetection} /> : null}
        {data === null ? <p className="muted">{texts.conflicts.notHere}</p> : null}
        {data ? <SmallChip cache={chips} id={data.id} /> : null}
      </div>
      <ConflictMap position={data ? [data.longitude, data.latitude] : null} />
    </section>
  );
}

/** The map, which the dialog would cover, at a marked position. Closing the dialog restores its view. */
function ConflictMap({ position }: { readonly position: LonLat | null }) {
  const { engine, stores } = useApp();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const { center, zoom } = engine.camera.state;
    const takeBack = engine.moveTo(element.current);
    return () => {
      takeBack();
      engine.mark.show(stores.places.getState().mark);
      engine.camera.setView({ center, zoom });
    };
  }, [engine, stores]);
  const [longitude, latitude] = position ?? [];
  useEffect(() => {
    if (longitude === undefined || latitude === undefined) return;
    engine.mark.show({ position: [longitude, latitude], label: '' });
    engine.camera.setView({ center: [longitude, latitude], zoom: detectionZoom });
  }, [engine, longitude, latitude]);
  return (
    <div ref={element} className={detectionStyles.map} role="application" aria-label={texts.conflicts.map} />
  );
}
