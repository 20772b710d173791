import type { CSSProperties } from 'react';
import { useReview, useUi } from '../../app/use-stores.ts';
import { isReviewing } from '../../stores/review-store.ts';
import { CompareView } from '../compare/compare-view.tsx';
import { Dock } from '../dock/dock.tsx';
import { useDockHeight } from '../dock/use-dock-height.ts';
import { ExportDialog } from '../export/export-dialog.tsx';
import { HelpDialog } from '../help/help-dialog.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { ChipsAheadDialog } from '../jobs/chips-ahead-dialog.tsx';
import { JobsTray } from '../jobs/jobs-tray.tsx';
import { MapPanel } from '../map/map-panel.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { ResultsDialogs } from '../results/results-dialogs.tsx';
import { VerdictDialog } from '../review/verdict-dialog.tsx';
import { SignInDialog } from '../sign-in/sign-in-dialog.tsx';
import { WorkspaceDialogs } from '../workspace/workspace-dialogs.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { Rail } from './rail.tsx';
import { SidePanel } from './side-panel.tsx';
import { StatusBar } from './status-bar.tsx';
import { useHotkeyCommands } from './use-hotkey-commands.ts';
import styles from './workspace-shell.module.css';

/** The whole page: what stands around the map, and what opens over it. */
export function WorkspaceShell() {
  useHotkeyCommands();
  const dockOpen = useUi((state) => state.dockOpen);
  const dockHeight = useDockHeight();
  const isChipLarge = useReview((state) => state.isChipLarge || isReviewing(state));
  return (
    <div
      className={styles.shell}
      data-dock={dockOpen ? 'open' : 'closed'}
      data-chip={isChipLarge ? 'large' : 'small'}
      style={{ '--dock-height': `${dockHeight}px` } as CSSProperties}
    >
      <Header />
      <Notices />
      <Rail />
      <SidePanel />
      <main className={styles.map} aria-label="Map">
        <MapPanel />
        <CompareView />
        <JobsTray />
      </main>
      <Dock />
      <aside className={styles.inspector} aria-label="Inspector" data-region="inspector" tabIndex={-1}>
        <Inspector />
      </aside>
      <StatusBar />
      <SignInDialog />
      <ResultsDialogs />
      <ExportDialog />
      <ChipsAheadDialog />
      <VerdictDialog />
      <WorkspaceDialogs />
      <HelpDialog />
      <CommandPalette />
    </div>
  );
}
