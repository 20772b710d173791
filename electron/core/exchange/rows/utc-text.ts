import { parseInstant } from '../../workspace/ingest/parse-instant.ts';

/** A date and a time of day, with the digits of its second that the record has. */
const isoParts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(Z?)$/i;

/**
 * The text of a time with `Z`, since programs read one without a zone as their local time; one with an offset in UTC. Text
 * that is no time stays as it is, like a day without a time.
 */
export function utcText(text: string | null): string | null {
  const instant = parseInstant(text);
  if (text === null || !instant || !/[T:]/i.test(text)) return text;
  const [, date, time] = isoParts.exec(text.trim()) ?? [];
  return date === undefined ? instant.iso : `${date}T${time}Z`;
}
