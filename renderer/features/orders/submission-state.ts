import type { Submission } from '../../../shared/orders/request/submission.ts';
import type { BadgeTone } from '../../ui/status-badge.tsx';

/** The tone of each submission state. */
export const submissionTones: Readonly<Record<Submission['state'], BadgeTone>> = {
  sending: 'accent',
  unknown: 'warn',
  refused: 'bad',
  'not-sent': 'bad',
  accepted: 'ok',
  dismissed: 'neutral',
};

/** Whether the user has to decide the submission's outcome. */
export function needsDecision({ state }: Submission): boolean {
  return state === 'unknown';
}
