import { blankRange, type DraftRange } from '../../../shared/orders/order-draft.ts';
import { TextButton } from '../../components/text-button.tsx';
import { UtcInput } from '../../components/utc-input.tsx';
import type { FormPart } from './form-fields.ts';
import { LocalTime } from './local-time.tsx';
import styles from './orders.module.css';

const presets = [
  { label: 'Last 7 days', fromDay: -7, toDay: 0 },
  { label: 'Last 30 days', fromDay: -30, toDay: 0 },
  { label: 'Next 30 days', fromDay: 0, toDay: 30 },
] as const;

/** The time ranges to order for, past or future, in UTC. */
export function RangesField({ draft, change, problemOf, leave }: FormPart) {
  const { ranges } = draft;
  const replace = (index: number, changed: Partial<DraftRange>) =>
    change({ ranges: ranges.map((range, place) => (place === index ? { ...range, ...changed } : range)) });
  const several = ranges.length > 1;
  return (
    <fieldset className={styles.fieldset} data-field="ranges">
      <legend>Time ranges, past or future</legend>
      {ranges.map((range, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range is nothing but its place and its two texts
        <div key={index} className={styles.range}>
          {(['from', 'to'] as const).map((end) => (
            <div key={end} data-field={`ranges.${index}.${end}`}>
              <UtcInput
                label={`${end === 'from' ? 'From' : 'To'}${several ? ` ${index + 1}` : ''} (UTC)`}
                value={range[end]}
                error={problemOf(`ranges.${index}.${end}`) ?? undefined}
                onChange={(text) => replace(index, { [end]: text })}
                onBlur={() => leave(`ranges.${index}.${end}`)}
              />
              <LocalTime typed={range[end]} />
            </div>
          ))}
          {several && (
            <TextButton onClick={() => change({ ranges: ranges.filter((_, place) => place !== index) })}>
              Remove range {index + 1}
            </TextButton>
          )}
        </div>
      ))}
      <div className={styles.links}>
        {presets.map(({ label, fromDay, toDay }) => (
          <TextButton
            key={label}
            onClick={() =>
              replace(ranges.length - 1, { from: dayFromToday(fromDay), to: dayFromToday(toDay) })
            }
          >
            {label}
          </TextButton>
        ))}
        <TextButton onClick={() => change({ ranges: [...ranges, blankRange] })}>Add a range</TextButton>
      </div>
      {problemOf('ranges') !== null && <p className={styles.error}>{problemOf('ranges')}</p>}
    </fieldset>
  );
}

/** The UTC date so many days from today, `YYYY-MM-DD`; as a time it is that day's start. */
function dayFromToday(days: number): string {
  const today = new Date();
  today.setUTCDate(today.getUTCDate() + days);
  return today.toISOString().slice(0, 10);
}
