import type { Page } from '@playwright/test';
import type { NewArea } from '../../shared/areas/area.ts';

/** Adds areas through the page's own API, for tests that are not about drawing. */
export async function addAreas(page: Page, areas: readonly NewArea[]): Promise<void> {
  await page.evaluate(async (each) => {
    for (const area of each) {
      const response = await fetch('/api/areas.create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(area),
      });
      const { result } = await response.json();
      if (!result?.data?.ok) throw new Error(`"${area.name}" was not added: ${JSON.stringify(result)}`);
    }
  }, areas);
}
