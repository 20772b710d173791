import type BaseLayer from 'ol/layer/Base.js';
import LayerGroup from 'ol/layer/Group.js';

/** How a layer is shown: its id in the stack, whether it is drawn, and how opaque it is, 0…1. */
export type LayerLook = { readonly id: string; readonly visible: boolean; readonly opacity: number };

/** Where a layer belongs, and its parts that are drawn above all layers. */
export type LayerOptions = {
  /** The layer that it lies directly below as long as no look gives it another place; without one it lies on top. */
  readonly below?: string;
  /** Parts such as labels, drawn bottom to top above every layer's own. They share visibility and opacity. */
  readonly above?: readonly BaseLayer[];
};

type Entry = {
  readonly id: string;
  readonly below: string | null;
  readonly own: LayerGroup;
  readonly above: LayerGroup;
};

/** Z-index of the lowest part that lies above all layers. */
const aboveAll = 1000;

/**
 * The layers of the map from bottom to top, each with a visibility, an opacity and a place of its own. A layer here is
 * one or several of OpenLayers' under an id.
 */
export class LayerStack {
  /** For the map. */
  readonly group = new LayerGroup();
  readonly #entries = new Map<string, Entry>();
  #looks: readonly LayerLook[] = [];

  /** Adds a layer, drawn bottom to top; one that has the id already is taken away first. */
  add(id: string, layers: readonly BaseLayer[], { below, above = [] }: LayerOptions = {}): void {
    this.remove(id);
    const entry: Entry = {
      id,
      below: below ?? null,
      own: new LayerGroup({ layers: [...layers] }),
      above: new LayerGroup({ layers: [...above] }),
    };
    this.#entries.set(id, entry);
    this.#update();
    this.group.getLayers().extend([entry.own, entry.above]);
  }

  /** Takes a layer away; its OpenLayers layers stay usable. Nothing for an unknown id. */
  remove(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    for (const group of [entry.own, entry.above]) this.group.getLayers().remove(group);
    this.#update();
  }

  /**
   * Gives layers their looks and their order, bottom to top. Ids that are not there yet get theirs when they are
   * added; layers that are not named are drawn as they are, where they were added.
   */
  setLooks(looks: readonly LayerLook[]): void {
    this.#looks = looks;
    this.#update();
  }

  /** Whether a layer is there and drawn. */
  isVisible(id: string): boolean {
    return this.#entries.get(id)?.own.getVisible() ?? false;
  }

  #update(): void {
    const looks = new Map(this.#looks.map((look) => [look.id, look]));
    drawingOrder([...this.#entries.values()], [...looks.keys()]).forEach((id, place) => {
      const entry = this.#entries.get(id);
      const { visible = true, opacity = 1 } = looks.get(id) ?? {};
      entry?.own.setProperties({ visible, opacity, zIndex: place });
      entry?.above.setProperties({ visible, opacity, zIndex: aboveAll + place });
    });
  }
}

/** Ids from bottom to top: those in `order` as it has them, each other one directly below the one it belongs below. */
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
