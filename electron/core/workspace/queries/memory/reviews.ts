import { type Verdict, verdictSchema } from '../../../../../shared/review/review.ts';
import type { Sql } from '../../sql.ts';
import type { Detections } from './column-store.ts';
import { placeOfId } from './place-of-id.ts';

/** What was said of the detections, in their order. */
export type Reviews = {
  /** 0 where there is none, or the place of the verdict in `verdictSchema` from 1: as the feed's flags have it. */
  readonly verdict: Uint8Array;
  /** 1 where it is flagged. */
  readonly flagged: Uint8Array;
  /** The notes that are not empty, by place. */
  readonly notes: ReadonlyMap<number, string>;
};

const verdicts: readonly string[] = verdictSchema.options satisfies readonly Verdict[];

/** The reviews of a state of the detections, kept until either changes. */
export function createReviews(sql: Sql): (detections: Detections) => Reviews {
  let known: { readonly version: number; readonly reviews: Reviews } | undefined;
  return (detections) => {
    if (known?.version !== detections.version) {
      known = { version: detections.version, reviews: readReviews(sql, detections) };
    }
    return known.reviews;
  };
}

function readReviews(sql: Sql, { columns: { id, count } }: Detections): Reviews {
  const verdict = new Uint8Array(count);
  const flagged = new Uint8Array(count);
  const notes = new Map<number, string>();
  for (const row of sql.arrays('SELECT detection_id, verdict, flagged, note FROM reviews')) {
    const place = placeOfId(id, Number(row[0]));
    if (place < 0) continue;
    verdict[place] = verdicts.indexOf(String(row[1])) + 1;
    flagged[place] = row[2] === 1 ? 1 : 0;
    if (typeof row[3] === 'string' && row[3] !== '') notes.set(place, row[3]);
  }
  return { verdict, flagged, notes };
}
