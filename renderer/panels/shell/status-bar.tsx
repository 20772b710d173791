import { useQuery } from '@tanstack/react-query';
import { canStillChange } from '../../../shared/orders/order.ts';
import { unwrap } from '../../api/failure-error.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession, useUi } from '../../app/use-stores.ts';
import { formatCount, formatQuantity } from '../../components/format.ts';
import { PointerPosition } from './pointer-position.tsx';
import styles from './status-bar.module.css';

/** The line at the bottom: where the pointer is, what is in view, and how the workspace stands. */
export function StatusBar() {
  const scale = useUi((state) => state.view?.scaleDenominator);
  const inView = useUi((state) => state.inView);
  return (
    <footer className={styles.status}>
      <PointerPosition />
      {scale === undefined ? null : <span>1 : {formatScale(scale)}</span>}
      <span className="grow" />
      {inView === null ? null : <span>In view {formatCount(inView)}</span>}
      <OrdersInProgress />
      <WorkspaceState />
    </footer>
  );
}

function OrdersInProgress() {
  const { api } = useApp();
  const open = useSession((state) => state.session !== null && state.session.workspace !== 'none');
  const { data } = useQuery({
    queryKey: queryKeys.orders(),
    queryFn: async () => unwrap(await api.orders.list.query()),
    enabled: open,
  });
  if (!open || !data) return null;
  const count = data.orders.filter(({ order }) => canStillChange(order)).length;
  return <span>{formatQuantity(count, 'order')} in progress</span>;
}

function WorkspaceState() {
  const link = useSession((state) => state.hostLink);
  const workspace = useSession((state) => state.session?.workspace);
  if (link === 'lost') return <span data-tone="bad">● Disconnected from Sightline</span>;
  switch (workspace) {
    case 'open':
      return <span data-tone="ok">● Workspace open · pages saved as they arrive</span>;
    case 'read-only':
      return <span data-tone="warn">● Workspace read-only</span>;
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
