import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { RuleForm } from '../../../../../renderer/features/watch/rule-form.tsx';
import { searchSchema } from '../../../../../shared/results/search.ts';
import { defaultRule } from '../../../../../shared/watch/watch-rule.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { buildUuid } from '../../../../builders/record-builder.ts';

test('why a rule cannot find anything stands once, without another try', async () => {
  const core = await openFilledCore({
    region: 'East Asia',
    analytic: 'LargeVesselDetection',
    maxRecords: 20,
  });
  const searchId = buildUuid();
  const search = searchSchema.parse({ regions: [], analytics: [] });
  const shared = { paused: false, overlapMinutes: 60, schedule: { kind: 'manual' } } as const;
  const saved = await core.searches.save({ ...shared, id: searchId, name: 'Ships', search });
  if (!saved.ok) throw new Error(saved.failure.message);
  const rule = { ...defaultRule(buildUuid()), name: 'Roads', searchId, expression: 'place = "Busann"' };
  const content = <RuleForm rule={rule} onSaved={() => {}} onCancel={() => {}} />;
  const { user } = openPage(core, { content });
  const reason = /No named port is “Busann”\. Did you mean Busan\?/;
  expect(await screen.findAllByText(reason)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/The rule was not saved/)).toBeVisible();
  await waitFor(() => expect(screen.getAllByText(reason)).toHaveLength(1));
});
