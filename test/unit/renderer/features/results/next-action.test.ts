import { expect, test } from 'vitest';
import {
  type NextAction,
  nextAction,
  type PageState,
} from '../../../../../renderer/features/results/show/next-action.ts';

/** A workspace with results that have no verdict. */
const fetched: PageState = {
  isSignedIn: true,
  canWrite: true,
  total: 4182,
  shown: 157,
  unreviewed: 157,
  isPaused: false,
  isFetching: false,
  isElsewhere: false,
  isGetShown: true,
  completed: null,
  selectedAreaId: null,
  siteId: null,
  undecided: 0,
};
const empty: PageState = { ...fetched, total: 0, shown: 0, unreviewed: 0 };
const area = { kind: 'area', areaId: 'a' } as const;

const cases: readonly (readonly [string, PageState, NextAction | null])[] = [
  ['signed in, nothing fetched: the form has it', empty, null],
  ['nothing fetched, and the form is not shown', { ...empty, isGetShown: false }, { kind: 'get' }],
  ['signed out, nothing fetched', { ...empty, isSignedIn: false }, { kind: 'sign-in' }],
  ['the first page is awaited', { ...empty, isFetching: true }, { kind: 'wait', for: 'first-page' }],
  ['fetched', fetched, { kind: 'review', count: 157 }],
  ['signed out with results', { ...fetched, isSignedIn: false }, { kind: 'review', count: 157 }],
  [
    'more than can be reviewed',
    { ...fetched, shown: 9000, unreviewed: 5001 },
    { kind: 'filter', count: 5001 },
  ],
  [
    'the most that is reviewed',
    { ...fetched, shown: 5000, unreviewed: 5000 },
    { kind: 'review', count: 5000 },
  ],
  ['nothing matches the filter', { ...fetched, shown: 0, unreviewed: 0 }, { kind: 'show-all', count: 4182 }],
  ['all reviewed', { ...fetched, unreviewed: 0 }, { kind: 'export', count: 157 }],
  ['read-only', { ...fetched, canWrite: false }, { kind: 'export', count: 157 }],
  ['a review is paused', { ...fetched, isPaused: true }, { kind: 'resume' }],
  ['counts are not known yet', { ...fetched, unreviewed: undefined }, null],
  ['no workspace', { ...fetched, total: undefined }, null],
  ['a form that has it', { ...fetched, isElsewhere: true, completed: area, selectedAreaId: 'a' }, null],
  ['an area was drawn', { ...fetched, completed: area, selectedAreaId: 'a' }, { kind: 'fetch-here' }],
  [
    'an area was drawn, signed out',
    { ...empty, isSignedIn: false, completed: area, selectedAreaId: 'a' },
    { kind: 'order-here' },
  ],
  [
    'the drawn area is not selected any more',
    { ...fetched, completed: area },
    { kind: 'review', count: 157 },
  ],
  [
    'a site was made',
    { ...fetched, completed: { kind: 'site', areaId: 'a' }, siteId: 'a' },
    { kind: 'fetch-here' },
  ],
  [
    'the site is not shown any more',
    { ...fetched, completed: { kind: 'site', areaId: 'a' } },
    { kind: 'review', count: 157 },
  ],
  [
    'an order was sent, nothing else is there',
    { ...empty, completed: { kind: 'order-sent', orderId: 'o' } },
    { kind: 'wait', for: 'operator' },
  ],
  [
    'an order was sent next to results',
    { ...fetched, completed: { kind: 'order-sent', orderId: 'o' } },
    { kind: 'review', count: 157 },
  ],
  [
    'an order was completed',
    { ...fetched, completed: { kind: 'order-completed', orderId: 'o' } },
    { kind: 'fetch-order' },
  ],
  ['AIS imported', { ...fetched, completed: { kind: 'ais' }, undecided: 41 }, { kind: 'decide', count: 41 }],
  [
    'AIS imported, nothing to decide',
    { ...fetched, completed: { kind: 'ais' } },
    { kind: 'review', count: 157 },
  ],
  [
    'a rule made',
    { ...fetched, completed: { kind: 'rule', searchId: 's', name: 'Ships' } },
    { kind: 'run-rule' },
  ],
  [
    'a rule made, signed out',
    { ...fetched, isSignedIn: false, completed: { kind: 'rule', searchId: 's', name: 'Ships' } },
    { kind: 'review', count: 157 },
  ],
  ['a file was written', { ...fetched, completed: { kind: 'export', jobId: 'j' } }, { kind: 'open-file' }],
];

test.each(cases)('%s', (_, page, expected) => {
  expect(nextAction(page)).toEqual(expected);
});
