import { createStore } from 'zustand/vanilla';
import type { BoundingBox } from '../../shared/geo/geometry.ts';

/** The headings under which layers are listed, from top to bottom. */
export type LayerSection = 'results' | 'sensors' | 'areas' | 'basemap';

/** A layer that can be shown, as its part of the app offers it. */
export type LayerOffer = {
  /** As in the map's layer stack. */
  readonly id: string;
  readonly name: string;
  readonly section: LayerSection;
  /** The layer it lies directly below until the user moves it; null: on top of all. */
  readonly below: string | null;
  /** At first; true unless given. */
  readonly visible?: boolean;
  /** At first, 0…1; 1 unless given. */
  readonly opacity?: number;
  /** `#rrggbb` of its swatch in the list, where it has one colour. */
  readonly color?: string;
  /** A few words about it, such as where it comes from. */
  readonly detail?: string;
  /** What can be zoomed to. */
  readonly bounds?: BoundingBox;
};

/** A layer in the list. */
export type LayerItem = LayerOffer & { readonly visible: boolean; readonly opacity: number };

/** What is kept of a layer, also while it is not there. */
export type KeptLayer = { readonly id: string; readonly visible: boolean; readonly opacity: number };

/** What is known of a layer's content. */
export type LayerFacts = {
  /** Things in it; none where it is not known. */
  readonly count?: number;
  /** Things that could not be drawn. */
  readonly skipped?: number;
  readonly isLoading?: boolean;
  /** Why there is nothing. */
  readonly problem?: string;
};

/** The lines of the graticule. */
export type GraticuleKind = 'degrees' | 'mgrs';
/** All footprints, or only those that lie in the view with all their corners. */
export type FootprintChoice = 'all' | 'whole';

/** The layers of the map: which there are, how they look, in which order. */
export type LayersStore = {
  readonly graticule: GraticuleKind;
  readonly footprints: FootprintChoice;
  /** Whether the legend on the map is unfolded. */
  readonly legendOpen: boolean;
  /** By id. */
  readonly facts: Readonly<Record<string, LayerFacts>>;
  /** All that are there, bottom to top. */
  readonly layers: readonly LayerItem[];
  /** Looks and order, bottom to top, of these and of layers that are not there now, such as sources taken off. */
  readonly kept: readonly KeptLayer[];
  /** Adds a layer, or changes what is told of it; how it looks and where it lies is as it was when it was there last. */
  offer(layer: LayerOffer): void;
  /** Gives looks and order as they were kept, bottom to top; layers that are new since then go where they belong. */
  restore(kept: readonly KeptLayer[]): void;
  /** Takes a layer off the list; with `forget` its look and place are not kept either. */
  withdraw(id: string, forget?: boolean): void;
  setVisible(id: string, visible: boolean): void;
  setOpacity(id: string, opacity: number): void;
  /** Puts a layer directly above (or, with `below`, below) another one. */
  move(id: string, place: { readonly above: string } | { readonly below: string }): void;
  /** Says what is known of a layer's content, in place of what was. */
  tell(id: string, facts: LayerFacts): void;
  /** Puts all layers where they lie at first; visibility and opacity stay. */
  resetOrder(): void;
};

/** The layers that are always there, bottom to top. */
const ownLayers: readonly LayerOffer[] = [
  { id: 'basemap', name: 'Land and borders', section: 'basemap', below: 'graticule' },
  { id: 'graticule', name: 'Graticule', section: 'basemap', below: 'places' },
  { id: 'places', name: 'Names of places', section: 'basemap', below: 'footprints' },
  { id: 'footprints', name: 'Footprints', section: 'sensors', below: 'orders', visible: false },
  { id: 'orders', name: 'Orders', section: 'areas', below: 'areas' },
  { id: 'areas', name: 'Areas of interest', section: 'areas', below: 'detection-areas', color: '#ffffff' },
  { id: 'detection-areas', name: 'Detection outlines', section: 'results', below: 'detections' },
  { id: 'detections', name: 'Detections', section: 'results', below: 'labels' },
  { id: 'labels', name: 'Labels of detections', section: 'results', below: null },
];

/** A store with the layers that are always there, as they look at the first start. */
export function createLayersStore() {
  return createStore<LayersStore>()((set) => {
    const changeOne = (id: string, look: Partial<KeptLayer>) =>
      set(({ layers, kept }) =>
        listed(
          layers,
          kept.map((one) => (one.id === id ? { ...one, ...look } : one)),
        ),
      );
    return {
      ...listed(ownLayers, []),
      graticule: 'degrees',
      footprints: 'all',
      legendOpen: true,
      facts: {},
      tell: (id, told) => set(({ facts }) => ({ facts: { ...facts, [id]: told } })),
      offer: (layer) =>
        set(({ layers, kept }) => listed([...layers.filter(({ id }) => id !== layer.id), layer], kept)),
      restore: (kept) => set(({ layers }) => listed(layers, kept)),
      withdraw: (id, forget = false) =>
        set(({ layers, kept }) =>
          listed(
            layers.filter((layer) => layer.id !== id),
            forget ? kept.filter((one) => one.id !== id) : kept,
          ),
        ),
      setVisible: (id, visible) => changeOne(id, { visible }),
      setOpacity: (id, opacity) => changeOne(id, { opacity: Math.min(1, Math.max(0, opacity)) }),
      move: (id, place) => set(({ layers, kept }) => listed(layers, moved(kept, id, place))),
      resetOrder: () => set(({ layers }) => listed(layers, [])),
    };
  });
}

type ListState = Pick<LayersStore, 'layers' | 'kept'>;

/** What is offered in the order of what is kept; what is new goes where it belongs. */
function listed(offers: readonly LayerOffer[], kept: readonly KeptLayer[]): ListState {
  const all = withNew(offers, kept);
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const layers = all.flatMap(({ id, visible, opacity }) => {
    const offer = byId.get(id);
    return offer ? [{ ...offer, visible, opacity }] : [];
  });
  return { layers, kept: all };
}

/** What is kept, and what is offered for the first time directly below the layer it belongs below. */
function withNew(offers: readonly LayerOffer[], kept: readonly KeptLayer[]): readonly KeptLayer[] {
  const all = [...kept];
  const placeBelow = (id: string | null) =>
    id === null ? all.length : all.findIndex((one) => one.id === id);
  let missing = offers.filter(({ id }) => !kept.some((one) => one.id === id));
  while (missing.length > 0) {
    const later: LayerOffer[] = [];
    for (const offer of missing) {
      const place = placeBelow(offer.below);
      if (place === -1) later.push(offer);
      else all.splice(place, 0, toKept(offer));
    }
    // What they belong below is not there: on top they are seen, at least.
    if (later.length === missing.length) return [...all, ...later.map(toKept)];
    missing = later;
  }
  return all;
}

function toKept({ id, visible = true, opacity = 1 }: LayerOffer): KeptLayer {
  return { id, visible, opacity };
}

function moved(
  all: readonly KeptLayer[],
  id: string,
  place: { readonly above: string } | { readonly below: string },
): readonly KeptLayer[] {
  const one = all.find((candidate) => candidate.id === id);
  const others = all.filter((candidate) => candidate.id !== id);
  const target = others.findIndex((other) => other.id === ('above' in place ? place.above : place.below));
  if (!one || target === -1) return all;
  return others.toSpliced('above' in place ? target + 1 : target, 0, one);
}
