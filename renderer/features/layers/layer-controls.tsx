import { SegmentedControl } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useLayers } from '../../context/use-stores.ts';
import type { FootprintChoice, GraticuleKind, LayerItem } from '../../stores/layers-store.ts';
import styles from './layers.module.css';
import { texts } from './texts.ts';

const graticules: readonly { readonly value: GraticuleKind; readonly label: string }[] = [
  { value: 'degrees', label: texts.controls.degrees },
  { value: 'mgrs', label: texts.controls.mgrs },
];
const footprintChoices: readonly { readonly value: FootprintChoice; readonly label: string }[] = [
  { value: 'all', label: texts.controls.allFootprints },
  { value: 'whole', label: texts.controls.footprintsInView },
];

/** Additional settings of a visible layer. */
export function LayerControls({ layer: { id, visible } }: { readonly layer: LayerItem }) {
  if (!visible) return null;
  if (id === 'graticule') return <GraticuleChoice />;
  if (id === 'footprints') return <FootprintsChoice />;
  return null;
}

function GraticuleChoice() {
  const { layers } = useApp().stores;
  const graticule = useLayers((state) => state.graticule);
  return (
    <SegmentedControl
      className={styles.choice}
      aria-label={texts.controls.graticule}
      data={[...graticules]}
      value={graticule}
      onChange={(value) => layers.getState().setGraticule(value)}
    />
  );
}

function FootprintsChoice() {
  const { layers } = useApp().stores;
  const footprints = useLayers((state) => state.footprints);
  return (
    <SegmentedControl
      className={styles.choice}
      aria-label={texts.controls.footprints}
      data={[...footprintChoices]}
      value={footprints}
      onChange={(value) => layers.getState().setFootprints(value)}
    />
  );
}
