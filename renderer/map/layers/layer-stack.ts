import type BaseLayer from 'ol/layer/Base.js';
import LayerGroup from 'ol/layer/Group.js';

/** Appearance of a layer: its id in the stack, whether it is drawn, and how opaque it is, 0…1. */
export type LayerAppearance = { readonly id: string; readonly visible: boolean; readonly opacity: number };

/** The default position of a layer, and its parts that are drawn above all layers. */
export type LayerOptions = {
  /**
   * The layer that it is placed directly below unless `setAppearances` gives it another position; by default on top.
   */
  readonly below?: string;
  /**
   * OpenLayers layers such as labels, bottom to top, that are drawn above all others. They share visibility and
   * opacity.
   */
  readonly above?: readonly BaseLayer[];
};

type Entry = {
  readonly id: string;
  readonly below: string | null;
  readonly layerGroup: LayerGroup;
  readonly aboveGroup: LayerGroup;
};

/** Z-index of the lowest part above all layers. */
const aboveAll = 1000;

/**
 * The layers of the map from bottom to top, each with visibility, opacity and position. A layer here consists of one or
 * more OpenLayers layers.
 */
export class LayerStack {
  /** For the map. */
  readonly group = new LayerGroup();
  readonly #entries = new Map<string, Entry>();
  #appearances: readonly LayerAppearance[] = [];
  #isLeftOut: (id: string) => boolean = () => false;

  /** Adds a layer, drawn bottom to top; an existing one with the same id is removed first. */
  add(id: string, layers: readonly BaseLayer[], { below, above = [] }: LayerOptions = {}): void {
    this.remove(id);
    const entry: Entry = {
      id,
      below: below ?? null,
      layerGroup: new LayerGroup({ layers: [...layers] }),
      aboveGroup: new LayerGroup({ layers: [...above] }),
    };
    this.#entries.set(id, entry);
    this.#update();
    this.group.getLayers().extend([entry.layerGroup, entry.aboveGroup]);
  }

  /** Removes a layer; its OpenLayers layers stay usable. Does nothing for an unknown id. */
  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    for (const group of [entry.layerGroup, entry.aboveGroup]) this.group.getLayers().remove(group);
    this.#update();
  }

  /**
   * Sets visibility, opacity and order of layers, bottom to top. Missing ids are applied when the layer is added;
   * layers that are not named keep their defaults.
   */
  setAppearances(appearances: readonly LayerAppearance[]): void {
    this.#appearances = appearances;
    this.#update();
  }

  /** Leaves layers out, whatever their visibility. */
  leaveOut(isLeftOut: (id: string) => boolean): void {
    this.#isLeftOut = isLeftOut;
    this.#update();
  }

  /** Whether a layer exists and is visible. */
  isVisible(id: string): boolean {
    return this.#entries.get(id)?.layerGroup.getVisible() ?? false;
  }

  #update(): void {
    const appearances = new Map(this.#appearances.map((appearance) => [appearance.id, appearance]));
    drawingOrder([...this.#entries.values()], [...appearances.keys()]).forEach((id, zIndex) => {
      const entry = this.#entries.get(id);
      const appearance = appearances.get(id);
      const visible = (appearance?.visible ?? true) && !this.#isLeftOut(id);
      const opacity = appearance?.opacity ?? 1;
      entry?.layerGroup.setProperties({ visible, opacity, zIndex });
      entry?.aboveGroup.setProperties({ visible, opacity, zIndex: aboveAll + zIndex });
    });
  }
}

/** Ids from bottom to top: first as in `order`, then each other one directly below the layer it is defined below. */
export function drawingOrder(
  entries: readonly { readonly id: string; readonly below: string | null }[],
  order: readonly string[],
): string[] {
  const known = new Set(entries.map(({ id }) => id));
  const placed = order.filter((id) => known.has(id));
  const isPlaced = new Set(placed);
  for (const { id, below } of entries) {
    if (isPlaced.has(id)) continue;
    const at = below === null ? -1 : placed.indexOf(below);
    placed.splice(at === -1 ? placed.length : at, 0, id);
    isPlaced.add(id);
  }
  return placed;
}
