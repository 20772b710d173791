import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { Sql } from '../../sql.ts';
import { type AreaEnvelopes, createAreaEnvelopes } from './area-envelopes.ts';
import { type ColumnStore, createColumnStore, type Detections } from './column-store.ts';
import { createFields, type Fields } from './fields.ts';
import { createFilterMasks, type Mask } from './filter-mask.ts';
import { createReviews, type Reviews } from './reviews.ts';
import { createSortOrders, type SortOrders } from './sort-orders.ts';

/** All detections of a workspace in columns, and what is asked of them again and again. */
export type Memory = {
  readonly store: ColumnStore;
  /** Answers a question on one state of the file, tables and columns alike. */
  readonly read: ColumnStore['read'];
  readonly fields: Fields;
  readonly reviewsOf: (detections: Detections) => Reviews;
  readonly envelopesOf: (detections: Detections) => AreaEnvelopes;
  readonly mask: (detections: Detections, filter: DetectionFilter) => Mask;
  readonly order: SortOrders;
};

/** The memory over one connection. Nothing is read before the first question. */
export function createMemory(sql: Sql): Memory {
  const store = createColumnStore(sql);
  const reviewsOf = createReviews(sql);
  const fields = createFields(sql, store, reviewsOf);
  const envelopesOf = createAreaEnvelopes(sql);
  const mask = createFilterMasks({ sql, store, fields, reviewsOf, envelopesOf });
  return {
    store,
    read: store.read,
    fields,
    reviewsOf,
    envelopesOf,
    mask,
    order: createSortOrders(fields, mask),
  };
}
