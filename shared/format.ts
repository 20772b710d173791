const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A count with thousands separators: `371,115`. */
export function formatCount(count: number): string {
  return integers.format(count);
}

/** How many of all are shown: `12 of 40`, or `40` when all are. */
export function formatShown(shown: number, all: number): string {
  return shown === all ? formatCount(all) : `${formatCount(shown)} of ${formatCount(all)}`;
}

/** A count and its noun: `1 record`, `2,000 records`. */
export function formatQuantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** Bytes in the largest decimal unit that leaves at least one whole: `1.3 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${oneDecimal.format(value)} ${units[unit]}`;
}

/** Square metres as square kilometres, with decimals only below 100 km²: `41,208 km²`, `3.2 km²`. */
export function formatSquareKilometres(squareMetres: number): string {
  const value = squareMetres / 1e6;
  if (value >= 100) return `${integers.format(value)} km²`;
  if (value >= 1) return `${oneDecimal.format(value)} km²`;
  return `${value.toPrecision(2)} km²`;
}

/** Time that is left, in hours and minutes, rounded down: `7 h 41 m`, `4 m`, `less than a minute`. */
export function formatTimeLeft(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'less than a minute';
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} m` : `${hours} h ${minutes % 60} m`;
}

/**
 * Formats a UTC instant as `2026-11-18 21:14:07Z`, without `Z` where a heading states UTC. Invalid text is returned
 * unchanged.
 */
export function formatUtc(instant: string | number, { zone = true } = {}): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) return String(instant);
  return `${time.toISOString().slice(0, 19).replace('T', ' ')}${zone ? 'Z' : ''}`;
}

/** A length on the ground: `842 m`, `12.35 km`, `1,204.6 km`. */
export function formatMetres(metres: number): string {
  if (metres < 1000) return `${integers.format(metres)} m`;
  const kilometres = metres / 1000;
  const decimals = kilometres < 100 ? 2 : 1;
  return `${kilometres.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })} km`;
}
