import './global-styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startLive } from '../api/live.ts';
import { createQueryClient } from '../api/query-client.ts';
import { startKeepingDrafts } from '../commands/keep-draft.ts';
import { startKeepingReviews } from '../commands/keep-review.ts';
import { startWantingChips } from '../commands/want-chips.ts';
import { syncMap } from '../map/sync.ts';
import { syncOrders } from '../map/sync-orders.ts';
import { WorkspaceShell } from '../panels/shell/workspace-shell.tsx';
import { rememberDock } from '../stores/remember-dock.ts';
import { rememberPasses } from '../stores/remember-passes.ts';
import { AppContext } from './app-context.tsx';
import { askForSignIn } from './ask-for-sign-in.ts';
import { createApp } from './create-app.ts';
import { notifyFailure } from './notify.tsx';
import { PageErrorBoundary } from './page-error-boundary.tsx';
import { takeOrderEvent } from './tell-order-changes.tsx';
import { theme } from './theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const app = createApp();
const queryClient = createQueryClient();
const reviews = startKeepingReviews(app, queryClient);
startWantingChips(app);
startLive({
  api: app.api,
  stores: app.stores,
  queryClient,
  loadFeed: () => app.engine.loadDetections('/feed/detections'),
  drawReviews: (change) => app.engine.takeReviews(change, '/feed/reviews'),
  report: notifyFailure,
  alsoTell(event) {
    takeOrderEvent(app, event);
    reviews.take(event);
  },
});
startKeepingDrafts(app);
rememberDock(app.stores);
rememberPasses(app.stores);
syncMap(app);
syncOrders(app, queryClient);
askForSignIn(app.stores);

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} forceColorScheme="dark">
      <PageErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <AppContext value={app}>
            <WorkspaceShell />
            <Notifications position="bottom-right" limit={4} />
          </AppContext>
        </QueryClientProvider>
      </PageErrorBoundary>
    </MantineProvider>
  </StrictMode>,
);
