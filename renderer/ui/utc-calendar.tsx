import { DatePicker } from '@mantine/dates';

/** A calendar in which a date is chosen, `YYYY-MM-DD`; choosing it again clears it, the empty text. */
export function UtcCalendar({
  date,
  onChoose,
}: {
  readonly date: string | null;
  readonly onChoose: (date: string) => void;
}) {
  return (
    <DatePicker
      size="xs"
      value={date}
      {...(date ? { defaultDate: date } : {})}
      onChange={(chosen) => onChoose(chosen ?? '')}
    />
  );
}
