import { createRandom } from '../data/random.ts';

/** One entry of a history (service.md, Orders). */
export type PlannedStatus = { readonly state: string; readonly when: string };

/** The state sequence of most orders, with the mean seconds from each state to the next. */
const mainSequence = [
  { state: 'under-review', seconds: 20 },
  { state: 'accepted', seconds: 35 },
  { state: 'in-progress', seconds: 40 },
  { state: 'completed', seconds: 60 },
] as const;

/**
 * All states of an order from its creation: entries up to now are its history, later ones are in the future. It is a
 * pure function of its arguments, so it survives restarts.
 *
 * Most orders end `completed`. Some wait for payment after review, some are `closed` (rejected) by the review, and some
 * are `cancelled` on the way. `pace` divides all waiting times. None is in progress before the ordered time begins, at
 * `startsAt` (epoch milliseconds).
 */
export function planOrder(
  orderId: string,
  createdAt: number,
  pace: number,
  startsAt = createdAt,
): PlannedStatus[] {
  const random = createRandom('order', orderId);
  const fate = random.unit();
  let states: { readonly state: string; readonly seconds: number }[] = [...mainSequence];
  if (fate < 0.2) states.splice(1, 0, { state: 'payment-pending', seconds: 25 });
  else if (fate < 0.28) states = [...mainSequence.slice(0, 1), { state: 'closed', seconds: 40 }];
  else if (fate < 0.36) states = [...mainSequence.slice(0, 2), { state: 'cancelled', seconds: 45 }];

  const plan = [{ state: 'created', when: new Date(createdAt).toISOString() }];
  let when = createdAt;
  for (const { state, seconds } of states) {
    when += Math.max(1, Math.round((seconds * 1000 * random.between(0.75, 1.25)) / pace));
    if (state === 'in-progress') when = Math.max(when, startsAt);
    plan.push({ state, when: new Date(when).toISOString() });
  }
  return plan;
}
