import { readFile } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { findRows } from '../../../builders/page/detections.ts';
import { openFilledCore } from '../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../builders/page/open-page.tsx';
import { downloadAfter } from '../../../builders/page/page-actions.ts';

/** Counts what a user does: a click, a key, and a text with the key that ends it. */
function countActions({ user }: OpenPage) {
  let count = 0;
  return {
    count: () => count,
    async click(target: HTMLElement) {
      count += 1;
      await user.click(target);
    },
    async press(key: string) {
      count += 1;
      await user.keyboard(key);
    },
    async type(target: HTMLElement, text: string) {
      count += 1;
      await user.click(target);
      await user.keyboard(text);
    },
  };
}

describe('with vessels of East Asia', () => {
  const openVessels = async () =>
    openPage(
      await openFilledCore({ region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 2000 }),
    );

  /** Filters to ships over 200 m near Busan in three days. */
  async function filterToBusan(page: OpenPage) {
    const user = countActions(page);
    await screen.findByRole('grid', { name: 'Detections' });
    await user.press('/');
    const editor = within(await screen.findByLabelText('Filter what is shown'));
    const place = await editor.findByLabelText('Place · nearest port within 25 nm');
    await user.type(place, 'Busan');
    await screen.findByRole('option', { name: /^Busan · / });
    await page.user.keyboard('{Enter}');
    await user.type(editor.getByLabelText('Length (m), at least'), '200');
    await user.click(editor.getByRole('button', { name: '3 d' }));
    const from = await editor.findByRole<HTMLInputElement>('textbox', { name: 'Collected from (UTC)' });
    await waitFor(() => expect(from.value).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/));
    return { user, editor };
  }

  test('ships over 200 m near Busan in three days, per pass, become a file in at most 8 actions', async () => {
    const { user, editor } = await filterToBusan(await openVessels());
    await user.click(editor.getByRole('button', { name: 'Done' }));
    await user.click(screen.getByRole('tab', { name: 'Passes' }));
    await waitFor(() => expect(screen.getByRole('region', { name: 'Show' })).toHaveTextContent('Near Busan'));
    await user.type(await screen.findByRole('textbox', { name: /^Find passes by place/ }), 'Busan');
    expect(await screen.findByText(/^\d+ passes\b/)).toBeVisible();
    const file = await downloadAfter(() => user.click(screen.getByRole('button', { name: 'Save CSV' })));
    const [heading = '', ...lines] = file.replace(/^\uFEFF/, '').split('\r\n');
    expect(user.count()).toBeLessThanOrEqual(8);
    const columns = heading.split(',');
    const rows = lines.map((line) => new Map(line.split(',').map((cell, at) => [columns[at], cell])));
    expect(rows.length).toBeGreaterThan(0);
    const results = ['detections', 'no matching detection', 'nothing found'];
    for (const row of rows) {
      expect(results).toContain(row.get('result'));
      expect(row.get('place')).toBe('Busan');
    }
    // Which pass had none: it is there, with zero.
    for (const row of rows) {
      expect(Number(row.get('matching_detections')) > 0).toBe(row.get('result') === 'detections');
    }
  });

  test('ships over 200 m near Busan in three days become a document with a map and tables in at most 8 actions', async () => {
    const { user } = await filterToBusan(await openVessels());
    await user.press('{Shift>}E{/Shift}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Export detections' }));
    const [format = document.body] = await dialog.findAllByRole('combobox', { name: 'Format' });
    await user.click(format);
    await user.click(await screen.findByRole('option', { name: 'Report, Word (DOCX)' }));
    await user.click(await dialog.findByRole('button', { name: /^Export [\d,]+ detections?/ }));
    const tray = within(await screen.findByRole('region', { name: 'Background jobs' }));
    const job = await tray.findByRole('article', { name: /^Export to .*docx/ });
    await waitFor(() => expect(job).toHaveTextContent('Complete'));
    expect(user.count()).toBeLessThanOrEqual(8);
    const files = within(job).getByRole('list', { name: 'Exported files' });
    const entries = unzipSync(await readFile(files.querySelector('span')?.textContent ?? ''));
    const text = strFromU8(entries['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]*>/g, '|');
    expect(text).toContain('near Busan');
    expect(text).toMatch(/\|\d+ pass(es)? by time of collection\|/);
    expect(text).toMatch(
      /\|\d+ passes match the other conditions, but show nothing near Busan: they are not listed\.\|/,
    );
    const lengths = [...text.matchAll(/\|(\d+) m\|/g)].map(([, meters]) => Number(meters));
    expect(lengths.length).toBeGreaterThan(0);
    for (const meters of lengths) expect(meters).toBeGreaterThanOrEqual(200);
  });

  test('keys for verdicts wait for one more key after a dialog', async () => {
    const { user } = await openVessels();
    const [row] = await findRows('Detections');
    await user.click(row);
    const expectReview = async (text: string) => {
      const review = await screen.findByRole('region', { name: 'Review' });
      await waitFor(() => expect(review).toHaveTextContent(text));
    };
    await expectReview('Unreviewed');
    await user.keyboard('{Shift>}?{/Shift}');
    const dialog = await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    await user.keyboard('x');
    await user.keyboard('c');
    await expectReview('Confirmed');
    // A pass in the inspector has no buttons for a verdict.
    await user.click(screen.getByRole('tab', { name: 'Passes' }));
    const [pass] = await findRows('Passes');
    await user.click(pass);
    await user.keyboard('u');
    await user.click(screen.getByRole('tab', { name: /^Table/ }));
    const [again] = await findRows('Detections');
    await user.click(again);
    await expectReview('Confirmed');
  });
});
