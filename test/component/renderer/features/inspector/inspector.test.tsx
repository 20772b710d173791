import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { findChip, findRows, focusWithChip, isChipSettled } from '../../../../builders/page/detections.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { Faults, openPage } from '../../../../builders/page/open-page.tsx';
import { openTab, showPanel } from '../../../../builders/page/page-actions.ts';
import { fill, findQueryForm } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const vessels = { region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 40 };

const findInspector = () => screen.findByRole('complementary', { name: 'Inspector' });

test('the inspector shows a detection with its sensor, record and chip, and copies its position', async () => {
  const { user } = openPage(await openFilledCore(vessels));
  const inspector = within(await findInspector());
  expect(await inspector.findByText(/detections in 40 records on this disk/)).toBeVisible();

  const [row] = await findRows('Detections');
  await user.click(row);
  expect(await inspector.findByRole('heading', { name: /Large vessel \d+/ })).toBeVisible();
  expect(await inspector.findByText('svcId')).toBeVisible();
  expect(within(inspector.getByRole('region', { name: 'Record' })).getByText('East Asia')).toBeVisible();
  expect(inspector.getByText(/^sar chip identifier$/i)).toBeVisible();
  const sensor = within(inspector.getByRole('region', { name: 'Sensor' }));
  expect(await sensor.findByText(/, [\d.,\s]+ k?m away$/)).toBeVisible();
  expect(sensor.getByText('Index')).toBeVisible();
  const parameters = await inspector.findByRole('list', { name: 'Parameters of LargeVesselDetection' });
  expect(within(parameters).getByText('landMaskBuffer_m')).toBeVisible();
  const copy = inspector.getByRole('button', { name: 'Copy position in MGRS' });
  const mgrs = copy.parentElement?.textContent ?? '';
  expect(mgrs).toMatch(/^\d{1,2}[A-Z] [A-Z]{2} \d{5} \d{5}$/);
  await user.click(copy);
  const anyField = within(await findQueryForm()).getByLabelText('Collected after (UTC)');
  // The clipboard is written a moment after the click.
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(mgrs));
  await user.click(anyField);
  await user.paste();
  expect(anyField).toHaveValue(mgrs);
  await user.clear(anyField);
  anyField.blur();

  await user.keyboard('s');
  expect(await inspector.findByRole('button', { name: /^Remove from selection/ })).toBeVisible();
  await user.keyboard('s');
  expect(await inspector.findByRole('button', { name: /^Add to selection/ })).toBeVisible();

  await user.click(inspector.getByText('Query that fetched it'));
  expect(await inspector.findByText(/svc_udp_analyticgeojsonrecord\(/)).toBeVisible();

  await openTab({ user }, 'Records');
  const [record] = await findRows('Records');
  await user.click(record);
  await user.click(await screen.findByRole('button', { name: 'Ask again for this record' }));
  const jobs = await screen.findByRole('list', { name: 'Jobs and orders' });
  const job = () => within(jobs).getAllByRole('article')[0];
  await waitFor(() => expect(job()).toHaveTextContent('1 requested record'));
  await waitFor(() => expect(job()).toHaveAttribute('data-state', 'complete'));
});

test('a chip that is loading, not available yet, refused or here looks different each time', async () => {
  const core = await openFilledCore(vessels);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let kind: 'never' | 'absent' | 'forbidden' | 'real' = 'never';
  const get = core.chips.get.bind(core.chips);
  core.chips.get = async (...request) => {
    if (kind === 'never') await opened;
    return kind === 'real' || kind === 'never' ? get(...request) : { kind, reason: 'For a test.' };
  };
  const { user } = openPage(core);
  const [first, second] = await findRows('Detections');
  await user.click(first);
  const element = await findChip();
  const chip = within(element);
  expect(await chip.findByText('Fetching the chip…')).toBeVisible();
  kind = 'absent';
  await user.click(second);
  expect(await chip.findByText('No chip available yet')).toBeVisible();
  kind = 'forbidden';
  await user.click(chip.getByRole('button', { name: 'Retry' }));
  expect(await chip.findByText('Chip access denied')).toBeVisible();
  kind = 'real';
  open();
  await user.click(chip.getByRole('button', { name: 'Retry' }));
  await waitFor(() =>
    expect(element).toHaveTextContent(/Chip on this disk · \d+ × \d+|No chip available yet/),
  );
});

test('offline, a cached chip is shown and one that was never fetched is reported', async () => {
  const folder = await makeTempFolder();
  const core = await openFilledCore(vessels, { folder });
  const before = openPage(core);
  const cached = await focusWithChip(before);
  await before.close();
  await core.close();

  const { user } = openPage(await openFilledCore(undefined, { folder, demo: false }));
  await user.click(await screen.findByRole('button', { name: 'Work offline' }));
  const rows = await findRows('Detections');
  await user.click(rows[cached] as HTMLElement);
  const chip = within(await findChip());
  expect(await chip.findByRole('img')).toBeVisible();
  await user.click(rows[cached === 0 ? 1 : 0]);
  expect(await chip.findByText(/Chip not cached|Sign in to see the chip/)).toBeVisible();
});

test('a chip has a scale only once the user has calibrated it, by keyboard', async () => {
  const faults = new Faults();
  const page = openPage(await openFilledCore(vessels), { faults });
  const { user } = page;
  const place = await focusWithChip(page);
  const element = await findChip();
  const chip = within(element);
  await user.keyboard('{Shift>}C{/Shift}');
  await waitFor(() => expect(element).toHaveAttribute('data-large', 'true'));
  await waitFor(() => expect(element).toHaveTextContent('Scale unknown'));
  expect(element).not.toHaveTextContent(/\d m\b/);

  await user.click(await chip.findByRole('button', { name: 'Calibrate…' }));
  const form = await chip.findByRole('form', { name: 'Calibrate the chip’s scale' });
  expect(form).toHaveTextContent('64 pixels');
  chip.getByRole('button', { name: /^End of the line/ }).focus();
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}{ArrowLeft}');
  await waitFor(() => expect(form).toHaveTextContent('53 pixels'));
  const length = within(form).getByLabelText('Length on the ground (m)');
  await fill(page, length, '0');
  await waitFor(() => expect(form).toHaveTextContent('Enter a length above 0 m.'));
  await fill(page, length, '106');
  await user.click(within(form).getByRole('button', { name: 'Save calibration' }));
  await waitFor(() => expect(element).toHaveTextContent('2 m per pixel, your calibration'));
  expect(element).toHaveTextContent(/\d m, your calibration/);

  await user.click(chip.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(element).toHaveTextContent('Scale unknown'));

  // Until the record is read, nothing is shown about its sensor.
  faults.set('results.detail', 'pending');
  const shown = element.dataset.detection ?? '';
  await user.keyboard('{Shift>}C{/Shift}');
  const rows = await findRows('Detections');
  await user.click(rows[place + 1] as HTMLElement);
  await waitFor(() => expect(element).not.toHaveAttribute('data-detection', shown));
  await user.keyboard('{Shift>}C{/Shift}');
  await waitFor(() => expect(element.dataset.chip).toMatch(isChipSettled));
  await waitFor(() => expect(element).toHaveTextContent('Scale unknown'));
  expect(element).not.toHaveTextContent('sensor');
  faults.set('results.detail');
  expect(await chip.findByRole('button', { name: 'Calibrate…' })).toBeVisible();
});

test('a verdict that cannot be saved is marked until it is', async () => {
  const faults = new Faults();
  const { user } = openPage(await openFilledCore(vessels), { faults });
  const [row] = await findRows('Detections');
  await user.click(row);
  const review = await screen.findByRole('region', { name: 'Review' });
  await waitFor(() => expect(review).toHaveTextContent('Unreviewed'));
  faults.set('reviews.set', 'failing');
  await user.keyboard('c');
  await waitFor(() => expect(review).toHaveTextContent('Not saved, retrying.'));
  expect(review).toHaveTextContent('Confirmed');
  expect(
    (await screen.findAllByRole('alert')).filter(({ textContent }) =>
      textContent.includes('1 review not saved, retrying'),
    ),
  ).toHaveLength(1);
  // Clicked while the host still refuses: once it does not, the next retry saves by itself and removes the button.
  const before = faults.failures('reviews.set');
  await user.click(within(review).getByRole('button', { name: 'Retry now' }));
  await waitFor(() => expect(faults.failures('reviews.set')).toBeGreaterThan(before));
  faults.set('reviews.set');
  await waitFor(() => expect(review).not.toHaveTextContent('Not saved'));
  expect(review).toHaveTextContent('Confirmed');
});

test('a note is edited only once it is known, so that none is replaced unseen', async () => {
  const faults = new Faults();
  const page = openPage(await openFilledCore(vessels), { faults });
  const { user, app } = page;
  faults.set('results.detail', 'failing');
  await showPanel(page, 'Review');
  await user.click(await screen.findByRole('button', { name: /^Start review/ }));
  const underReview = await screen.findByRole('region', { name: 'Detection under review' });
  await waitFor(() => expect(underReview).toHaveFocus());
  const id = Number((await findChip()).dataset.detection);
  await app.api.reviews.set.mutate({ ids: [id], change: { note: 'Two hulls' } });
  await user.keyboard('n');
  const note = await screen.findByRole('textbox', { name: `Note on detection ${id}` });
  await waitFor(() => expect(note).toHaveFocus());
  await user.keyboard('c');
  expect(note).toHaveValue('');
  const retry = await within(underReview).findByRole('button', { name: 'Try again' });
  faults.set('results.detail');
  await user.click(retry);
  await waitFor(() => expect(note).toHaveValue('Two hulls'));
  await user.type(note, '{Control>}{Enter}{/Control}');
  const review = await screen.findByRole('region', { name: 'Review' });
  await waitFor(() => expect(review).toHaveTextContent('Two hulls'));
});

test('what a property means is corrected for a product format, on all screens, and undone', async () => {
  const { user } = openPage(await openFilledCore(vessels));
  const [row] = await findRows('Detections');
  await user.click(row);
  const lengthInRow = async () => {
    const [first] = await findRows('Detections');
    return within(first).getByText(/^[\d.,]+ m$/).textContent;
  };
  const before = Number.parseFloat(await lengthInRow());
  expect(before).toBeGreaterThan(0);
  const inspector = within(await findInspector());
  await user.click(await inspector.findByRole('button', { name: 'Correct…' }));
  const form = within(await inspector.findByRole('form', { name: 'Correct what a property means' }));
  await user.selectOptions(form.getByLabelText('Property'), 'length_m');
  await user.selectOptions(form.getByLabelText('Means'), 'length');
  await user.selectOptions(await form.findByLabelText('Unit'), 'feet');
  form.getByRole('button', { name: 'Save meaning' }).focus();
  await user.keyboard('{Enter}');
  const inFeet = `${(Math.round(before * 3.048) / 10).toLocaleString('en-US')} m`;
  await waitFor(async () => expect(await lengthInRow()).toBe(inFeet));
  expect(await inspector.findByText('Length (corrected)')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await lengthInRow()).toBe(`${before} m`));
});
