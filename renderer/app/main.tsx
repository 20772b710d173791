import { announceConnection } from './announce-connection.ts';
import './global-styles.ts';
import { Button } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Component, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setDisplayFormat } from '../../shared/display-format.ts';
import { causeText } from '../../shared/error-text.ts';
import { AppContext } from '../context/app-context.tsx';
import { startLiveUpdates } from '../context/live-updates.ts';
import { offerTour } from '../features/help/offer-tour.ts';
import { promptForSignIn } from '../features/session/prompt-for-sign-in.ts';
import { MarkingLine } from '../features/shell/marking-line.tsx';
import { syncMap } from '../map-sync/sync-map.ts';
import { syncOrders } from '../map-sync/sync-orders.ts';
import { colorSchemeOf } from '../stores/color-scheme.ts';
import { followInspector, followSession } from '../stores/follow-stores.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import { askBeforeLeaving } from './ask-before-leaving.ts';
import { createApp } from './create-app.ts';
import { firstIdle } from './first-idle.ts';
import { keepFocus } from './keep-focus.ts';
import { loadOrOfferRetry } from './load-or-offer-retry.ts';
import { SettingsProvider } from './theme.tsx';
import { WorkspaceShell } from './workspace-shell.tsx';

/** Shows an error of the page with a reload button instead of an empty page. The workspace is in the main process. */
class PageErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <EmptyState
        title="Something went wrong on this page"
        hint={
          <FailureText
            failure={{ message: 'Nothing in the workspace is lost.', details: causeText(error) }}
          />
        }
      >
        <Button onClick={() => location.reload()}>Reload the page</Button>
      </EmptyState>
    );
  }
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = createApp();
// Most code that acts on the user's data; it is loaded once the first frame is drawn.
const background = firstIdle()
  .then(() => loadOrOfferRetry(() => import('./start-background.ts')))
  .then(({ startBackground }) => startBackground(app, app.commands));
app.commands.expectMore(background);
startLiveUpdates({
  api: app.api,
  queries: app.queries,
  stores: app.stores,
  queryClient: app.queryClient,
  loadFeed: () => app.engine.loadDetections('/feed/detections'),
  applyReviews: (change) => app.engine.applyReviews(change, '/feed/reviews'),
  report: notifyFailure,
  onEvent: (event) => void background.then(({ handleEvent }) => handleEvent(event)),
});
followSession(app.stores, () =>
  notifyFailure({
    code: 'invalid-input',
    message: 'The saved filter of this workspace cannot be read and was removed. Everything is shown.',
  }),
);
followInspector(app.stores);
announceConnection(app.stores);
const setWindowSize = () => {
  app.stores.ui.getState().setWindowSize({ width: window.innerWidth, height: window.innerHeight });
};
setWindowSize();
window.addEventListener('resize', setWindowSize);
keepFocus(document);
syncMap(app);
syncOrders(app);
promptForSignIn(app.stores);
offerTour(app.stores);
askBeforeLeaving(app.stores, app.commands, window);

setDisplayFormat(app.stores.settings.getState());
app.stores.settings.subscribe(setDisplayFormat);
// Before anything is painted.
document.documentElement.dataset.mantineColorScheme = colorSchemeOf(app.stores.settings.getState());
createRoot(root).render(
  <StrictMode>
    <SettingsProvider settings={app.stores.settings}>
      {() => (
        <PageErrorBoundary>
          <QueryClientProvider client={app.queryClient}>
            <AppContext value={app}>
              <MarkingLine />
              <WorkspaceShell />
              <MarkingLine isRepeated />
            </AppContext>
          </QueryClientProvider>
        </PageErrorBoundary>
      )}
    </SettingsProvider>
  </StrictMode>,
);
