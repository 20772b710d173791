import { expect, test } from 'vitest';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { describeWhatSightlineReads } from '../../../../builders/what-sightline-reads.ts';

test('the page “What Sightline reads” is what the code reads; `npx vitest -u` writes it anew', async () => {
  await expect(describeWhatSightlineReads()).toMatchFileSnapshot(
    inProject('docs', 'guide', 'what-sightline-reads.md'),
  );
});
