import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { formatCount } from '../../../../shared/format.ts';
import { describeOrderChange, summarizeOrderChanges } from '../../../../shared/orders/list/order-changes.ts';
import {
  type AccountChoice,
  type OrderListItem,
  type OrderListSort,
  orderListChoices,
  ownOrders,
} from '../../../../shared/orders/list/order-list-filter.ts';
import {
  lastNotifications,
  type OrderNotification,
} from '../../../../shared/orders/list/order-notification.ts';
import { describeOrderState } from '../../../../shared/orders/list/order-timeline.ts';
import { analyticDisplayName } from '../../../../shared/results/analytics.ts';
import { shortId } from '../../../../shared/short-id.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useTipWithKey } from '../../../context/command-key.tsx';
import { showOrder } from '../../../context/show-order.ts';
import { useOrderListStore } from '../../../context/use-stores.ts';
import { Note } from '../../../ui/note.tsx';
import { TextButton } from '../../../ui/text-button.tsx';
import { markNotificationsSeen } from '../order-tracking-commands.ts';
import { texts } from '../texts.ts';
import styles from './tracking.module.css';
import { useOrderNotifications } from './use-order-notifications.ts';

const sorts: readonly { readonly value: string; readonly label: string; readonly sort: OrderListSort }[] = [
  { value: 'newest', label: texts.sorts.newest, sort: { field: 'created', order: 'DESC' } },
  { value: 'oldest', label: texts.sorts.oldest, sort: { field: 'created', order: 'ASC' } },
  { value: 'changed', label: texts.sorts.changed, sort: { field: 'changed', order: 'DESC' } },
  { value: 'waiting', label: texts.sorts.waiting, sort: { field: 'changed', order: 'ASC' } },
  { value: 'name', label: texts.sorts.name, sort: { field: 'name', order: 'ASC' } },
  { value: 'state', label: texts.sorts.state, sort: { field: 'state', order: 'ASC' } },
];

/** The choice value of orders without a state. */
const noState = '';

/** Searches, filters and sorts the list, and shows it on the map. */
export function OrderListTools({ items }: { readonly items: readonly OrderListItem[] }) {
  const { stores } = useApp();
  const { setFilter, setSort, setOnMap } = stores.orderList.getState();
  const filter = useOrderListStore((state) => state.filter);
  const sort = useOrderListStore((state) => state.sort);
  const onMap = useOrderListStore((state) => state.onMap);
  const onMapTip = useTipWithKey(texts.tools.onMapHint, 'orders.toggle-map');
  const choices = orderListChoices(items);
  return (
    <search className={styles.tools} aria-label={texts.tools.label}>
      <TextInput
        aria-label={texts.tools.search}
        placeholder={texts.tools.searchExample}
        value={filter.text}
        onChange={(event) => setFilter({ text: event.currentTarget.value })}
      />
      <MultiSelect
        aria-label={texts.tools.states}
        placeholder={filter.states.length > 0 ? '' : texts.tools.anyState}
        data={withChosen(
          choices.states.map(({ state, count }) => ({
            value: state ?? noState,
            label: `${stateLabel(state)} (${formatCount(count)})`,
          })),
          filter.states.map((state) => ({ value: state ?? noState, label: stateLabel(state) })),
        )}
        value={filter.states.map((state) => state ?? noState)}
        onChange={(states) =>
          setFilter({ states: states.map((state) => (state === noState ? null : state)) })
        }
      />
      <MultiSelect
        aria-label={texts.tools.analytics}
        placeholder={filter.analytics.length > 0 ? '' : texts.tools.anyAnalytic}
        data={withChosen(
          choices.analytics.map(({ analytic, count }) => ({
            value: analytic,
            label: `${analyticDisplayName(analytic)} (${formatCount(count)})`,
          })),
          filter.analytics.map((analytic) => ({ value: analytic, label: analyticDisplayName(analytic) })),
        )}
        value={[...filter.analytics]}
        onChange={(analytics) => setFilter({ analytics })}
      />
      <MultiSelect
        aria-label={texts.tools.owners}
        placeholder={filter.owners.length > 0 ? '' : texts.tools.anyOwner}
        data={withChosen(
          [
            ...(choices.ownCount === null
              ? []
              : [{ value: ownOrders, label: `${texts.tools.mine} (${formatCount(choices.ownCount)})` }]),
            ...choices.owners.map(accountChoice),
          ],
          filter.owners.map((id) => ({
            value: id,
            label: id === ownOrders ? texts.tools.mine : shortId(id),
          })),
        )}
        value={[...filter.owners]}
        onChange={(owners) => setFilter({ owners })}
      />
      <MultiSelect
        aria-label={texts.tools.customers}
        placeholder={filter.customers.length > 0 ? '' : texts.tools.anyCustomer}
        data={withChosen(
          choices.customers.map(accountChoice),
          filter.customers.map((id) => ({ value: id, label: shortId(id) })),
        )}
        value={[...filter.customers]}
        onChange={(customers) => setFilter({ customers })}
      />
      <div className={styles.toolsEnd}>
        <Select
          aria-label={texts.tools.sort}
          className={styles.sort}
          allowDeselect={false}
          data={sorts.map(({ value, label }) => ({ value, label }))}
          value={sorts.find((each) => isSameSort(each.sort, sort))?.value ?? null}
          onChange={(value) => setSort(sorts.find((each) => each.value === value)?.sort ?? sort)}
        />
        <Switch
          label={texts.tools.onMap}
          title={onMapTip}
          checked={onMap}
          onChange={(event) => setOnMap(event.currentTarget.checked)}
        />
      </div>
    </search>
  );
}

type Choice = { readonly value: string; readonly label: string };

function accountChoice({ id, name, count }: AccountChoice): Choice {
  return { value: id, label: `${name || shortId(id)} (${formatCount(count)})` };
}

/** The choices plus selected values that no order has any more, so that they can be removed. */
function withChosen(choices: readonly Choice[], chosen: readonly Choice[]): Choice[] {
  return [...choices, ...chosen.filter(({ value }) => !choices.some((choice) => choice.value === value))];
}

function stateLabel(state: string | null): string {
  return state === null ? texts.tools.noState : describeOrderState(state).label;
}

function isSameSort(one: OrderListSort, other: OrderListSort): boolean {
  return one.field === other.field && one.order === other.order;
}

/** Maximum number of changes listed one by one. */
const maxListedChanges = 6;

/** Changed orders, those of while Sightline was closed and since: a summary, then each, until marked as seen. */
export function OrderNotificationsNote() {
  const app = useApp();
  const notifications = lastNotifications(useOrderNotifications());
  if (notifications.length === 0) return null;
  const whileClosed = notifications.filter((item) => item.whileClosed);
  const since = notifications.filter((item) => !item.whileClosed);
  const latest = notifications.slice(-maxListedChanges).reverse();
  return (
    <Note>
      <section aria-label={texts.notifications.label}>
        <Summary title={texts.notifications.whileClosed} items={whileClosed} />
        <Summary
          title={whileClosed.length > 0 ? texts.notifications.sinceThen : texts.notifications.sinceVisit}
          items={since}
        />
        <ul className={styles.notifications}>
          {latest.map(({ change, noticedAt }) => {
            const { title, body } = describeOrderChange(change);
            return (
              <li key={`${change.orderId} ${noticedAt} ${change.kind}`}>
                <TextButton
                  title={texts.notifications.noticed(noticedAt)}
                  onClick={() => showOrder(app, change.orderId)}
                >
                  {title}
                </TextButton>
                : {body}
              </li>
            );
          })}
        </ul>
        {notifications.length > latest.length && (
          <div className="muted">{texts.notifications.earlier(notifications.length - latest.length)}</div>
        )}
        <TextButton onClick={() => void markNotificationsSeen(app, null)}>
          {texts.notifications.markSeen}
        </TextButton>
      </section>
    </Note>
  );
}

function Summary({ title, items }: { readonly title: string; readonly items: readonly OrderNotification[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <strong>{title}:</strong> {summarizeOrderChanges(items.map(({ change }) => change)).join(' · ')}
    </div>
  );
}
