import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { undoLastEdit } from '../../../../renderer/context/edit-history.ts';
import { exportChoice } from '../../../../renderer/features/export/export-commands.ts';
import { exportOptionsSchema, standardReport } from '../../../../shared/exchange/export-request.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { defaultRule } from '../../../../shared/watch/watch-rule.ts';
import { openFilledCore } from '../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../builders/page/open-page.tsx';
import { rectangle } from '../../../builders/positions.ts';
import { buildUuid } from '../../../builders/record-builder.ts';

/** A field, and how it is reached. */
type Case = { readonly label: RegExp; readonly open: (page: OpenPage) => Promise<unknown> };

const click = async ({ user }: OpenPage, role: string, name: RegExp) =>
  user.click(await screen.findByRole(role, { name }));

function setReport(): void {
  const options = exportOptionsSchema.parse({ format: 'report-html', report: standardReport });
  exportChoice.getState().setOptions(options);
}

const cases: Readonly<Record<string, Case>> = {
  'the name of an area': {
    label: /^New name of Korea$/,
    async open({ app: { api, stores } }) {
      const shape = { kind: 'polygon', polygon: rectangle(124, 33, 131, 40) } as const;
      const created = await api.areas.create.mutate({ name: 'Korea', shape });
      stores.ui.getState().showPanel('areas');
      if (created.ok) stores.areas.getState().setRenaming(created.value.id);
    },
  },
  'the shape of an area': {
    label: /^Center/,
    open: async ({ app }) => app.stores.ui.getState().openDialog('typed-area'),
  },
  'the name of a saved search': {
    label: /^New name of Ships$/,
    async open(page) {
      const search = searchSchema.parse({ regions: ['East Asia'], analytics: [] });
      const rest = { paused: false, overlapMinutes: 60, schedule: { kind: 'manual' } } as const;
      await page.core.searches.save({ ...rest, id: buildUuid(), name: 'Ships', search });
      page.app.stores.ui.getState().showPanel('results');
      await click(page, 'button', /^More actions for Ships/);
      await click(page, 'menuitem', /^Rename/);
    },
  },
  'the name of the workspace': {
    label: /^Name$/,
    async open(page) {
      page.app.stores.ui.getState().openSettings('workspace');
      await click(page, 'button', /^Rename$/);
    },
  },
  'a saved search': {
    label: /^Name$/,
    async open({ app: { stores } }) {
      const search = { regions: ['East Asia'], analytics: [] };
      const edited = { id: buildUuid(), name: 'Ships', search, schedule: { kind: 'manual' } } as const;
      stores.search.getState().setEditedSearch({ ...edited, search: searchSchema.parse(search) });
      stores.ui.getState().openDialog('save-search');
    },
  },
  'the text of a query': {
    label: /^Query text$/,
    open: async ({ app }) => app.stores.ui.getState().openDialog('query-text'),
  },
  'a rule': {
    label: /^Name/,
    async open({ app: { stores } }) {
      stores.ui.getState().showPanel('watch');
      stores.watch.getState().editRule(defaultRule(buildUuid()));
    },
  },
  'the title of a report': {
    label: /^Title$/,
    async open({ app }) {
      setReport();
      app.stores.ui.getState().openDialog('export');
    },
  },
  'a template of reports': {
    label: /^Name of the template$/,
    async open(page) {
      setReport();
      page.app.stores.ui.getState().openDialog('export');
      await click(page, 'button', /^New template/);
    },
  },
};

test.each(Object.entries(cases))('Escape discards %s, and Undo restores what was typed', async (_, each) => {
  const page = openPage(await openFilledCore());
  const { app, user } = page;
  await each.open(page);
  const field = await screen.findByRole('textbox', { name: each.label });
  await user.clear(field);
  await user.type(field, '35 129');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: each.label })).toBeNull());
  await undoLastEdit(app);
  expect(await screen.findByRole('textbox', { name: each.label })).toHaveValue('35 129');
});

test('a typed password is not among the texts that are retained', async () => {
  const page = openPage(await openFilledCore());
  page.app.stores.ui.getState().openSettings('team');
  const form = within(await screen.findByRole('form', { name: 'Team database' }));
  await page.user.type(form.getByLabelText(/^User/), 'ada');
  await page.user.type(form.getByLabelText(/^Password/), 'xyzzy');
  const retained = () => JSON.stringify(page.app.stores.typed.getState().typed);
  expect(retained()).toContain('ada');
  expect(retained()).not.toContain('xyzzy');
});
