import type { Ais } from './ais/create-ais.ts';
import type { Events } from './base/events.ts';
import type { Bookmarks } from './bookmarks/create-bookmarks.ts';
import type { ChipCalibrations } from './chips/chip-calibrations.ts';
import type { Chips } from './chips/chips.ts';
import type { ChipPrefetch } from './chips/create-chip-prefetch.ts';
import type { Diagnostics } from './diagnostics/create-diagnostics.ts';
import type { Cases } from './exchange/case/create-cases.ts';
import type { Exports } from './exchange/create-exports.ts';
import type { PictureSequences } from './exchange/create-picture-sequences.ts';
import type { RawImports } from './exchange/raw-import/create-raw-imports.ts';
import type { ReportTemplates } from './exchange/reports/report-templates.ts';
import type { Fetches } from './fetches/create-fetches.ts';
import type { JobRunner } from './jobs/job-runner.ts';
import type { Layers } from './layers/create-layers.ts';
import type { MapSources } from './map-sources/map-sources.ts';
import type { Network } from './network/network.ts';
import type { OrderTracking } from './order-tracking/create-order-tracking.ts';
import type { Orders } from './orders/orders.ts';
import type { Reviews } from './review/create-reviews.ts';
import type { Searches } from './searches/create-searches.ts';
import type { Session, WorkspaceStatus } from './session/session.ts';
import type { TraySetting } from './settings/tray-setting.ts';
import type { AppTeam } from './team/create-app-team.ts';
import type { Updates } from './updates/create-updates.ts';
import type { Watch } from './watch/create-watch.ts';
import type { Workspace } from './workspace/open/workspace.ts';
import type { WorkspaceTools } from './workspace-tools/create-workspace-tools.ts';

/** The application without a host; the API exposes it. */
export type Core = {
  readonly session: Session;
  readonly events: Events;
  readonly bookmarks: Bookmarks;
  readonly chipCalibrations: ChipCalibrations;
  readonly orders: Orders;
  readonly orderTracking: OrderTracking;
  readonly fetches: Fetches;
  readonly searches: Searches;
  readonly reviews: Reviews;
  readonly jobs: Pick<JobRunner, 'list' | 'cancel' | 'resume' | 'dismiss'>;
  readonly chips: Pick<Chips, 'get' | 'stats' | 'setLimit' | 'clear'>;
  readonly chipPrefetch: ChipPrefetch;
  readonly exports: Exports;
  readonly pictureSequences: PictureSequences;
  readonly workspaceTools: WorkspaceTools;
  readonly cases: Cases;
  readonly reportTemplates: ReportTemplates;
  readonly rawImports: RawImports;
  readonly ais: Ais;
  readonly layers: Layers;
  readonly mapSources: MapSources;
  readonly network: Network;
  readonly team: AppTeam;
  readonly updates: Updates;
  readonly watch: Watch;
  readonly tray: TraySetting;
  readonly diagnostics: Diagnostics;
  /** The open workspace: that of the current profile and its last account; undefined before the first sign-in. */
  workspace(): Workspace | undefined;
  /** The state of `workspace()`; that of the session follows once the opening has ended. */
  workspaceStatus(): WorkspaceStatus;
  /** Resolves when the open workspace has been compared with its checksums; `Workspace.knownDamage` has the result. */
  workspaceChecked(): Promise<void>;
  /** Stops jobs, closes the workspace and ends every worker. Safe to call twice. */
  close(): Promise<void>;
};
