import { formatUtc } from '../../../shared/format.ts';
import { blankRange, type DraftRange } from '../../../shared/orders/draft/order-draft.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import type { OrderFormProps } from './form-fields.ts';
import { LocalTime } from './local-time.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** The time ranges to order for, past or future, in UTC. */
export function RangesField({ draft, change, problemOf, markTouched }: OrderFormProps) {
  const { ranges } = draft;
  const replace = (index: number, changed: Partial<DraftRange>) =>
    change({
      ranges: ranges.map((range, position) => (position === index ? { ...range, ...changed } : range)),
    });
  const several = ranges.length > 1;
  return (
    <fieldset className={styles.fieldset} data-field="ranges">
      <legend>{texts.form.ranges}</legend>
      {ranges.map((range, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range has no identity but its position
        <div key={index} className={styles.range}>
          {(['from', 'to'] as const).map((end) => (
            <div key={end} data-field={`ranges.${index}.${end}`}>
              <UtcInput
                label={texts.form.rangeEnd(end, several ? index + 1 : null)}
                value={range[end]}
                isEnd={end === 'to'}
                error={problemOf(`ranges.${index}.${end}`) ?? undefined}
                onChange={(text) => replace(index, { [end]: text })}
                onBlur={() => markTouched(`ranges.${index}.${end}`)}
              />
              <LocalTime typed={range[end]} />
            </div>
          ))}
          {several && (
            <TextButton
              onClick={() => change({ ranges: ranges.filter((_, position) => position !== index) })}
            >
              {texts.form.removeRange(index + 1)}
            </TextButton>
          )}
        </div>
      ))}
      <div className={styles.links}>
        {rangePresets.map((preset) => (
          <TextButton
            key={preset.label}
            onClick={() => replace(ranges.length - 1, rangeOfPreset(preset, Date.now()))}
          >
            {preset.label}
          </TextButton>
        ))}
        <TextButton onClick={() => change({ ranges: [...ranges, blankRange] })}>
          {texts.form.addRange}
        </TextButton>
      </div>
      {problemOf('ranges') !== null && <p className={styles.error}>{problemOf('ranges')}</p>}
    </fieldset>
  );
}

const dayMs = 86_400_000;

/** Spans of days around now that the order form offers. */
export const rangePresets = [
  { label: texts.form.presets.lastWeek, fromDay: -7, toDay: 0 },
  { label: texts.form.presets.lastMonth, fromDay: -30, toDay: 0 },
  { label: texts.form.presets.nextMonth, fromDay: 0, toDay: 30 },
] as const;

type RangePreset = { readonly fromDay: number; readonly toDay: number };

/** The typed range of a preset, UTC to the second; `now` in epoch milliseconds. */
export function rangeOfPreset({ fromDay, toDay }: RangePreset, now: number): Pick<DraftRange, 'from' | 'to'> {
  return { from: formatUtc(now + fromDay * dayMs), to: formatUtc(now + toDay * dayMs) };
}
