import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import type { CoverageLedger } from '../../../shared/orders/ledger/coverage-ledger.ts';
import type { OrderNotification } from '../../../shared/orders/list/order-notification.ts';
import type { StatusHistoryContent } from '../../../shared/orders/list/status-history-csv.ts';
import type { Result } from '../../../shared/result.ts';

/** Tracking of orders: notifications of their changes, and the coverage of their areas by the results. */
export type OrderTracking = {
  /** Changes that the analyst has not seen yet, in the order of detection. */
  notifications(): Promise<Result<readonly OrderNotification[]>>;
  /** Marks the notifications of an order, or with null of all orders, as seen. */
  markSeen(orderId: string | null): Promise<Result<void>>;
  /**
   * Computes from the workspace's records what was imaged of an order's areas and what was detected there. The order's
   * stored request is read from the workspace or else from the service.
   */
  ledger(orderId: string): Promise<Result<OrderLedger>>;
  /**
   * Starts the fetch that matches an order's request: its analytics and times in all regions, since the service neither
   * filters by position nor states the region of an order. While it is running already, its job is returned instead.
   */
  fetchResults(orderId: string): Promise<Result<Job>>;
  /** Writes the status histories of all orders, or the times per state of each analytic, to a CSV file. */
  writeStatusHistory(path: string, content: StatusHistoryContent): Promise<Result<undefined>>;
};

/** The coverage ledger of an order, with what is needed to display it. */
export type OrderLedger = {
  readonly ledger: CoverageLedger;
  /** The areas of the order, in its order. */
  readonly areas: readonly {
    readonly name: string;
    readonly squareMetres: number;
    /** Null when the area has no extent. */
    readonly bounds: BoundingBox | null;
  }[];
  /** Parts of the request that could not be read and are not in the ledger; a sentence each. */
  readonly problems: readonly string[];
};
