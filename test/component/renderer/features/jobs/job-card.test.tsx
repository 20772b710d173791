import { screen } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { newJob } from '../../../../../electron/core/jobs/job-runner.ts';
import { JobCard } from '../../../../../renderer/features/jobs/job-card.tsx';
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
  expect(await screen.findByText('From 33.00° N 124.50° E to 40.25° N 131.00° E.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show these results' })).toBeVisible();
});
