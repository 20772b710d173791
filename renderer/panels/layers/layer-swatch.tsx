import { mapColors } from '../../map/map-colors.ts';
import type { LayerItem } from '../../stores/layers-store.ts';
import styles from './layers.module.css';

type Look = { readonly kind: 'fill' | 'line' | 'dashed' | 'dot' | 'text'; readonly color: string };

/** Layers that have one look; those of many colours are explained by the legend on the map. */
const looks: Readonly<Record<string, Look>> = {
  basemap: { kind: 'fill', color: mapColors.land },
  graticule: { kind: 'line', color: '#5f6d7a' },
  places: { kind: 'text', color: mapColors.place },
  footprints: { kind: 'line', color: mapColors.footprint },
  areas: { kind: 'line', color: mapColors.area },
  labels: { kind: 'text', color: '#e6ebf0' },
};

/** What the layer looks like on the map, in small. */
export function LayerSwatch({ layer: { id, color } }: { readonly layer: LayerItem }) {
  const look = looks[id] ?? (color === undefined ? undefined : ({ kind: 'fill', color } as const));
  if (!look) return <span className={styles.swatch} data-kind="many" aria-hidden />;
  return (
    <span className={styles.swatch} data-kind={look.kind} style={{ color: look.color }} aria-hidden>
      {look.kind === 'text' ? 'Aa' : null}
    </span>
  );
}
