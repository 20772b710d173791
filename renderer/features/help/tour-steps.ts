import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { App } from '../../context/app-context.tsx';
import { isDrawer } from '../../stores/panel-layout.ts';
import { texts } from './texts.ts';

/** A step of the tour. */
export type TourStep = {
  readonly title: string;
  readonly text: string;
  /** Selects the control that it is about; the card is next to the first one on the page. */
  readonly anchor: string;
  /** Shows the panel with that control. */
  prepare(): void;
  /** Whether the user has done it; the tour goes on when this becomes true. */
  isDone(): boolean;
};

/** The steps, from a query to a detection in the inspector. */
export function createTourSteps({ stores }: Pick<App, 'stores'>): readonly TourStep[] {
  const { results, search, ui, workspace } = stores;
  const { steps } = texts.tour;
  const showResults = () => ui.getState().showPanel('results');
  return [
    {
      ...steps.region,
      anchor: '[data-tour="region"]',
      prepare: showResults,
      isDone: () => search.getState().form.regions.length > 0,
    },
    {
      ...steps.fetch,
      anchor: '[data-tour="fetch"]',
      prepare: showResults,
      isDone: () => workspace.getState().jobs.some((job) => job.kind === 'fetch' && isActiveJob(job)),
    },
    {
      ...steps.show,
      anchor: '[data-region="side"] article',
      prepare: showResults,
      isDone: () => results.getState().filter.fetchId !== undefined,
    },
    {
      ...steps.choose,
      anchor: '[data-region="dock"]',
      prepare() {
        const { windowSize, setDockOpen, setPanelOpen } = ui.getState();
        if (isDrawer('side', windowSize)) setPanelOpen('side', false);
        setDockOpen(true);
      },
      isDone: () => results.getState().focusedId !== null,
    },
    {
      ...steps.inspect,
      anchor: '[data-region="inspector"]',
      prepare: () => ui.getState().setPanelOpen('inspector', true),
      isDone: () => false,
    },
  ];
}
