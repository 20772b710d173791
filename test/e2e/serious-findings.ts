import type { Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Findings of axe-core on the page as it is now, or in one element: the rules of serious and critical findings, with
 * where they apply.
 */
export async function seriousFindings(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (within) => {
    const { axe } = window as unknown as { readonly axe: typeof import('axe-core') };
    const { violations } = await axe.run(within, { resultTypes: ['violations'], preload: false });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
      );
  }, within);
}
