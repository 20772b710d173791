import type { Submission } from '../../../shared/orders/submission.ts';
import type { BadgeTone } from '../../components/status-badge.tsx';

/** How each state of a submission is put to the analyst: a label, and what it means. */
export const submissionTexts: Readonly<
  Record<Submission['state'], { readonly label: string; readonly meaning: string; readonly tone: BadgeTone }>
> = {
  sending: {
    label: 'being sent',
    meaning: 'The order is on its way. Wait for the answer of the service.',
    tone: 'accent',
  },
  unknown: {
    label: 'unknown outcome',
    meaning:
      'The order was sent, but its answer did not arrive. The service may have taken it. Sightline does not send it again by itself.',
    tone: 'warn',
  },
  refused: {
    label: 'refused',
    meaning: 'The service answered that it does not take this order. Nothing was ordered.',
    tone: 'bad',
  },
  'not-sent': {
    label: 'not sent',
    meaning: 'The order never left this machine. Nothing was ordered.',
    tone: 'bad',
  },
  accepted: { label: 'accepted', meaning: 'The service has taken this order.', tone: 'ok' },
  dismissed: {
    label: 'not accepted',
    meaning: 'You decided that the service did not take this order.',
    tone: 'neutral',
  },
};

/** Whether the analyst has still to decide what became of it. */
export function needsDecision({ state }: Submission): boolean {
  return state === 'unknown';
}
