import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import { type AreaEnvelopes, createAreaEnvelopes } from './area-envelopes.ts';
import { type ColumnStore, createColumnStore, type Detections } from './column-store.ts';
import { createDetectionReviews, type DetectionReviews } from './detection-reviews.ts';
import { createFieldReader, type FieldReader, type FixedObjectsReader } from './field-reader.ts';
import { createFilterMasks, type Mask } from './filter-mask.ts';
import { createSortOrders, type Sort, type SortOrders } from './sort-orders.ts';

/** What a query needs of all detections. */
export type QueryNeeds = {
  readonly filter?: DetectionFilter | undefined;
  readonly sort?: Sort;
  readonly fields?: readonly DetectionField[];
};

/** All detections of a workspace in columns, with cached masks, orders and field columns. */
export type DetectionMemory = {
  readonly store: ColumnStore;
  /** Runs a query on one state of the file, tables and columns alike. */
  readonly read: ColumnStore['read'];
  readonly fieldColumn: FieldReader['read'];
  readonly fieldColumnInSteps: FieldReader['readInSteps'];
  readonly fixedObjects: FieldReader['fixedObjects'];
  readonly reviewsOf: (detections: Detections) => DetectionReviews;
  readonly envelopesOf: (detections: Detections) => Steps<AreaEnvelopes>;
  readonly mask: (detections: Detections, filter: DetectionFilter) => Mask;
  readonly order: SortOrders['read'];
  /**
   * Performs a query in steps, all on the detections as they are when it begins: first what takes long for it, which it
   * then finds in the caches, and then the query itself. Other queries can run between the steps, and detections can
   * change.
   */
  readonly perform: <T>(needs: QueryNeeds, query: (detections: Detections) => Steps<T>) => Steps<T>;
};

/** The memory over one connection. Nothing is read before the first question. */
export function createDetectionMemory(sql: Sql, readFixedObjects: FixedObjectsReader): DetectionMemory {
  const store = createColumnStore(sql);
  const reviewsOf = createDetectionReviews(sql);
  const fields = createFieldReader(sql, store, reviewsOf, readFixedObjects);
  const envelopesOf = createAreaEnvelopes(sql);
  const masks = createFilterMasks({ sql, store, fields, reviewsOf, envelopesOf });
  const orders = createSortOrders(store, fields, masks);
  function* prepareFor(
    detections: Detections,
    { filter, sort, fields: needed = [] }: QueryNeeds,
  ): Steps<void> {
    if (filter) yield* masks.readInSteps(detections, filter);
    for (const field of needed) yield* fields.readInSteps(detections, field);
    if (!sort) return;
    yield* orders.readInSteps(detections, filter ?? {}, sort);
    yield;
  }
  return {
    store,
    read: store.read,
    fieldColumn: fields.read,
    fieldColumnInSteps: fields.readInSteps,
    fixedObjects: fields.fixedObjects,
    reviewsOf,
    envelopesOf,
    mask: masks.read,
    order: orders.read,
    perform: (needs, query) =>
      store.readInSteps(function* (detections) {
        yield* prepareFor(detections, needs);
        return yield* query(detections);
      }),
  };
}
