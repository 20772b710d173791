import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Sql } from '../../sql.ts';
import { type AreaEnvelopes, createAreaEnvelopes } from './area-envelopes.ts';
import { type ColumnStore, createColumnStore, type Detections } from './column-store.ts';
import { createDetectionReviews, type DetectionReviews } from './detection-reviews.ts';
import { createFieldReader, type FieldReader } from './field-reader.ts';
import { createFilterMasks, type Mask } from './filter-mask.ts';
import { createSortOrders, type Sort, type SortOrders } from './sort-orders.ts';

/** What a query needs of all detections. */
export type QueryNeeds = {
  readonly filter?: DetectionFilter | undefined;
  readonly sort?: Sort;
  readonly field?: DetectionField;
};

/** How often a preparation begins again because the detections have changed, as they do with each page of a fetch. */
const maxAttempts = 3;

/** All detections of a workspace in columns, with cached masks, orders and field columns. */
export type DetectionMemory = {
  readonly store: ColumnStore;
  /** Runs a query on one state of the file, tables and columns alike. */
  readonly read: ColumnStore['read'];
  readonly fieldColumn: FieldReader['read'];
  readonly reviewsOf: (detections: Detections) => DetectionReviews;
  readonly envelopesOf: (detections: Detections) => AreaEnvelopes;
  readonly mask: (detections: Detections, filter: DetectionFilter) => Mask;
  readonly order: SortOrders['read'];
  /**
   * Does in steps what takes long for a query, which then finds it in the caches. Each step is on one state of the file;
   * other queries can run between them. When the detections keep changing meanwhile, the rest is left to the query.
   */
  readonly prepare: (needs: QueryNeeds) => Steps<void>;
};

/** The memory over one connection. Nothing is read before the first question. */
export function createDetectionMemory(sql: Sql): DetectionMemory {
  const store = createColumnStore(sql);
  const reviewsOf = createDetectionReviews(sql);
  const fields = createFieldReader(sql, store, reviewsOf);
  const envelopesOf = createAreaEnvelopes(sql);
  const masks = createFilterMasks({ sql, store, fields, reviewsOf, envelopesOf });
  const orders = createSortOrders(fields, masks.read);
  function* prepareFor(detections: Detections, { filter, sort, field }: QueryNeeds): Steps<void> {
    if (filter) yield* masks.prepare(detections, filter);
    if (field !== undefined) yield* fields.readInSteps(detections, field);
    if (sort) yield* orders.prepare(detections, sort);
  }
  return {
    store,
    read: store.read,
    fieldColumn: fields.read,
    reviewsOf,
    envelopesOf,
    mask: masks.read,
    order: orders.read,
    *prepare(needs) {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        let begun: { readonly rowsVersion: number; readonly steps: Steps<void> } | undefined;
        const step = () =>
          store.read((detections) => {
            begun ??= { rowsVersion: detections.rowsVersion, steps: prepareFor(detections, needs) };
            if (begun.rowsVersion !== detections.rowsVersion) return 'changed';
            return begun.steps.next().done ? 'done' : 'goes on';
          });
        let state = step();
        for (; state === 'goes on'; state = step()) yield;
        if (state === 'done') return;
      }
    },
  };
}
