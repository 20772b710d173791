import type { CoverageLedger } from '../../../../shared/orders/coverage-ledger.ts';
import type { Api } from '../../../api/client.ts';
import type { BadgeTone } from '../../../components/status-badge.tsx';

/** The ledger of an order as the main process answers it. */
export type Ledger = Extract<
  Awaited<ReturnType<Api['orderFollow']['ledger']['query']>>,
  { ok: true }
>['value'];

type Verdict = CoverageLedger['entries'][number]['verdict'];

/** The verdicts in words. `total` follows a count of them. */
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

/** Why a record could not be judged; follows a count of records. */
export const unjudgedReasons: Readonly<Record<CoverageLedger['unjudged'][number]['reason'], string>> = {
  'no-time': 'without a collection time that can be read',
  'no-footprint': 'without a footprint that can be read',
  'no-analytic': 'that name no analytic',
};
