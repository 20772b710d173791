import { expect, test } from 'vitest';
import { z } from 'zod';
import { createListSetting } from '../../../../../../electron/core/workspace/open/list-setting.ts';
import { succeed } from '../../../../../../shared/result.ts';
import { openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

test('an item that cannot be read hides no other, and stays in the file', async () => {
  const workspace = await openTestWorkspace();
  await workspace.saveSetting('names', '["Busan", 7, "Ningbo"]');
  const names = createListSetting(() => workspace, {
    key: 'names',
    schema: z.string(),
    onChanged: () => {},
  });
  expect(await names.list()).toEqual(succeed(['Busan', 'Ningbo']));
  await names.change(([first = '']) => succeed({ next: [first, 'Pohang'], result: undefined }));
  expect(await names.list()).toEqual(succeed(['Busan', 'Pohang']));
  expect(JSON.parse((await workspace.getSetting('names')) ?? '')).toEqual(['Busan', 'Pohang', 7]);
});
