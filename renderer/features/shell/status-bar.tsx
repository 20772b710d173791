import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import { formatDecimalDegrees, formatDms } from '../../../shared/geo/coordinates.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { canStillChange } from '../../../shared/orders/order.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi } from '../../context/use-stores.ts';
import type { CoordinateFormat, UiStore } from '../../stores/ui-store.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { ConditionsButton } from './conditions-button.tsx';
import styles from './status-bar.module.css';

/** The line at the bottom: where the pointer is, what is in view, what runs, and the state of the workspace. */
export function StatusBar({
  jobs,
  selection,
}: {
  readonly jobs: ReactNode;
  /** How many detections are selected, and what can be done with them. */
  readonly selection: ReactNode;
}) {
  const scale = useUi(({ comparedView, view }) => (comparedView ?? view)?.scaleDenominator);
  const inView = useUi(describeInView);
  return (
    <footer className={styles.status} data-region="status">
      <PointerPosition />
      {scale === undefined ? null : <span>1 : {formatScale(scale)}</span>}
      {inView === null ? null : <span>{inView}</span>}
      {jobs}
      {selection}
      <span className="grow" />
      <ConditionsButton />
      <OpenOrderCount />
      <WorkspaceState />
    </footer>
  );
}

/** Describes the number of detections in view; while passes are compared, that of the two maps of the comparison. */
export function describeInView({
  comparedView,
  inView,
}: Pick<UiStore, 'comparedView' | 'inView'>): string | null {
  if (!comparedView) return inView === null ? null : `In view ${formatCount(inView)}`;
  const { isSwipe, inView: compared } = comparedView;
  return `${isSwipe ? 'In extent' : 'In view'} A ${formatCount(compared.a)} · B ${formatCount(compared.b)}`;
}

function OpenOrderCount() {
  const { api } = useApp();
  const open = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  const { data } = useQuery({
    queryKey: queryKeys.orders(),
    queryFn: async () => unwrap(await api.orders.list.query()),
    enabled: open,
  });
  if (!open || !data) return null;
  const count = data.orders.filter(({ order }) => canStillChange(order)).length;
  return <span className={styles.orders}>{formatQuantity(count, 'unfinished order')}</span>;
}

function WorkspaceState() {
  const link = useSession((state) => state.hostLink);
  const workspace = useSession((state) => state.session?.workspace);
  if (link === 'lost') return <span data-tone="bad">● Disconnected from Sightline</span>;
  switch (workspace) {
    case 'open':
      return (
        <span data-tone="ok">
          ● Workspace open<span className={styles.detail}> · pages saved as they arrive</span>
        </span>
      );
    case 'read-only':
      // Among the conditions, with what it means.
      return null;
    case 'none':
      return <span>○ No workspace</span>;
    case undefined:
      return <span>Connecting…</span>;
  }
}

/** A scale denominator to three figures, in groups of three digits, as maps print it: `1 200 000`. */
function formatScale(denominator: number): string {
  return formatCount(Number(denominator.toPrecision(3))).replaceAll(',', '\u202f');
}

const order: readonly CoordinateFormat[] = ['decimal', 'dms', 'mgrs'];
const names = { decimal: 'decimal degrees', dms: 'degrees, minutes, seconds', mgrs: 'MGRS' } as const;

/** The pointer's position on the map; a click changes the notation. */
function PointerPosition() {
  const { stores } = useApp();
  const format = useUi((state) => state.coordinateFormat);
  const pointer = useUi((state) => state.pointer);
  const next = order[(order.indexOf(format) + 1) % order.length] ?? 'decimal';
  return (
    <button
      type="button"
      className={styles.position}
      title={`In ${names[format]}. Click for ${names[next]}.`}
      aria-label={`Pointer position in ${names[format]}`}
      onClick={() => stores.ui.getState().setCoordinateFormat(next)}
    >
      {pointer ? formatPosition(pointer, format) : `– ${names[format]} –`}
    </button>
  );
}

function formatPosition(position: LonLat, format: CoordinateFormat): string {
  switch (format) {
    case 'decimal':
      return formatDecimalDegrees(position);
    case 'dms':
      return formatDms(position);
    case 'mgrs':
      return formatMgrs(position) ?? 'outside MGRS (polar)';
  }
}
