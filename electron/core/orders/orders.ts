import type { KnownOrder } from '../../../shared/orders/order.ts';
import type { OrderDraft } from '../../../shared/orders/order-draft.ts';
import type { OverlapCheck } from '../../../shared/orders/overlap-check.ts';
import type { Submission, SubmissionMatch } from '../../../shared/orders/submission.ts';
import type { Result } from '../../../shared/result.ts';

/** Orders: placed once, followed while they can change, kept in the workspace. */
export type Orders = {
  /** What the workspace knows, newest first, and when the service was last asked. */
  list(): Promise<Result<OrderList>>;
  /** Asks the service for the list now. */
  refresh(): Promise<Result<OrderList>>;
  get(orderId: string): Promise<Result<KnownOrder>>;
  /** The order's stored request as text, from the workspace or else from the service. */
  request(orderId: string): Promise<Result<string>>;
  /** Judges the draft and shows the body that `submit` would send. */
  preview(
    draft: OrderDraft,
  ): Promise<Result<{ readonly bodyText: string; readonly notes: readonly string[] }>>;
  /**
   * Compares what `submit` would send with all known orders and with the results that are there. The service is asked
   * for its list, and for stored requests that are missing, within bounds.
   */
  overlaps(draft: OrderDraft): Promise<Result<OverlapCheck>>;
  /**
   * Sends the order once. The submission is in the workspace before the first byte leaves; whatever happens to the
   * connection, the process or the machine, it is never sent again by itself.
   *
   * What became of it is the state of the submission. A failure means that nothing was kept and nothing sent:
   * `invalid-input`, `no-workspace`, `read-only`, `disk`, or `conflict` when the same order is being sent or has an
   * unknown outcome.
   *
   * A kept draft goes away once the service has taken the order; until then it stays.
   */
  submit(order: DraftToSend): Promise<Result<Submission>>;
  /**
   * Sends the body of a submission once more, byte for byte; only one that was certainly not taken, else `conflict`.
   * Fails as `submit` does.
   */
  resend(submissionId: string): Promise<Result<Submission>>;
  /** Orders on the service that may be what an unknown submission created. */
  matches(submissionId: string): Promise<Result<readonly SubmissionMatch[]>>;
  /** The analyst's decision on an unknown submission: it is this order, or (null) it was not taken. */
  settle(submissionId: string, orderId: string | null): Promise<Result<Submission>>;
  /** Takes a submission that came to nothing out of sight, or brings it back. Fails with `conflict` for any other. */
  putAway(submissionId: string, isAway: boolean): Promise<Result<Submission>>;
};

/** A draft to be sent, and the kept draft that it is. */
export type DraftToSend = { readonly draftId: string; readonly draft: OrderDraft };

export type OrderList = {
  readonly orders: readonly KnownOrder[];
  readonly submissions: readonly Submission[];
  /** UTC ISO 8601 of the last answer of the service in this workspace, or null. */
  readonly refreshedAt: string | null;
  /** Items of the service's last list that could not be read, a sentence each. */
  readonly problems: readonly string[];
};
