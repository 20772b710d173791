import { expect, test } from 'vitest';
import type { Api } from '../../../../renderer/api/client.ts';
import { createQueryClient } from '../../../../renderer/api/query-client.ts';
import { queryKeys } from '../../../../renderer/api/query-keys.ts';
import { checkHasDetections } from '../../../../renderer/context/check-has-detections.ts';

test.each([
  { counts: undefined, response: 'The workspace is not loaded yet.' },
  { counts: null, response: 'There are no detections in this workspace yet. Fetch some first.' },
  {
    counts: { detections: 0 },
    response: 'There are no detections in this workspace yet. Fetch some first.',
  },
  { counts: { detections: 7 }, response: true },
])('a command that needs detections is enabled, or reports why not: $counts', ({ counts, response }) => {
  const app = { api: {} as Api, queryClient: createQueryClient() };
  app.queryClient.setQueryData(queryKeys.workspaceCounts(), counts);
  expect(checkHasDetections(app)).toBe(response);
});
