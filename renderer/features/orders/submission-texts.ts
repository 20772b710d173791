import type { Submission } from '../../../shared/orders/request/submission.ts';
import type { BadgeTone } from '../../ui/status-badge.tsx';

/** Label, meaning and tone of each submission state. */
export const submissionTexts: Readonly<
  Record<Submission['state'], { readonly label: string; readonly meaning: string; readonly tone: BadgeTone }>
> = {
  sending: {
    label: 'being sent',
    meaning: 'The order is being sent. Wait for the service to respond.',
    tone: 'accent',
  },
  unknown: {
    label: 'unknown outcome',
    meaning:
      'The order was sent, but no response arrived. The service may have accepted it. Sightline does not resend it automatically.',
    tone: 'warn',
  },
  refused: {
    label: 'refused',
    meaning: 'The service did not accept this order. Nothing was ordered.',
    tone: 'bad',
  },
  'not-sent': {
    label: 'not sent',
    meaning: 'The order never left this machine. Nothing was ordered.',
    tone: 'bad',
  },
  accepted: { label: 'accepted', meaning: 'The service accepted this order.', tone: 'ok' },
  dismissed: {
    label: 'not accepted',
    meaning: 'You decided that the service did not accept this order.',
    tone: 'neutral',
  },
};

/** Whether the user has to decide the submission's outcome. */
export function needsDecision({ state }: Submission): boolean {
  return state === 'unknown';
}

/** The question before an unknown outcome is decided. */
export const decisionTexts = {
  acceptedTitle: 'Is this the order?',
  accepted: (name: string) =>
    `“${name}” will be followed as the order that was sent, and its draft is deleted. This cannot be undone.`,
  confirmAccepted: 'It is the order',
  notAcceptedTitle: 'Was the order not accepted?',
  notAccepted:
    'The order is listed as not accepted, and can be sent again. If the service did accept it, it is then ordered twice. This cannot be undone.',
  confirmNotAccepted: 'It was not accepted',
  cancel: 'Cancel',
  close: 'Close',
} as const;
