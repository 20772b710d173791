import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { square } from '../../../../builders/new-area.ts';
import { findRows } from '../../../../builders/page/detections.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { addAreas, openTab, showPanel } from '../../../../builders/page/page-actions.ts';

async function findInspector() {
  const element = await screen.findByRole('complementary', { name: 'Inspector' });
  const inspector = within(element);
  const expectHeading = (text: RegExp | string) =>
    waitFor(() => expect(inspector.getByRole('heading', { level: 2 })).toHaveTextContent(text));
  return { element, inspector, expectHeading };
}

test('the inspector follows the last click, goes back and forward, and holds what is pinned', async () => {
  const { user } = openPage(
    await openFilledCore({ region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 20 }),
  );
  const { element, inspector, expectHeading } = await findInspector();
  const back = () => inspector.getByRole('button', { name: /^Back/ });
  const invitation = 'Click a detection, a footprint, an area or an order on the map';
  await waitFor(() => expect(element).toHaveTextContent(invitation));

  const [row, secondRow] = await findRows('Detections');
  await user.click(row);
  await expectHeading(/Large vessel \d+/);
  const first = inspector.getByRole('heading', { level: 2 }).textContent;
  const crumbs = inspector.getByRole('navigation', { name: 'Inspected item' });
  await waitFor(() => expect(within(crumbs).getAllByRole('listitem').at(-1)).toHaveTextContent(/^\d+$/));
  // The button of the place has a tooltip, that of the pass has none.
  const pass = await waitFor(() => {
    const button = crumbs.querySelector('button:not([title])');
    if (!button) throw new Error('The pass has no button.');
    return button;
  });
  await user.click(pass);
  const passRegion = await inspector.findByRole('region', { name: 'Pass' });
  await waitFor(() => expect(passRegion).toHaveTextContent('Vendor ID'));

  await openTab({ user }, 'Records');
  const [record] = await findRows('Records');
  await user.click(record);
  await expectHeading(/^Record /);

  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(await inspector.findByRole('region', { name: 'Pass' })).toBeVisible();
  await user.click(back());
  await expectHeading(first);
  await waitFor(() => expect(back()).toHaveAttribute('aria-disabled', 'true'));
  await user.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}');
  await expectHeading(/^Record /);

  await user.click(inspector.getByRole('button', { name: 'Pin the inspector to this item' }));
  await user.click(screen.getByRole('tab', { name: /^Table/ }));
  const [, second] = await findRows('Detections');
  expect(second.id).toBe(secondRow.id);
  await user.click(second);
  await waitFor(async () =>
    expect((await findRows('Detections'))[1]).toHaveAttribute('data-focused', 'true'),
  );
  await expectHeading(/^Record /);
  expect(element).toHaveTextContent('shown here once you unpin');
  await user.click(inspector.getByRole('button', { name: 'Unpin the inspector' }));
  await expectHeading(/Large vessel \d+/);
  expect(inspector.getByRole('heading', { level: 2 })).not.toHaveTextContent(first);
});

test('a deleted area leaves the trail with a sentence, and folded sections stay folded', async () => {
  const core = await openFilledCore();
  const page = openPage(core);
  const { user } = page;
  const { element, inspector, expectHeading } = await findInspector();
  const side = within(await showPanel(page, 'Areas'));
  await addAreas(page, [square('North', [128, 35], 1), square('South', [128, 33], 1)]);
  await user.click(await side.findByRole('button', { name: /^North/ }));
  await expectHeading('North');
  const fold = inspector.getByRole('button', { name: 'Area fields' });
  expect(await inspector.findByText('Size')).toBeVisible();
  await user.click(fold);
  await waitFor(() => expect(fold).toHaveAttribute('aria-expanded', 'false'));
  await user.click(await side.findByRole('button', { name: /^South/ }));
  await expectHeading('South');
  await waitFor(() => expect(inspector.getByText('Size')).not.toBeVisible());

  await user.click(side.getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(element).toHaveTextContent('This area no longer exists'));
  expect(element).toHaveTextContent('It was removed from the trail.');
  await user.click(inspector.getByRole('button', { name: /^Back/ }));
  await expectHeading('North');
  expect(inspector.getByRole('button', { name: /^Forward/ })).toHaveAttribute('aria-disabled', 'true');
  await page.close();

  const again = openPage(core);
  const sideAgain = within(await showPanel(again, 'Areas'));
  await again.user.click(await sideAgain.findByRole('button', { name: /^North/ }));
  const { inspector: reopened } = await findInspector();
  expect(await reopened.findByRole('button', { name: 'Area fields' })).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});
