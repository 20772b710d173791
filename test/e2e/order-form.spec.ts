import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { NewArea } from '../../shared/areas/area.ts';
import { rectangle } from '../builders/positions.ts';
import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { beginOrder, fillOrder, fillRange, importJson, storedRequests } from './order-form-setup.ts';
import { reloadPage, showPanel } from './sign-in.ts';

// A time zone that is not UTC, whose times the form shows too.
test.use({ timezoneId: 'Asia/Tokyo' });

const port: NewArea = {
  name: 'Port',
  shape: { kind: 'circle', center: [121.5, 31.25], radiusMetres: 5000 },
};

test('an order with all fields set is on the service as it was filled in', async ({ app }) => {
  // Some sixty fields are filled in.
  test.slow();
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1), port]);
  // An AOI that is written out, and members that the form has no field for, come with a request.
  await importJson(page, {
    descriptiveName: 'To be renamed',
    request: {
      type: 'workflow',
      contactEmail: 'old@example.org',
      workflowRequest: { type: 'analytic', analytics: ['ChangeDetection'] },
      schedule: [
        { type: 'range', range: { min: '2026-10-01T00:00:00.000Z', max: '2026-10-02T00:00:00.000Z' } },
      ],
      aois: [{ type: 'point', latitude_deg: 35.5, longitude_deg: 129.25, radius_km: 2.5 }],
      deliveryBucket: 'analysts-east',
    },
  });
  const form = page.getByRole('form', { name: 'New order' });
  await expect(form.getByText('request.deliveryBucket = "analysts-east"')).toBeVisible();

  await form.getByLabel('Name (optional)').fill('Everything');
  await form.getByLabel('Purpose (optional)').fill('Test of all fields');
  await form.getByLabel('Notes (optional)').fill('Line one\nline two');
  await form.getByLabel('Contact email').fill('analyst@example.org');
  const analytics = form.getByRole('group', { name: 'Analytics' });
  for (const box of await analytics.getByRole('checkbox').all()) await box.check();
  await expect(analytics.getByRole('checkbox')).toHaveCount(8);
  await expect(analytics.getByText('Finds vessels longer than 150 m.')).toBeVisible();

  await fillRange(form, '2026-11-01', '2026-11-08 12:30');
  await form.getByRole('button', { name: 'Add a range' }).click();
  await form.getByRole('textbox', { name: 'From 2 (UTC)' }).fill('2027-01-01');
  await form.getByRole('textbox', { name: 'To 2 (UTC)' }).fill('2027-02-01T00:00:00Z');
  await expect(form.getByText(/^Local: 2026-11-0[0-9] [0-9:]{5} /).first()).toBeVisible();
  await form.getByRole('checkbox', { name: /^Yellow Sea/ }).check();
  await form.getByRole('checkbox', { name: /^Port [0-9]/ }).check();

  const changes = form.getByRole('group', { name: 'Types of change (change detection)' });
  for (const box of await changes.getByRole('checkbox').all()) await box.check();
  await expect(changes.getByRole('checkbox')).toHaveCount(7);
  await form.getByLabel('Image window, hours (optional)').fill('48.5');
  await form.getByRole('switch', { name: 'Recurring order' }).press('Space');
  await form.getByRole('textbox', { name: 'Recurs from (UTC)' }).fill('2027-01-01');
  await form.getByRole('textbox', { name: 'Recurs until (UTC)' }).fill('2027-02-01');
  await form.getByRole('combobox', { name: 'Cadence' }).click();
  await page.getByRole('option', { name: 'Weekly' }).click();
  await form.getByRole('combobox', { name: 'Time of day of the images' }).click();
  await expect(page.getByRole('option', { name: 'Any time' })).toHaveCount(1);
  await page.getByRole('option', { name: 'Morning' }).click();
  await form.getByLabel('Number of runs').fill('3');
  await form.getByLabel('Minimum days between images').fill('5');

  const summary = form.getByRole('region', { name: 'This order' });
  await expect(summary.getByText(/^3 areas · /)).toBeVisible();
  await expect(summary.getByText('38 d 12 h in 2 ranges')).toBeVisible();
  await expect(summary.getByText('3 runs, limited by the count')).toBeVisible();
  await changes.scrollIntoViewIfNeeded();
  await app.screenshot('order-form-change-detection');
  await form.getByText('JSON of the request').click();
  const shown: unknown = JSON.parse(await form.locator('pre').innerText());
  expect(shown).toEqual({
    descriptiveName: 'Everything',
    purchaseReason: 'Test of all fields',
    customerNotes: 'Line one\nline two',
    request: {
      type: 'workflow',
      contactEmail: 'analyst@example.org',
      workflowRequest: {
        type: 'analytic',
        analytics: [
          'ChangeDetection',
          'SmallVesselDetection',
          'LargeVesselDetection',
          'SubsidenceMonitoring',
          'AircraftDetection',
          'SPEX',
          'CarCounting',
          'GroundVehicleDetection',
        ],
      },
      schedule: [
        { type: 'range', range: { min: '2026-11-01T00:00:00.000Z', max: '2026-11-08T12:30:00.000Z' } },
        { type: 'range', range: { min: '2027-01-01T00:00:00.000Z', max: '2027-02-01T00:00:00Z' } },
      ],
      aois: [
        { type: 'point', latitude_deg: 35.5, longitude_deg: 129.25, radius_km: 2.5 },
        {
          type: 'polygon',
          geojson: rectangle(122, 34, 123, 35),
        },
        { type: 'point', latitude_deg: 31.25, longitude_deg: 121.5, radius_km: 5 },
      ],
      changeDetAnalyticParams: {
        changeDetectionType: [
          'CHANGE_DETECTION',
          'PORT_TRAFFIC',
          'PARKING_LOT',
          'CONSTRUCTION',
          'HURRICANE_DAMAGE',
          'LARGE_EARTH',
          'OBJECT_LEVEL',
        ],
        maxImageWindowHrs: 48.5,
        recurringOrderParams: {
          bounds: { min: '2027-01-01T00:00:00.000Z', max: '2027-02-01T00:00:00.000Z' },
          count: 3,
          time: 'morning',
          cadence: 'weekly',
          minimumDaysBetweenImages: 5,
        },
      },
      deliveryBucket: 'analysts-east',
    },
  });
  await form.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible();
  expect((await storedRequests(page)).get('Everything')).toEqual(shown);
  await page.getByRole('button', { name: '← All orders' }).click();
  await expect(page.getByRole('button', { name: 'Drafts and templates', exact: true })).toBeVisible();
});

test('every validation error is shown at its field, and parameters show only where they apply', async ({
  app,
}) => {
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  const form = await beginOrder(page);
  const recurring = form.getByRole('group', { name: 'Recurring order' });
  await expect(form.getByLabel('Image window, hours (optional)')).toBeHidden();
  await form.getByRole('button', { name: 'Send order' }).click();
  for (const message of [
    'No analytic is chosen. Choose at least one.',
    'A time is missing. Write UTC as 2026-11-20, 2026-11-20 08:00 or 2026-11-20T08:00:00Z, or a time such as now - 3d or yesterday.',
    'No area is chosen. Choose at least one, or draw one on the map.',
  ]) {
    await expect(form.getByText(message).first()).toBeVisible();
  }
  await form.getByRole('checkbox', { name: 'Change', exact: true }).check();
  await expect(recurring).toBeHidden();
  await form.getByRole('switch', { name: 'Recurring order' }).press('Space');

  const rules: [label: string, typed: string, message: RegExp][] = [
    ['Contact email', '', /The contact e-mail is missing/],
    ['Contact email', 'analyst@', /“analyst@” is not an e-mail address/],
    ['From (UTC)', 'some day', /“some day” is not a time/],
    ['From (UTC)', '2026-02-30', /does not exist in the calendar/],
    ['From (UTC)', '2026-11-01T00:00:00+09:00', /has the offset \+09:00/],
    ['Image window, hours (optional)', '-1', /“-1”: Hours before and after the schedule are a number/],
    ['Recurs from (UTC)', 'soon', /“soon” is not a time/],
    ['Number of runs', '0', /“0”: How many runs to schedule is a whole number, 1 or more/],
    ['Number of runs', '2.5', /“2.5”: How many runs/],
    ['Minimum days between images', 'x', /“x”: The minimum gap is a whole number of days/],
  ];
  for (const [label, typed, message] of rules) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(typed);
    await expect(form.getByText(message)).toBeVisible();
  }
  await expect(form.getByText(/Change detection parameters need at least one type/)).toBeVisible();

  await form.getByRole('textbox', { name: 'From (UTC)', exact: true }).fill('2026-11-08');
  await form.getByRole('textbox', { name: 'To (UTC)', exact: true }).fill('2026-11-08');
  await expect(form.getByText(/The range ends at or before its start/)).toBeVisible();
  await form.getByRole('checkbox', { name: 'Change', exact: true }).uncheck();
  await expect(recurring).toBeHidden();
});

test('an overlapping order is held back until the user confirms it', async ({ app }) => {
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  const form = await beginOrder(page);
  await fillOrder(form, 'First', ['Yellow Sea']);
  await form.getByRole('button', { name: 'Send order' }).click();
  await expect(page.getByRole('list', { name: 'Status history' })).toBeVisible();

  await page.getByRole('button', { name: 'Order again' }).click();
  await form.getByLabel('Name (optional)').fill('Second');
  await fillRange(form, '2026-11-05', '2026-11-11');
  await form.getByRole('button', { name: 'Send order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Before this order is sent' });
  const overlapping = dialog.getByRole('region', { name: 'Orders that overlap' });
  await expect(overlapping.getByRole('button', { name: 'First' })).toBeVisible();
  await expect(
    overlapping.getByText(/all of this order’s area .*, 50% of its time: 2026-11-05/),
  ).toBeVisible();
  await app.screenshot('order-overlap-guard');
  await dialog.getByRole('button', { name: 'Back to the form' }).click();
  await expect(dialog).toBeHidden();
  expect((await storedRequests(page)).has('Second')).toBe(false);

  await form.getByRole('button', { name: 'Send order' }).click();
  await dialog.getByRole('button', { name: 'Send anyway' }).click();
  await expect(
    page.getByRole('region', { name: 'Orders panel' }).getByRole('heading', { name: 'Second' }),
  ).toBeVisible();
  expect((await storedRequests(page)).has('Second')).toBe(true);
});

test('drafts are saved across a restart, and become templates, files and drafts again', async ({ app }) => {
  let { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  await fillOrder(await beginOrder(page), 'Weekly watch', ['Yellow Sea']);
  await expect(page.getByText('Draft saved')).toBeVisible();
  page = await app.restart();
  await page.getByRole('button', { name: 'Work offline' }).click();
  await showPanel(page, 'Orders');
  await page.getByRole('button', { name: 'Drafts and templates (1)' }).click();
  const drafts = page.getByRole('list', { name: 'Drafts' });
  await drafts.getByRole('button', { name: /^Weekly watch/ }).click();
  const form = page.getByRole('form', { name: 'New order' });
  await expect(form.getByRole('checkbox', { name: /^Yellow Sea/ })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'To (UTC)' })).toHaveValue('2026-11-08');

  await page.getByRole('button', { name: 'Draft…' }).click();
  await page.getByRole('menuitem', { name: 'Save as template…' }).click();
  await page.getByLabel('Template name').fill('Every week');
  await page.getByLabel('Template name').press('Enter');
  await expect(page.getByText('Template “Every week” saved without its times.')).toBeVisible();
  await page.getByRole('button', { name: 'Draft…' }).click();
  await page.getByRole('menuitem', { name: 'All drafts and templates' }).click();

  await page.getByRole('button', { name: 'Rename Weekly watch' }).click();
  await page.getByLabel('New name of Weekly watch').fill('Watch, first try');
  await page.getByLabel('New name of Weekly watch').press('Enter');
  await expect(drafts.getByRole('button', { name: /^Watch, first try/ })).toBeVisible();
  await page.getByRole('button', { name: 'Export Watch, first try' }).click();
  const download = page.getByRole('link', { name: /^Download/ });
  const exported: unknown = await page.evaluate(
    async (href) => (await fetch(href)).json(),
    (await download.getAttribute('href')) ?? '',
  );
  expect(exported).toMatchObject({
    descriptiveName: 'Weekly watch',
    areas: [{ kind: 'polygon', name: 'Yellow Sea' }],
  });
  await app.screenshot('order-drafts');

  await page.getByRole('button', { name: 'Delete Watch, first try' }).click();
  await expect(drafts.getByRole('listitem')).toHaveCount(0);
  // The list may come before the response that can be undone.
  await expect(page.getByText('“Watch, first try” deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(drafts.getByRole('listitem')).toHaveCount(1);

  await page.getByRole('button', { name: 'Import…' }).click();
  const importing = page.getByRole('group', { name: 'Import a draft' });
  const file = { name: 'watch.json', mimeType: 'application/json' };
  await importing
    .locator('input[type=file]')
    .setInputFiles({ ...file, buffer: Buffer.from('{"version": 1}') });
  await expect(importing.getByText('Nothing was imported.')).toBeVisible();
  const buffer = Buffer.from(JSON.stringify(exported));
  await importing.locator('input[type=file]').setInputFiles({ ...file, buffer });
  await expect(page.getByText('Imported.')).toBeVisible();
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Weekly watch');
  await expect(form.getByRole('checkbox', { name: /^Yellow Sea/ })).toBeChecked();

  await page.getByRole('button', { name: '← All orders' }).click();
  await page.getByRole('button', { name: 'Drafts and templates (3)' }).click();
  await page
    .getByRole('list', { name: 'Templates' })
    .getByRole('button', { name: /^Every week/ })
    .click();
  await expect(form.getByRole('checkbox', { name: 'Small vessel' })).toBeChecked();
  await expect(form.getByRole('textbox', { name: 'From (UTC)' })).toHaveValue('');
});

test('a draft that cannot be read is counted next to the others', async ({ app }) => {
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  await fillOrder(await beginOrder(page), 'Weekly watch', ['Yellow Sea']);
  await expect(page.getByText('Draft saved')).toBeVisible();
  const folder = path.join(app.dataDir, 'workspaces');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.gpkg'));
  const file = new DatabaseSync(path.join(folder, name), { timeout: 30_000 });
  file.exec(
    `INSERT INTO order_drafts (draft_id, updated_at, body) VALUES ('newer', '2026-11-20T08:00:00.000Z', '{}')`,
  );
  file.close();
  await page.reload();
  await page.getByRole('button', { name: '← All orders' }).click();
  await page.getByRole('button', { name: 'Drafts and templates (2)' }).click();
  await expect(page.getByText(/^1 draft or template cannot be read\. /)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Drafts' }).getByRole('listitem')).toHaveCount(1);
  await app.screenshot('order-drafts-unreadable');
});

test('an order that the service refuses stays as it is, is resent only on request, and can be archived', async ({
  app,
}) => {
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  await importJson(page, {
    descriptiveName: 'Refused',
    request: {
      type: 'workflow',
      contactEmail: 'analyst@example.org',
      workflowRequest: { type: 'analytic', analytics: ['ShipCounting'] },
      schedule: [
        { type: 'range', range: { min: '2026-10-01T00:00:00.000Z', max: '2026-10-02T00:00:00.000Z' } },
      ],
      aois: [{ type: 'point', latitude_deg: 35.5, longitude_deg: 129.25, radius_km: 2.5 }],
    },
  });
  const form = page.getByRole('form', { name: 'New order' });
  await expect(
    form.getByText("“ShipCounting” is not in the service's document. The service may refuse it."),
  ).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'ShipCounting' })).toBeChecked();
  await form.getByRole('button', { name: 'Save as area' }).click();
  await expect(form.getByRole('checkbox', { name: /^Refused, area 1/ })).toBeChecked();
  await form.getByText('JSON of the request').click();
  const body = await form.locator('pre').innerText();
  await form.getByRole('button', { name: 'Send order' }).click();
  await expect(
    form.getByText(/did not accept this order.*Correct the draft if needed, then send it again/),
  ).toBeVisible();
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Refused');

  await page.getByRole('button', { name: '← All orders' }).click();
  await expect(page.getByRole('button', { name: 'Drafts and templates (1)' })).toBeVisible();
  await page.getByRole('button', { name: /^Refused/ }).click();
  await page.getByText('JSON', { exact: true }).click();
  expect(await page.locator('pre').innerText()).toBe(body);
  await page.getByRole('button', { name: 'Resend unchanged' }).click();
  // The panel of the new attempt begins with its JSON closed; a click before it is shown would be lost.
  await expect(page.locator('pre')).toBeHidden();
  await page.getByRole('button', { name: '← All orders' }).click();
  await expect(page.getByText('Not ordered (2)')).toBeVisible();

  await page
    .getByRole('button', { name: /^Refused/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Not ordered (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Not ordered (2)')).toBeVisible();

  // The user corrects the draft and sends it again.
  await page.getByRole('button', { name: 'Drafts and templates (1)' }).click();
  const drafts = page.getByRole('list', { name: 'Drafts' });
  await drafts.getByRole('button', { name: /^Refused/ }).click();
  await expect(form.getByText(/did not accept this order/)).toBeVisible();
  await form.getByLabel('Name (optional)').fill('Corrected');
  // The row disappears with the check mark, so there is no unchecked box to wait for.
  await form.getByRole('checkbox', { name: 'ShipCounting' }).click();
  await form.getByRole('checkbox', { name: 'Small vessel' }).check();
  await form.getByRole('button', { name: 'Send order' }).click();
  await expect(
    page.getByRole('region', { name: 'Orders panel' }).getByRole('heading', { name: 'Corrected' }),
  ).toBeVisible();
  expect((await storedRequests(page)).has('Corrected')).toBe(true);
});

test('a draft that another tab has sent is not sent twice, and can be duplicated', async ({ app }) => {
  const { page } = app;
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  const form = await beginOrder(page);
  await fillOrder(form, 'Once', ['Yellow Sea']);
  await expect(page.getByText('Draft saved')).toBeVisible();
  const submitElsewhere = () =>
    page.evaluate(async () => {
      const drafts = await (await fetch('/api/drafts.list')).json();
      const [{ id, draft }] = drafts.result.data.value.drafts;
      const response = await fetch('/api/orders.submit', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ draftId: id, draft }),
      });
      return (await response.json()).result.data.value.state as string;
    });
  expect(await submitElsewhere()).toBe('accepted');
  await expect(form.getByText(/This draft was sent before and is not sent twice/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Send order' })).toBeDisabled();
  await app.screenshot('order-form-sent-before');

  await form.getByRole('button', { name: 'Duplicate draft' }).click();
  await expect(page.getByText('Copied from the draft “Once”.')).toBeVisible();
  await form.getByLabel('Name (optional)').fill('Once more');
  await form.getByRole('button', { name: 'Send order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Before this order is sent' });
  await expect(dialog.getByRole('button', { name: 'Once', exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send anyway' }).click();
  await expect(
    page.getByRole('region', { name: 'Orders panel' }).getByRole('heading', { name: 'Once more' }),
  ).toBeVisible();
  const names = [...(await storedRequests(page)).keys()];
  expect(names.filter((name) => name.startsWith('Once')).sort()).toEqual(['Once', 'Once more']);
});

test('an analytic that is newer than the document is ordered by its name', async ({ app }) => {
  const { page } = app;
  const form = await beginOrder(page);
  const analytics = form.getByRole('group', { name: 'Analytics' });
  await analytics.getByLabel('Another analytic').fill(' PipelineMonitoring ');
  await page.keyboard.press('Enter');
  await expect(analytics.getByRole('checkbox', { name: 'PipelineMonitoring' })).toBeChecked();
  await expect(analytics.getByLabel('Another analytic')).toHaveValue('');
  await expect(analytics.getByText('The ordering document does not name this analytic.')).toBeVisible();
  await analytics.getByLabel('Another analytic').scrollIntoViewIfNeeded();
  await app.screenshot('order-another-analytic');

  // What is typed and not added is never left out of an order without a word.
  await analytics.getByLabel('Another analytic').fill('IceCharting');
  await form.getByRole('button', { name: 'Send order' }).click();
  await expect(
    analytics.getByText('“IceCharting” is not added yet. Add it, or clear the field.'),
  ).toBeVisible();
  await expect(analytics.getByLabel('Another analytic')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(analytics.getByRole('checkbox', { name: 'IceCharting' })).toBeChecked();
  await analytics.getByLabel('Another analytic').fill('aircraftdetection');
  await showPanel(page, 'Results');
  await showPanel(page, 'Orders');
  await expect(analytics.getByRole('checkbox', { name: 'Aircraft' })).toBeChecked();
});

test('a reload comes back to the form that was open, and a bare end date states that its day is left out', async ({
  app,
}) => {
  const { page } = app;
  const form = await beginOrder(page);
  await form.getByLabel('Name (optional)').fill('Harbor at night');
  const end = form.getByRole('textbox', { name: 'To (UTC)' });
  await end.fill('2026-12-24');
  await expect(end).toHaveAccessibleDescription('Ends at 00:00: this day is not included.');
  await end.fill('2026-12-24 12:00');
  await expect(end).toHaveAccessibleDescription('');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await reloadPage(page);
  await expect(form.getByLabel('Name (optional)')).toHaveValue('Harbor at night');
  await app.screenshot('order-form-reloaded');
});
