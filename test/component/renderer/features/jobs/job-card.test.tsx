import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { newJob } from '../../../../../electron/core/jobs/job-runner.ts';
import { JobCard } from '../../../../../renderer/features/jobs/job-list.tsx';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

test('an import of layers ends with where their features are, and a button that shows them', async () => {
  const imported = { kind: 'layers', bounds: [124.5, 33, 131, 40.25] } as const;
  const job = {
    ...newJob({ kind: 'import', title: 'Import ports.csv' }),
    state: 'complete',
    imported,
  } as const;
  openPage(await openFilledCore(), { content: <JobCard job={job} /> });
  expect(await screen.findByText('Features from 33.00° N 124.50° E to 40.25° N 131.00° E.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show these results' })).toBeVisible();
});

test.each([
  [2, 1],
  [0, 0],
])(
  'an import of AIS reports with %i contacts within reach ends with where and when its reports are',
  async (contacts, buttons) => {
    const imported = {
      kind: 'ais',
      contacts,
      bounds: [178.5, -18.25, -179, -17],
      fromMs: Date.UTC(2026, 10, 20, 1),
      toMs: Date.UTC(2026, 10, 20, 3, 30),
    } as const;
    const job = { ...newJob({ kind: 'import', title: 'Import AIS' }), state: 'complete', imported } as const;
    openPage(await openFilledCore(), { content: <JobCard job={job} /> });
    const where =
      'Reports from 18.25° S 178.50° E to 17.00° S 179.00° W, 2026-11-20 01:00:00Z to 2026-11-20 03:30:00Z.';
    expect(await screen.findByText(where)).toBeVisible();
    expect(screen.queryAllByRole('button', { name: 'Show these results' })).toHaveLength(buttons);
  },
);
