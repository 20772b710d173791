import { describeChange, summarizeChanges } from '../../../../shared/orders/order-changes.ts';
import type { OrderNewsItem } from '../../../../shared/orders/order-news.ts';
import { useApp } from '../../../app/app-context.tsx';
import { markNewsSeen, showOrder } from '../../../commands/order-follow-commands.ts';
import { formatCount, formatUtc } from '../../../components/format.ts';
import { Note } from '../../../components/note.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import styles from './follow.module.css';
import { useOrderNews } from './use-order-news.ts';

/** So many changes are listed one by one; all are counted. */
const listedChanges = 6;

/** What changed while Sightline was closed, and since: summed up, then one by one, until it has been looked at. */
export function OrderNewsNote() {
  const app = useApp();
  const news = useOrderNews();
  if (news.length === 0) return null;
  const whileClosed = news.filter((item) => item.whileClosed);
  const since = news.filter((item) => !item.whileClosed);
  const latest = news.slice(-listedChanges).reverse();
  return (
    <Note>
      <section aria-label="News of orders">
        <Summary title="While Sightline was closed" items={whileClosed} />
        <Summary title={whileClosed.length > 0 ? 'Since then' : 'Since you last looked'} items={since} />
        <ul className={styles.news}>
          {latest.map(({ change, noticedAt }) => {
            const { title, body } = describeChange(change);
            return (
              <li key={`${change.orderId} ${noticedAt} ${change.kind}`}>
                <TextButton
                  title={`Noticed ${formatUtc(noticedAt)}`}
                  onClick={() => showOrder(app, change.orderId)}
                >
                  {title}
                </TextButton>
                : {body}
              </li>
            );
          })}
        </ul>
        {news.length > latest.length && (
          <div className="muted">and {formatCount(news.length - latest.length)} earlier</div>
        )}
        <TextButton onClick={() => void markNewsSeen(app, null)}>Mark as seen</TextButton>
      </section>
    </Note>
  );
}

function Summary({ title, items }: { readonly title: string; readonly items: readonly OrderNewsItem[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <strong>{title}:</strong> {summarizeChanges(items.map(({ change }) => change)).join(' · ')}
    </div>
  );
}
