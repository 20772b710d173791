import { useState } from 'react';
import { formatUtc } from '../../../../shared/format.ts';
import { readTypedTime } from '../../../../shared/relative-time.ts';
import { relativeChange, resolveFilterTime } from '../../../../shared/results/relative-filter.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { UtcInput } from '../../../ui/utc-input.tsx';
import { texts } from '../texts.ts';
import styles from './filter.module.css';

const lastDays = [1, 3, 7, 30] as const;

/** Sets the collection time to the days before now; the fields below show from which time on. */
export function LastDays() {
  const { stores } = useApp();
  const filter = () => stores.results.getState().filter;
  return (
    <div className={styles.lastDays}>
      <span>{texts.fields.lastDays}</span>
      {lastDays.map((days) => (
        <TextButton
          key={days}
          onClick={() =>
            stores.results.getState().setFilter({
              ...relativeChange(filter(), 'collectedFrom', lastText(days), Date.now()),
              collectedTo: undefined,
            })
          }
        >
          {texts.fields.days(days)}
        </TextButton>
      ))}
    </div>
  );
}

const lastText = (days: number) => `last ${days} days`;

/** Filters by one bound of a time field. A time relative to now is shown as the time that it means. */
export function TimeFilter({
  member,
  label,
}: {
  readonly member: 'collectedFrom' | 'collectedTo' | 'uploadedFrom' | 'uploadedTo';
  readonly label: string;
}) {
  const { stores } = useApp();
  const time = useResults((state) => state.filter[member]);
  const [typed, setTyped] = useState(() => timeText(time));
  const [shown, setShown] = useState(time);
  if (time !== shown) {
    setShown(time);
    setTyped(timeText(time));
  }
  const parsed = readTypedTime(typed, Date.now());
  return (
    <UtcInput
      label={label}
      value={typed}
      staysRelative
      isEnd={member === 'collectedTo' || member === 'uploadedTo'}
      error={typed.trim() === '' || parsed.ok ? undefined : parsed.failure.message}
      onChange={(text) => {
        setTyped(text);
        const instant = readTypedTime(text, Date.now());
        if (!instant.ok && text.trim() !== '') return;
        const value = instant.ok ? Date.parse(instant.value) : undefined;
        setShown(value);
        const { filter, setFilter } = stores.results.getState();
        setFilter({ [member]: value, ...relativeChange(filter, member, text, Date.now()) });
      }}
      onBlur={() => {
        if (resolveFilterTime(typed, Date.now()) !== undefined) setTyped(timeText(time));
      }}
    />
  );
}

function timeText(time: number | undefined): string {
  return time === undefined ? '' : formatUtc(time, { zone: false }).slice(0, 16);
}
