import type { CoverageLedger } from '../../../../shared/orders/ledger/coverage-ledger.ts';
import type { Api } from '../../../api/client.ts';
import type { BadgeTone } from '../../../ui/status-badge.tsx';

/** The coverage ledger of an order as the API returns it. */
export type Ledger = Extract<
  Awaited<ReturnType<Api['orderTracking']['ledger']['query']>>,
  { ok: true }
>['value'];

type Verdict = CoverageLedger['entries'][number]['outcome'];

/** Texts of the coverage states. `total` follows a count of them. */
export const verdictTexts: Readonly<
  Record<
    Verdict,
    { readonly label: string; readonly total: string; readonly tone: BadgeTone; readonly meaning: string }
  >
> = {
  detections: {
    label: 'detections',
    total: 'with detections',
    tone: 'ok',
    meaning: 'Imaged within the ordered times, with detections inside the area.',
  },
  'none-found': {
    label: 'none found',
    total: 'imaged, none found',
    tone: 'accent',
    meaning:
      'Imaged within the ordered times, in whole or in part, and nothing was detected inside the area.',
  },
  'no-record': {
    label: 'no record',
    total: 'without a record',
    tone: 'outline',
    meaning: 'No record of this workspace shows the area within the ordered times.',
  },
};

/** Why a record could not be assessed; follows a count of records. */
export const unassessedReasons: Readonly<Record<CoverageLedger['unassessed'][number]['reason'], string>> = {
  'no-time': 'without a readable collection time',
  'no-footprint': 'without a readable footprint',
  'no-analytic': 'that name no analytic',
};
