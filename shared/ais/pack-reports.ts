import type { AisPosition } from './contact.ts';

/** Numbers of a report: time, longitude, latitude, speed, course, heading; NaN for what is not known. */
const members = 6;

/** Reports of one contact as bytes, little endian. */
export function packReports(reports: readonly AisPosition[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(reports.length * members * 8));
  for (const [index, report] of reports.entries()) {
    const numbers = [
      report.timeMs,
      report.longitude,
      report.latitude,
      report.speedKnots ?? Number.NaN,
      report.courseDegrees ?? Number.NaN,
      report.headingDegrees ?? Number.NaN,
    ];
    for (const [at, number] of numbers.entries()) view.setFloat64((index * members + at) * 8, number, true);
  }
  return new Uint8Array(view.buffer);
}

/** The reports in bytes of `packReports` from one time to another, both included; a part of a report is left out. */
export function unpackReports(
  identifier: string,
  bytes: Uint8Array,
  fromMs = Number.NEGATIVE_INFINITY,
  toMs = Number.POSITIVE_INFINITY,
): AisPosition[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reports: AisPosition[] = [];
  for (let at = 0; at + members * 8 <= bytes.byteLength; at += members * 8) {
    const timeMs = view.getFloat64(at, true);
    if (!(timeMs >= fromMs && timeMs <= toMs)) continue;
    const optional = (index: number) => {
      const number = view.getFloat64(at + index * 8, true);
      return Number.isNaN(number) ? null : number;
    };
    reports.push({
      identifier,
      timeMs,
      longitude: view.getFloat64(at + 8, true),
      latitude: view.getFloat64(at + 16, true),
      speedKnots: optional(3),
      courseDegrees: optional(4),
      headingDegrees: optional(5),
    });
  }
  return reports;
}
