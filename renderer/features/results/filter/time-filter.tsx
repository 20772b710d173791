import { useState } from 'react';
import { formatUtc } from '../../../../shared/format.ts';
import { parseUtcInput } from '../../../../shared/parse-utc-input.ts';
import { readRelativeTime } from '../../../../shared/relative-time.ts';
import { type Result, succeed } from '../../../../shared/result.ts';
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
  return (
    <div className={styles.lastDays}>
      <span>{texts.fields.lastDays}</span>
      {lastDays.map((days) => (
        <TextButton
          key={days}
          onClick={() =>
            stores.results.getState().setFilter({ collectedFrom: startOfLast(days), collectedTo: undefined })
          }
        >
          {texts.fields.days(days)}
        </TextButton>
      ))}
    </div>
  );
}

const minuteMs = 60_000;

function startOfLast(days: number): number {
  return Math.floor(Date.now() / minuteMs) * minuteMs - days * 86_400_000;
}

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
  const parsed = readTime(typed);
  return (
    <UtcInput
      label={label}
      value={typed}
      isEnd={member === 'collectedTo' || member === 'uploadedTo'}
      error={typed.trim() === '' || parsed.ok ? undefined : parsed.failure.message}
      onChange={(text) => {
        setTyped(text);
        const instant = readTime(text);
        if (!instant.ok && text.trim() !== '') return;
        const value = instant.ok ? Date.parse(instant.value) : undefined;
        setShown(value);
        stores.results.getState().setFilter({ [member]: value });
      }}
      onBlur={() => {
        if (readRelativeTime(typed, Date.now()) !== undefined) setTyped(timeText(time));
      }}
    />
  );
}

function readTime(text: string): Result<string> {
  const relative = readRelativeTime(text, Date.now());
  return relative === undefined
    ? parseUtcInput(text)
    : succeed(new Date(Math.floor(relative / minuteMs) * minuteMs).toISOString());
}

function timeText(time: number | undefined): string {
  return time === undefined ? '' : formatUtc(time, { zone: false }).slice(0, 16);
}
