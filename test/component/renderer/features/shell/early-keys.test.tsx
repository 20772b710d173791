import { screen } from '@testing-library/dom';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { useEarlyKeys } from '../../../../../renderer/features/shell/use-hotkey-commands.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

function Page() {
  const [areComplete, setComplete] = useState(false);
  const [isListening, setListening] = useState(false);
  useEarlyKeys(areComplete);
  useEffect(() => setListening(true), []);
  return (
    <>
      <button type="button">Tools</button>
      <button type="button" onClick={() => setComplete(true)}>
        Load
      </button>
      {isListening ? 'Listening' : null}
    </>
  );
}

test('a key that was pressed before its command was loaded acts then, unless it has pressed a button', async () => {
  const { user } = openPage(await openFilledCore(), { content: <Page /> });
  await screen.findByText('Listening');
  screen.getByRole('button', { name: 'Tools' }).focus();
  await user.keyboard('t{Enter} x');
  const repeated: string[] = [];
  const record = ({ key }: KeyboardEvent) => repeated.push(key);
  document.documentElement.addEventListener('keydown', record);
  screen.getByRole('button', { name: 'Load' }).click();
  await expect.poll(() => repeated).toEqual(['t', 'x']);
  document.documentElement.removeEventListener('keydown', record);
});
