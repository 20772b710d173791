import { useState } from 'react';
import { formatUtc } from '../../../../shared/format.ts';
import { parseUtcInput } from '../../../../shared/parse-utc-input.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useResults } from '../../../context/use-stores.ts';
import { UtcInput } from '../../../ui/utc-input.tsx';

/** Filters by one bound of a time field. */
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
  const parsed = parseUtcInput(typed);
  return (
    <UtcInput
      label={label}
      value={typed}
      error={typed.trim() === '' || parsed.ok ? undefined : parsed.failure.message}
      onChange={(text) => {
        setTyped(text);
        const instant = parseUtcInput(text);
        if (!instant.ok && text.trim() !== '') return;
        const value = instant.ok ? Date.parse(instant.value) : undefined;
        setShown(value);
        stores.results.getState().setFilter({ [member]: value });
      }}
    />
  );
}

function timeText(time: number | undefined): string {
  return time === undefined ? '' : formatUtc(time, { zone: false }).slice(0, 16);
}
