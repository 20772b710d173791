import { DatabaseSync } from 'node:sqlite';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import type { NewArea } from '../../../../../shared/areas/area.ts';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import {
  beginOrder,
  chooseArea,
  fillOrder,
  fillRange,
  findOrderForm,
  importJson,
  storedRequests,
} from '../../../../builders/page/order-form.ts';
import { addAreas, choose, showPanel, undo } from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';
import { rectangle } from '../../../../builders/positions.ts';

const port: NewArea = {
  name: 'Port',
  shape: { kind: 'circle', center: [121.5, 31.25], radiusMetres: 5000 },
};

/** A page with an area in the Yellow Sea. */
async function openWithArea() {
  const page = openPage(await openFilledCore());
  await addAreas(page, [square('Yellow Sea', [122, 34], 1)]);
  return page;
}

test('an order with all fields set is on the service as it was filled in', async () => {
  // A time zone that is not UTC, whose times the form shows too.
  vi.stubEnv('TZ', 'Asia/Tokyo');
  const page = openPage(await openFilledCore());
  const { user } = page;
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
  const element = await findOrderForm();
  const form = within(element);
  expect(await form.findByText('request.deliveryBucket = "analysts-east"')).toBeVisible();

  await fill(page, form.getByLabelText('Name (optional)'), 'Everything');
  await fill(page, form.getByLabelText('Purpose (optional)'), 'Test of all fields');
  await fill(page, form.getByLabelText('Notes (optional)'), 'Line one\nline two');
  await fill(page, form.getByLabelText('Contact email'), 'analyst@example.org');
  const analytics = within(form.getByRole('group', { name: 'Analytics' }));
  for (const box of analytics.getAllByRole<HTMLInputElement>('checkbox')) {
    if (!box.checked) await user.click(box);
  }
  expect(analytics.getAllByRole('checkbox')).toHaveLength(8);
  expect(analytics.getByText('Finds vessels longer than 150 m.')).toBeVisible();

  await fillRange(page, element, '2026-11-01', '2026-11-08 12:30');
  await user.click(form.getByRole('button', { name: 'Add a range' }));
  await fill(page, await form.findByRole('textbox', { name: 'From 2 (UTC)' }), '2027-01-01');
  await fill(page, form.getByRole('textbox', { name: 'To 2 (UTC)' }), '2027-02-01T00:00:00Z');
  expect((await form.findAllByText(/^Local: 2026-11-0[0-9] [0-9:]{5} /))[0]).toBeVisible();
  await chooseArea(page, element, 'Yellow Sea');
  await chooseArea(page, element, 'Port');

  const changes = within(await form.findByRole('group', { name: 'Types of change (change detection)' }));
  for (const box of changes.getAllByRole<HTMLInputElement>('checkbox')) {
    if (!box.checked) await user.click(box);
  }
  expect(changes.getAllByRole('checkbox')).toHaveLength(7);
  await fill(page, form.getByLabelText('Image window, hours (optional)'), '48.5');
  form.getByRole('switch', { name: 'Recurring order' }).focus();
  await user.keyboard(' ');
  await fill(page, await form.findByRole('textbox', { name: 'Recurs from (UTC)' }), '2027-01-01');
  await fill(page, form.getByRole('textbox', { name: 'Recurs until (UTC)' }), '2027-02-01');
  await choose(page, form.getByRole('combobox', { name: 'Cadence' }), 'Weekly');
  await user.click(form.getByRole('combobox', { name: 'Time of day of the images' }));
  expect(await screen.findAllByRole('option', { name: 'Any time' })).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: 'Morning' }));
  await fill(page, form.getByLabelText('Number of runs'), '3');
  await fill(page, form.getByLabelText('Minimum days between images'), '5');

  await user.click(form.getByText('This order'));
  const summary = within(form.getByRole('region', { name: 'This order' }));
  expect(await summary.findByText(/^3 areas · /)).toBeVisible();
  expect(await summary.findByText('38 d 12 h in 2 ranges')).toBeVisible();
  expect(await summary.findByText('3 runs, limited by the count')).toBeVisible();
  await user.click(form.getByText('JSON of the request'));
  const request = {
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
        { type: 'polygon', geojson: rectangle(122, 34, 123, 35) },
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
  };
  await waitFor(() => expect(shownJson()).toEqual(request));
  await user.click(form.getByRole('button', { name: /^Send order/ }));
  expect(await screen.findByRole('list', { name: 'Status history' })).toBeVisible();
  expect((await storedRequests(page)).get('Everything')).toEqual(request);
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  expect(await screen.findByRole('button', { name: 'Drafts and templates' })).toBeVisible();
});

test('every validation error is shown at its field, and parameters show only where they apply', async () => {
  const page = await openWithArea();
  const { user } = page;
  const form = within(await beginOrder(page));
  const recurring = () => form.queryByRole('group', { name: 'Recurring order' });
  expect(form.queryByLabelText('Image window, hours (optional)')).toBeNull();
  // The button is what is missing first, and leads to it.
  await user.click(form.getByRole('button', { name: 'Choose an area' }));
  await waitFor(() => expect(form.getByRole('combobox', { name: 'Areas' })).toHaveFocus());
  for (const message of [
    'No analytic is chosen. Choose at least one.',
    'A time is missing. Write UTC as 2026-11-20, 2026-11-20 08:00 or 2026-11-20T08:00:00Z, or a time such as now - 3d or yesterday.',
    'No area is chosen. Choose at least one, or draw one on the map.',
  ]) {
    expect((await form.findAllByText(message))[0]).toBeVisible();
  }
  await user.click(form.getByRole('checkbox', { name: 'Change' }));
  expect(await form.findByRole('switch', { name: 'Recurring order' })).toBeVisible();
  expect(recurring()).toBeNull();
  form.getByRole('switch', { name: 'Recurring order' }).focus();
  await user.keyboard(' ');

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
    await fill(page, await form.findByRole('textbox', { name: label }), typed);
    expect(await form.findByText(message)).toBeVisible();
  }
  expect(form.getByText(/Change detection parameters need at least one type/)).toBeVisible();

  await fill(page, form.getByRole('textbox', { name: 'From (UTC)' }), '2026-11-08');
  await fill(page, form.getByRole('textbox', { name: 'To (UTC)' }), '2026-11-08');
  expect(await form.findByText(/The range ends at or before its start/)).toBeVisible();
  expect(recurring()).toBeVisible();
  await user.click(form.getByRole('checkbox', { name: 'Change' }));
  await waitFor(() => expect(recurring()).toBeNull());
});

test('an overlapping order is held back until the user confirms it', async () => {
  const page = await openWithArea();
  const { user } = page;
  await fillOrder(page, await beginOrder(page), 'First', ['Yellow Sea']);
  await user.click(screen.getByRole('button', { name: /^Send order/ }));
  expect(await screen.findByRole('list', { name: 'Status history' })).toBeVisible();

  await user.click(await screen.findByRole('button', { name: 'Order again' }));
  const form = await findOrderForm();
  await fill(page, within(form).getByLabelText('Name (optional)'), 'Second');
  await fillRange(page, form, '2026-11-05', '2026-11-11');
  await user.click(screen.getByRole('button', { name: /^Send order/ }));
  const question = { name: 'Before this order is sent' };
  const dialog = within(await screen.findByRole('dialog', question));
  const overlapping = within(await dialog.findByRole('region', { name: 'Orders that overlap' }));
  expect(await overlapping.findByRole('button', { name: 'First' })).toBeVisible();
  expect(overlapping.getByText(/all of this order’s area .*, 50% of its time: 2026-11-05/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Back to the form' }));
  await waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());
  expect((await storedRequests(page)).has('Second')).toBe(false);

  await user.click(screen.getByRole('button', { name: /^Send order/ }));
  const again = within(await screen.findByRole('dialog', question));
  await user.click(await again.findByRole('button', { name: 'Send anyway' }));
  const panel = within(screen.getByRole('region', { name: 'Orders panel' }));
  expect(await panel.findByRole('heading', { name: 'Second' })).toBeVisible();
  expect((await storedRequests(page)).has('Second')).toBe(true);
});

test('drafts become templates, files and drafts again', async () => {
  const page = await openWithArea();
  const { user } = page;
  await fillOrder(page, await beginOrder(page), 'Weekly watch', ['Yellow Sea']);
  expect(await screen.findByText('Draft saved')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Draft…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save as template…' }));
  await fill(page, await screen.findByLabelText('Template name'), 'Every week');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Template “Every week” saved without its times.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Draft…' }));
  await user.click(await screen.findByRole('menuitem', { name: /^All drafts and templates/ }));

  await user.click(await screen.findByRole('button', { name: 'Rename Weekly watch' }));
  await fill(page, await screen.findByLabelText('New name of Weekly watch'), 'Watch, first try');
  await user.keyboard('{Enter}');
  const drafts = within(screen.getByRole('list', { name: 'Drafts' }));
  expect(await drafts.findByRole('button', { name: /^Watch, first try/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Export Watch, first try' }));
  const download = await screen.findByRole('link', { name: /^Download/ });
  const exported: unknown = await (await fetch(download.getAttribute('href') ?? '')).json();
  expect(exported).toMatchObject({
    descriptiveName: 'Weekly watch',
    areas: [{ kind: 'polygon', name: 'Yellow Sea' }],
  });

  const listed = () => screen.queryByRole('list', { name: 'Drafts' })?.children.length ?? 0;
  await user.click(screen.getByRole('button', { name: 'Delete Watch, first try' }));
  await waitFor(() => expect(listed()).toBe(0));
  // The list may come before the response that can be undone.
  expect(await screen.findByText('“Watch, first try” deleted.')).toBeVisible();
  await undo(page, '“Watch, first try” deleted.');
  await waitFor(() => expect(listed()).toBe(1));

  await user.click(screen.getByRole('button', { name: 'Import…' }));
  const importing = await screen.findByRole('group', { name: 'Import a draft' });
  const file = importing.querySelector<HTMLInputElement>('input[type=file]');
  if (!file) throw new Error('There is no field for a file.');
  await user.upload(file, new File(['{"version": 1}'], 'watch.json', { type: 'application/json' }));
  expect(await within(importing).findByText('Nothing was imported.')).toBeVisible();
  const text = JSON.stringify(exported);
  await user.upload(file, new File([text], 'watch.json', { type: 'application/json' }));
  expect(await screen.findByText('Imported.')).toBeVisible();
  const form = within(await findOrderForm());
  expect(form.getByLabelText('Name (optional)')).toHaveValue('Weekly watch');
  expect(await form.findByText(/^Yellow Sea · /)).toBeVisible();

  await user.click(screen.getByRole('button', { name: '← All orders' }));
  await user.click(await screen.findByRole('button', { name: 'Drafts and templates (3)' }));
  const templates = within(await screen.findByRole('list', { name: 'Templates' }));
  await user.click(templates.getByRole('button', { name: /^Every week/ }));
  const made = within(await findOrderForm());
  await waitFor(() => expect(made.getByRole('checkbox', { name: 'Small vessel' })).toBeChecked());
  expect(made.getByRole('textbox', { name: 'From (UTC)' })).toHaveValue('');
});

test('a draft that cannot be read is counted next to the others', async () => {
  const page = await openWithArea();
  const { user, core } = page;
  await fillOrder(page, await beginOrder(page), 'Weekly watch', ['Yellow Sea']);
  expect(await screen.findByText('Draft saved')).toBeVisible();
  const file = new DatabaseSync(core.workspace()?.path ?? '', { timeout: 30_000 });
  file.exec(
    `INSERT INTO order_drafts (draft_id, updated_at, body) VALUES ('newer', '2026-11-20T08:00:00.000Z', '{}')`,
  );
  file.close();
  await page.app.queryClient.invalidateQueries();
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  await user.click(await screen.findByRole('button', { name: 'Drafts and templates (2)' }));
  expect(await screen.findByText(/^1 draft or template cannot be read\. /)).toBeVisible();
  const drafts = within(screen.getByRole('list', { name: 'Drafts' }));
  expect(drafts.getAllByRole('listitem')).toHaveLength(1);
});

test('an order that the service refuses stays as it is, is resent only on request, and can be archived', async () => {
  const page = await openWithArea();
  const { user } = page;
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
  const form = within(await findOrderForm());
  const refusal = /did not accept this order.*Correct the draft if needed, then send it again/;
  expect(
    await form.findByText("“ShipCounting” is not in the service's document. The service may refuse it."),
  ).toBeVisible();
  expect(form.getByRole('checkbox', { name: 'ShipCounting' })).toBeChecked();
  await user.click(form.getByRole('button', { name: 'Save as area' }));
  expect(await form.findByText(/^Refused, area 1 · /)).toBeVisible();
  await user.click(form.getByText('JSON of the request'));
  await waitFor(() => expect(shownJson()).toHaveProperty('descriptiveName', 'Refused'));
  const body = shownJson();
  await user.click(form.getByRole('button', { name: /^Send order/ }));
  expect(await form.findByText(refusal)).toBeVisible();
  expect(form.getByLabelText('Name (optional)')).toHaveValue('Refused');

  await user.click(screen.getByRole('button', { name: '← All orders' }));
  expect(await screen.findByRole('button', { name: 'Drafts and templates (1)' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /^Refused/ }));
  await user.click(await screen.findByText('JSON'));
  await waitFor(() => expect(shownJson()).toEqual(body));
  await user.click(screen.getByRole('button', { name: 'Resend unchanged' }));
  // The panel of the new attempt begins with its JSON closed.
  await waitFor(() => expect(document.querySelector('details[open] pre')).toBeNull());
  await user.click(screen.getByRole('button', { name: '← All orders' }));
  expect(await screen.findByText('Not ordered (2)')).toBeVisible();

  const [latest] = screen.getAllByRole('button', { name: /^Refused/ });
  if (latest) await user.click(latest);
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Not ordered (1)')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Not ordered (2)')).toBeVisible();

  // The user corrects the draft and sends it again.
  await user.click(screen.getByRole('button', { name: 'Drafts and templates (1)' }));
  const drafts = within(await screen.findByRole('list', { name: 'Drafts' }));
  await user.click(drafts.getByRole('button', { name: /^Refused/ }));
  const draft = within(await findOrderForm());
  expect(await draft.findByText(/did not accept this order/)).toBeVisible();
  await fill(page, draft.getByLabelText('Name (optional)'), 'Corrected');
  await user.click(draft.getByRole('checkbox', { name: 'ShipCounting' }));
  await user.click(draft.getByRole('checkbox', { name: 'Small vessel' }));
  await user.click(draft.getByRole('button', { name: /^Send order/ }));
  const panel = within(screen.getByRole('region', { name: 'Orders panel' }));
  expect(await panel.findByRole('heading', { name: 'Corrected' })).toBeVisible();
  expect((await storedRequests(page)).has('Corrected')).toBe(true);
});

test('a draft that another tab has sent is not sent twice, and can be duplicated', async () => {
  const page = await openWithArea();
  const { user, core } = page;
  const element = await beginOrder(page);
  const form = within(element);
  await fillOrder(page, element, 'Once', ['Yellow Sea']);
  expect(await screen.findByText('Draft saved')).toBeVisible();
  const stored = await page.app.api.drafts.list.query();
  const once = stored.ok ? stored.value.drafts.find(({ kind }) => kind === 'draft') : undefined;
  if (once?.kind !== 'draft') throw new Error('There is no draft.');
  const sent = await core.orders.submit({ draftId: once.id, draft: once.draft });
  expect(sent).toMatchObject({ ok: true, value: { state: 'accepted' } });
  expect(await form.findByText(/This draft was sent before and is not sent twice/)).toBeVisible();
  expect(form.queryByRole('button', { name: /^Send order/ })).toBeNull();

  await user.click(form.getByRole('button', { name: 'Duplicate draft' }));
  expect(await screen.findByText('Copied from the draft “Once”.')).toBeVisible();
  const copy = within(await findOrderForm());
  await fill(page, copy.getByLabelText('Name (optional)'), 'Once more');
  await user.click(copy.getByRole('button', { name: /^Send order/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Before this order is sent' }));
  expect(await dialog.findByRole('button', { name: 'Once' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Send anyway' }));
  const panel = within(screen.getByRole('region', { name: 'Orders panel' }));
  expect(await panel.findByRole('heading', { name: 'Once more' })).toBeVisible();
  const names = [...(await storedRequests(page)).keys()];
  expect(names.filter((name) => name.startsWith('Once')).sort()).toEqual(['Once', 'Once more']);
});

test('an analytic that is newer than the document is ordered by its name', async () => {
  const page = await openWithArea();
  const { user } = page;
  const element = await beginOrder(page);
  const form = within(element);
  await chooseArea(page, element, 'Yellow Sea');
  const analytics = () => within(form.getByRole('group', { name: 'Analytics' }));
  await fill(page, analytics().getByLabelText('Another analytic'), ' PipelineMonitoring ');
  await user.keyboard('{Enter}');
  expect(await analytics().findByRole('checkbox', { name: 'PipelineMonitoring' })).toBeChecked();
  expect(analytics().getByLabelText('Another analytic')).toHaveValue('');
  expect(analytics().getByText('The ordering document does not name this analytic.')).toBeVisible();

  // What is typed and not added is never left out of an order without a word.
  await fill(page, analytics().getByLabelText('Another analytic'), 'IceCharting');
  await user.click(form.getByRole('button', { name: 'Add or clear the typed analytic' }));
  expect(
    await analytics().findByText('“IceCharting” is not added yet. Add it, or clear the field.'),
  ).toBeVisible();
  await waitFor(() => expect(analytics().getByLabelText('Another analytic')).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await analytics().findByRole('checkbox', { name: 'IceCharting' })).toBeChecked();
  await fill(page, analytics().getByLabelText('Another analytic'), 'aircraftdetection');
  await showPanel(page, 'Get');
  await showPanel(page, 'Orders');
  expect(await screen.findByRole('checkbox', { name: 'Aircraft' })).toBeChecked();
});

test('a bare end date states that its day is left out', async () => {
  const page = openPage(await openFilledCore());
  const form = within(await beginOrder(page));
  const end = form.getByRole('textbox', { name: 'To (UTC)' });
  await fill(page, end, '2026-12-24');
  await waitFor(() => expect(end).toHaveAccessibleDescription('Ends at 00:00: this day is not included.'));
  await fill(page, end, '2026-12-24 12:00');
  await waitFor(() => expect(end).toHaveAccessibleDescription(''));
});

/** The JSON of the request that is shown. */
function shownJson(): unknown {
  return JSON.parse(document.querySelector('pre')?.textContent || 'null');
}
