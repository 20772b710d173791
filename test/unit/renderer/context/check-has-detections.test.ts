import { expect, test } from 'vitest';
import { workspaceCountsQuery } from '../../../../renderer/api/live-queries.ts';
import { checkHasDetections } from '../../../../renderer/context/check-has-detections.ts';
import { pageApi } from '../../../builders/page-api.ts';

test.each([
  { counts: undefined, response: 'The workspace is not loaded yet.' },
  { counts: null, response: 'There are no detections in this workspace yet. Fetch some first.' },
  {
    counts: { detections: 0 },
    response: 'There are no detections in this workspace yet. Fetch some first.',
  },
  { counts: { detections: 7 }, response: true },
])('a command that needs detections is enabled, or reports why not: $counts', ({ counts, response }) => {
  const app = pageApi();
  app.queryClient.setQueryData<unknown>(workspaceCountsQuery(app.queries).queryKey, counts);
  expect(checkHasDetections(app)).toBe(response);
});
