import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type App, AppContext } from '../../../../../renderer/context/app-context.tsx';
import { CaseCheck } from '../../../../../renderer/features/workspace/case-open-form.tsx';
import type { HostLink } from '../../../../../renderer/stores/session-store.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import type { Job } from '../../../../../shared/jobs/job.ts';

const job: Job = {
  id: '7c5d6a3e-4f0b-4a57-9d27-3f1f2f0f9a10',
  kind: 'check',
  title: 'Checking of case.gpkg',
  state: 'running',
  startedAt: '2026-11-22T10:00:00Z',
  updatedAt: '2026-11-22T10:00:01Z',
  resumable: false,
  warnings: [],
  progress: { done: 40, total: 100, unit: 'steps' },
};

function render(link: HostLink): string {
  const stores = createStores();
  stores.workspace.getState().setJobs([job]);
  stores.session.getState().setHostLink(link);
  // Without a document, a component is rendered from the initial states.
  for (const store of [stores.workspace, stores.session])
    Object.assign(store, { getInitialState: store.getState });
  const app: Partial<App> = { stores };
  return renderToStaticMarkup(
    createElement(
      AppContext,
      { value: app as App },
      createElement(CaseCheck, { label: 'Checking the package' }),
    ),
  );
}

describe('the check of a package', () => {
  it('shows how far it is', () => {
    expect(render('connected')).toContain('role="progressbar"');
  });

  it('has no bar once the link to the main process is lost, and reports that', () => {
    const shown = render('lost');
    expect(shown).not.toContain('role="progressbar"');
    expect(shown).toContain('The link to Sightline is lost. Last known: ');
  });
});
