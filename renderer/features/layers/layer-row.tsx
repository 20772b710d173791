import { ActionIcon, SegmentedControl, Slider, Tooltip } from '@mantine/core';
import { IconFocusCentered, IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreas } from '../../context/use-live-queries.ts';
import { useOrderItems } from '../../context/use-order-list.ts';
import { useLayers, useWorkspace } from '../../context/use-stores.ts';
import { mapColorsOf, type SchemeColors } from '../../map/map-colors.ts';
import type { FootprintChoice, GraticuleKind, LayerItem, LayerStatus } from '../../stores/layers-store.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import type { Loadable } from '../../ui/loadable.ts';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import { canZoomToLayer, zoomToLayer } from './layer-commands.ts';
import styles from './layers.module.css';
import { texts } from './texts.ts';

/** A layer in the list: visibility, opacity, status, and a handle for moving it. */
export function MapLayerRow({
  layer,
  onMove,
  dragged,
  onDrag,
}: {
  readonly layer: LayerItem;
  /** Moves the layer by one: −1 up, 1 down. */
  onMove(steps: -1 | 1): void;
  /** The layer that is being dragged. */
  readonly dragged: string | null;
  onDrag(id: string | null): void;
}) {
  const app = useApp();
  const { setVisible, move } = app.stores.layers.getState();
  const [edge, setEdge] = useState<'above' | 'below' | null>(null);
  const { id, name, visible } = layer;

  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }

  function onDragOver(event: DragEvent<HTMLLIElement>) {
    if (dragged === null || dragged === id) return;
    event.preventDefault();
    const { top, height } = event.currentTarget.getBoundingClientRect();
    setEdge(event.clientY < top + height / 2 ? 'above' : 'below');
  }

  function onDrop(event: DragEvent) {
    event.preventDefault();
    if (dragged !== null && edge !== null) move(dragged, edge === 'above' ? { above: id } : { below: id });
    setEdge(null);
    onDrag(null);
  }

  return (
    <li
      className={styles.row}
      data-layer={id}
      data-edge={edge ?? undefined}
      data-dragged={dragged === id || undefined}
      // In the capture phase, because the slider handles the arrow keys.
      onKeyDownCapture={onKeyDown}
      onDragOver={onDragOver}
      onDragLeave={() => setEdge(null)}
      onDrop={onDrop}
    >
      <div className={styles.head}>
        <Tooltip label={texts.row.handleHint}>
          <button
            type="button"
            className={styles.handle}
            aria-label={texts.row.move(name)}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', name);
              onDrag(id);
            }}
            onDragEnd={() => onDrag(null)}
          >
            <IconGripVertical size={14} stroke={1.5} aria-hidden />
          </button>
        </Tooltip>
        <label className={styles.name}>
          <input
            type="checkbox"
            className="checkBox"
            checked={visible}
            onChange={(event) => setVisible(id, event.currentTarget.checked)}
          />
          <LayerSwatch layer={layer} />
          <span>{name}</span>
        </label>
        <LayerFactsText layer={layer} />
        {canZoomToLayer(app, layer) ? (
          <Tooltip label={texts.row.zoomTo(name)}>
            <ActionIcon
              className={styles.zoom}
              aria-label={texts.row.zoomTo(name)}
              onClick={() => zoomToLayer(app, layer)}
            >
              <IconFocusCentered size={14} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </div>
      {visible ? <Opacity layer={layer} /> : null}
      <LayerControls layer={layer} />
    </li>
  );
}

function Opacity({ layer: { id, name, opacity } }: { readonly layer: LayerItem }) {
  const { stores } = useApp();
  const percent = Math.round(opacity * 100);
  return (
    <div className={styles.opacity}>
      <Slider
        size="xs"
        min={0}
        max={100}
        step={5}
        label={null}
        value={percent}
        thumbLabel={texts.row.opacity(name)}
        onChange={(value) => stores.layers.getState().setOpacity(id, value / 100)}
      />
      <span className="muted numeric">{percent}%</span>
    </div>
  );
}

type SwatchKind = 'fill' | 'line' | 'text';

/** The symbols of layers with a single style; the legend on the map explains layers with several colors. */
const swatchStyles: Readonly<
  Record<string, { readonly kind: SwatchKind; readonly color: keyof SchemeColors }>
> = {
  basemap: { kind: 'fill', color: 'land' },
  graticule: { kind: 'line', color: 'graticuleSwatch' },
  places: { kind: 'text', color: 'place' },
  footprints: { kind: 'line', color: 'footprint' },
  areas: { kind: 'line', color: 'area' },
  labels: { kind: 'text', color: 'label' },
};

/** A small symbol of the layer as on the map. */
function LayerSwatch({ layer: { id, color } }: { readonly layer: LayerItem }) {
  const colors = mapColorsOf[useColorScheme()];
  const style = swatchStyles[id];
  if (!style && color === undefined) return <span className={styles.swatch} data-kind="many" aria-hidden />;
  const shown = style ? { kind: style.kind, color: String(colors[style.color]) } : { kind: 'fill', color };
  return (
    <span className={styles.swatch} data-kind={shown.kind} style={{ color: shown.color }} aria-hidden>
      {shown.kind === 'text' ? texts.row.labelSample : null}
    </span>
  );
}

const graticules: readonly { readonly value: GraticuleKind; readonly label: string }[] = [
  { value: 'degrees', label: texts.controls.degrees },
  { value: 'mgrs', label: texts.controls.mgrs },
];
const footprintChoices: readonly { readonly value: FootprintChoice; readonly label: string }[] = [
  { value: 'all', label: texts.controls.allFootprints },
  { value: 'whole', label: texts.controls.footprintsInView },
];

/** Additional settings of a visible layer. */
function LayerControls({ layer: { id, visible } }: { readonly layer: LayerItem }) {
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

/** A layer's feature count, loading state or problem. */
function LayerFactsText({ layer }: { readonly layer: LayerItem }) {
  switch (layer.id) {
    case 'detections':
      return <DetectionFacts />;
    case 'areas':
      return <AreaFacts />;
    case 'orders':
      return <OrderFacts />;
    default:
      return <ReportedFacts layer={layer} />;
  }
}

function DetectionFacts() {
  return (
    <Facts
      facts={factsOf(
        useWorkspace((state) => state.feed),
        ({ count }) => count,
      )}
    />
  );
}

function AreaFacts() {
  return <Facts facts={factsOf(useAreas(), ({ length }) => length)} />;
}

function OrderFacts() {
  return <Facts facts={{ count: useOrderItems().shown.length }} />;
}

function ReportedFacts({ layer }: { readonly layer: LayerItem }) {
  const facts = useLayers((state) => state.statuses[layer.id]);
  return <Facts facts={facts ?? {}} detail={layer.detail} />;
}

function factsOf<T>(content: Loadable<T>, countOf: (value: T) => number): LayerStatus {
  switch (content.state) {
    case 'ready':
      return { count: countOf(content.value) };
    case 'loading':
      return { isLoading: true };
    case 'failed':
      return { problem: content };
    case 'none':
      return {};
  }
}

function Facts({ facts, detail }: { readonly facts: LayerStatus; readonly detail?: string | undefined }) {
  const { count, skipped = 0, isLoading = false, problem } = facts;
  const text = isLoading
    ? texts.facts.loading
    : count === undefined
      ? detail
      : count === 0
        ? texts.facts.none
        : formatCount(count);
  return (
    <>
      {text === undefined ? null : <span className={styles.facts}>{text}</span>}
      {skipped > 0 ? <span className={styles.more}>{texts.facts.unreadable(skipped)}</span> : null}
      {problem === undefined ? null : (
        <span className={styles.more} role="alert">
          <FailureText failure={problem} />
        </span>
      )}
    </>
  );
}
