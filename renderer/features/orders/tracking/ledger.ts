import type { CoverageLedger } from '../../../../shared/orders/ledger/coverage-ledger.ts';
import type { Api } from '../../../api/client.ts';
import type { BadgeTone } from '../../../ui/status-badge.tsx';

/** The coverage ledger of an order as the API returns it. */
export type Ledger = Extract<
  Awaited<ReturnType<Api['orderTracking']['ledger']['query']>>,
  { ok: true }
>['value'];

/** The tone of each coverage state. */
export const outcomeTones: Readonly<Record<CoverageLedger['entries'][number]['outcome'], BadgeTone>> = {
  detections: 'ok',
  'none-found': 'accent',
  'not-fetched': 'warn',
  'no-record': 'outline',
};
