import { formatDecimalDegrees, formatDms } from '../../../shared/geo/coordinates.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { formatMgrs } from '../../../shared/geo/mgrs.ts';
import { useApp } from '../../app/app-context.tsx';
import { useUi } from '../../app/use-stores.ts';
import type { CoordinateFormat } from '../../stores/ui-store.ts';
import styles from './status-bar.module.css';

const order: readonly CoordinateFormat[] = ['decimal', 'dms', 'mgrs'];
const names = { decimal: 'decimal degrees', dms: 'degrees, minutes, seconds', mgrs: 'MGRS' } as const;

/** Where the pointer is on the map; a press changes the notation. */
export function PointerPosition() {
  const { stores } = useApp();
  const format = useUi((state) => state.coordinateFormat);
  const pointer = useUi((state) => state.pointer);
  const next = order[(order.indexOf(format) + 1) % order.length] ?? 'decimal';
  return (
    <button
      type="button"
      className={styles.position}
      title={`In ${names[format]}. Press for ${names[next]}.`}
      aria-label={`Pointer position in ${names[format]}`}
      onClick={() => stores.ui.getState().setCoordinateFormat(next)}
    >
      {pointer ? formatPosition(pointer, format) : `– ${names[format]} –`}
    </button>
  );
}

function formatPosition(position: LonLat, format: CoordinateFormat): string {
  switch (format) {
    case 'decimal':
      return formatDecimalDegrees(position);
    case 'dms':
      return formatDms(position);
    case 'mgrs':
      return formatMgrs(position) ?? 'outside MGRS (polar)';
  }
}
