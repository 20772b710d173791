import type { changeDetectionTypes } from '../../../shared/orders/request/order-request.ts';
import { texts } from './texts.ts';

const changeTypes: Readonly<Record<(typeof changeDetectionTypes)[number], string>> = texts.changeTypes;
const timesOfDay: Readonly<Record<string, string>> = texts.timesOfDay;

/** A type of change in words; one that the service does not document as it is. */
export function changeTypeText(type: string): string {
  return Object.hasOwn(changeTypes, type) ? changeTypes[type as keyof typeof changeTypes] : type;
}

/** A time of day in words; one that the service does not document as it is. */
export function timeOfDayText(time: string): string {
  return (Object.hasOwn(timesOfDay, time) ? timesOfDay[time] : undefined) ?? time;
}
