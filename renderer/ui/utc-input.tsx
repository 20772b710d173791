import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { formatUtc } from '../../shared/format.ts';
import { readRelativeTime, readTypedTime } from '../../shared/relative-time.ts';
import styles from './components.module.css';
import { lazyComponent } from './lazy-component.tsx';
import { LoadingState } from './loading-state.tsx';

const UtcCalendar = lazyComponent(
  async () => (await import('./utc-calendar.tsx')).UtcCalendar,
  <LoadingState label="Loading the calendar…" />,
);

const below: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/**
 * An input for a UTC time. It is typed, such as `2026-11-20 08:00` or `now - 3d`, or its date is chosen from a calendar.
 * The value is the typed text; see `readTypedTime`. A relative time becomes the one it means when the field is left, so
 * that what is saved is what is shown.
 */
export function UtcInput({
  label,
  labelHidden = false,
  value,
  error,
  isEnd = false,
  staysRelative = false,
  onChange,
  onBlur,
}: {
  readonly label: string;
  /** The label is only for screen readers. */
  readonly labelHidden?: boolean;
  readonly value: string;
  readonly error: string | undefined;
  /** Whether it is the end of a time range: of a date alone the field states that the day is not part of it. */
  readonly isEnd?: boolean;
  /** The caller stores a relative time as it is typed. */
  readonly staysRelative?: boolean;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}) {
  const [opened, setOpened] = useState(false);
  const now = Date.now();
  const instant = readTypedTime(value, now);
  const meant =
    instant.ok && readRelativeTime(value, now) !== undefined
      ? formatUtc(instant.value, { zone: false }).slice(0, 16)
      : undefined;
  const hint =
    meant !== undefined
      ? `Means ${meant} UTC.`
      : isEnd && instant.ok && !/\d\d:\d\d/.test(value)
        ? 'Ends at 00:00: this day is not included.'
        : undefined;
  const date = instant.ok ? instant.value.slice(0, 10) : null;
  return (
    <TextInput
      {...(labelHidden ? { 'aria-label': label } : { label })}
      placeholder="YYYY-MM-DD"
      value={value}
      error={error}
      {...(hint === undefined ? {} : { description: hint, inputWrapperOrder: below })}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        if (meant !== undefined && !staysRelative) onChange(meant);
        onBlur?.();
      }}
      rightSection={
        <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon aria-label={`Choose a date for ${label}`} onClick={() => setOpened(!opened)}>
              <IconCalendar size={15} stroke={1.5} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown className={styles.calendar}>
            <UtcCalendar
              date={date}
              onChoose={(chosen) => {
                onChange(chosen);
                setOpened(false);
              }}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
