import { Popover, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type DisplayNotation, displayNotations } from '../../../shared/display-format.ts';
import { formatScale } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { canStillChange, currentState, type KnownOrder } from '../../../shared/orders/order.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useSettings, useUi } from '../../context/use-stores.ts';
import { useIsWorkspaceOpen } from '../../context/use-workspace-queries.ts';
import type { UiStore } from '../../stores/ui-store.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNotices } from './notices.tsx';
import styles from './status-bar.module.css';
import { texts } from './texts.ts';

const SquareCount = lazyComponent(async () => (await import('./square-count.tsx')).SquareCount);

/** The line at the bottom: where the pointer is, what is in view, what runs, and the state of the workspace. */
export function StatusBar({
  jobs,
  selection,
}: {
  readonly jobs: ReactNode;
  /** Number of selected detections, and what can be done with them. */
  readonly selection: ReactNode;
}) {
  const scale = useUi(({ comparedView, view }) => (comparedView ?? view)?.scaleDenominator);
  const inView = useUi(describeInView);
  return (
    <footer className={styles.status} data-region="status">
      <PointerPosition />
      {scale === undefined ? null : <span>1 : {formatScale(scale)}</span>}
      {inView === null ? null : <span>{inView}</span>}
      <SquareCount />
      {jobs}
      {selection}
      <span className="grow" />
      <SymbolLimit />
      <ConditionsButton />
      <UnfinishedOrderCount />
      <WorkspaceState />
    </footer>
  );
}

/** Describes the number of detections in view; while passes are compared, that of the two maps of the comparison. */
export function describeInView({
  comparedView,
  inView,
}: Pick<UiStore, 'comparedView' | 'inView'>): string | null {
  if (!comparedView) return inView === null ? null : texts.status.inView(inView);
  const { isSwipe, inView: compared } = comparedView;
  return texts.status.inComparison(isSwipe, compared.a, compared.b);
}

/** Density is shown only because there is no graphics card; a click shows symbols. */
function SymbolLimit() {
  const { mapDisplay } = useApp().stores;
  const limit = useUi((state) => state.density?.symbolLimit);
  if (limit === undefined) return null;
  return (
    <TextButton
      title={texts.status.symbolLimitHint(limit)}
      onClick={() => mapDisplay.getState().change({ savesDrawing: false })}
    >
      {texts.status.symbolLimit}
    </TextButton>
  );
}

function UnfinishedOrderCount() {
  const { stores, queries } = useApp();
  const enabled = useIsWorkspaceOpen();
  const { data } = useQuery(queries.orders.list.queryOptions(undefined, { enabled }));
  if (!enabled || !data) return null;
  const isLoaded = data.refreshedAt !== null;
  const unfinished = data.orders.filter(({ order }) => canStillChange(order));
  if (isLoaded && unfinished.length === 0) return null;
  const show = () => {
    const states = new Set(unfinished.map(({ order }) => currentState(order) ?? null));
    stores.orderList.getState().clearFilter();
    stores.orderList.getState().setFilter({ states: [...states] });
    stores.orders.getState().show({ kind: 'list' });
    stores.ui.getState().showPanel('orders');
  };
  return (
    <TextButton
      className={styles.orders}
      title={isLoaded ? texts.status.showOrders : texts.status.ordersNotLoaded}
      onClick={show}
    >
      {describeUnfinishedOrders(isLoaded ? data.orders : null)}
    </TextButton>
  );
}

/** The number of orders that may still change, in whatever state; null: the list was never loaded from the service. */
export function describeUnfinishedOrders(orders: readonly Pick<KnownOrder, 'order'>[] | null): string {
  if (orders === null) return texts.status.unknownOrders;
  return texts.status.unfinishedOrders(orders.filter(({ order }) => canStillChange(order)).length);
}

function WorkspaceState() {
  const link = useSession((state) => state.hostLink);
  const workspace = useSession((state) => state.session?.workspace);
  if (link === 'lost') return <span data-tone="bad">{texts.status.disconnected}</span>;
  switch (workspace) {
    case 'open':
      return <span data-tone="ok">{texts.status.workspaceOpen}</span>;
    case 'read-only':
      // Among the conditions, with what it means.
      return null;
    case 'none':
      return <span>{texts.status.noWorkspace}</span>;
    case undefined:
      return <span>{texts.status.connecting}</span>;
  }
}

/** The pointer's position on the map; a click changes the notation of all positions. */
function PointerPosition() {
  const { stores } = useApp();
  const notation = useSettings((state) => state.notation);
  const pointer = useUi((state) => state.pointer);
  const next =
    displayNotations[(displayNotations.indexOf(notation) + 1) % displayNotations.length] ?? 'decimal';
  const [name, nextName] = [notationNames[notation], notationNames[next]];
  return (
    <button
      type="button"
      className={styles.position}
      title={texts.status.positionHint(name, nextName)}
      aria-label={texts.status.position(name)}
      onClick={() => stores.settings.getState().change({ notation: next })}
    >
      {pointer ? formatPosition(pointer) : texts.status.noPosition(name)}
    </button>
  );
}

const notationNames: Readonly<Record<DisplayNotation, string>> = {
  decimal: texts.status.notations.decimal,
  dms: texts.status.notations.dms,
  dm: texts.status.notations.dm,
  mgrs: texts.status.notations.mgrs,
  utm: texts.status.notations.utm,
};

/** The button of the status bar that names the conditions that work goes on under; a click explains them. */
function ConditionsButton() {
  const conditions = useNotices().filter((notice) => notice.kind === 'condition');
  const [first, ...others] = conditions;
  const texts = conditions.map(({ text }) => text);
  return (
    <>
      <VisuallyHidden role="status">{texts.join(' ')}</VisuallyHidden>
      {first === undefined ? null : (
        <Popover position="top-end" width={320} withArrow>
          <Popover.Target>
            <button type="button" className={styles.conditions} title={texts.join('\n')}>
              <IconAlertTriangle size={13} aria-hidden />
              {others.length === 0 ? first.label : `${first.label} + ${others.length}`}
            </button>
          </Popover.Target>
          <Popover.Dropdown className={styles.conditionTexts}>
            {conditions.map(({ text, details }) => (
              <p key={text}>
                <FailureText failure={{ message: text, details }} />
              </p>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
