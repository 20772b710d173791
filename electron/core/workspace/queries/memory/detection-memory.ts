import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { Sql } from '../../sql.ts';
import { type AreaEnvelopes, createAreaEnvelopes } from './area-envelopes.ts';
import { type ColumnStore, createColumnStore, type Detections } from './column-store.ts';
import { createDetectionReviews, type DetectionReviews } from './detection-reviews.ts';
import { createFieldReader, type FieldReader } from './field-reader.ts';
import { createFilterMasks, type Mask } from './filter-mask.ts';
import { createSortOrders, type SortOrders } from './sort-orders.ts';

/** All detections of a workspace in columns, with cached masks, orders and field columns. */
export type DetectionMemory = {
  readonly store: ColumnStore;
  /** Runs a query on one state of the file, tables and columns alike. */
  readonly read: ColumnStore['read'];
  readonly fieldColumn: FieldReader;
  readonly reviewsOf: (detections: Detections) => DetectionReviews;
  readonly envelopesOf: (detections: Detections) => AreaEnvelopes;
  readonly mask: (detections: Detections, filter: DetectionFilter) => Mask;
  readonly order: SortOrders;
};

/** The memory over one connection. Nothing is read before the first question. */
export function createDetectionMemory(sql: Sql): DetectionMemory {
  const store = createColumnStore(sql);
  const reviewsOf = createDetectionReviews(sql);
  const fieldColumn = createFieldReader(sql, store, reviewsOf);
  const envelopesOf = createAreaEnvelopes(sql);
  const mask = createFilterMasks({ sql, store, fields: fieldColumn, reviewsOf, envelopesOf });
  return {
    store,
    read: store.read,
    fieldColumn,
    reviewsOf,
    envelopesOf,
    mask,
    order: createSortOrders(fieldColumn, mask),
  };
}
