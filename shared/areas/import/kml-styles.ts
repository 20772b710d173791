import type { ImportLog } from './import-log.ts';
import type { SourceStyle } from './source-shape.ts';

/** Kinds of shapes that a Placemark shows on the map. */
type Kind = 'point' | 'line' | 'polygon';

/** Parts of a style that matter to a layer; colors are those of KML, `aabbggrr`. */
type Style = {
  readonly colors: Partial<Record<Kind, string>>;
  isFilled: boolean;
  readonly left: Set<string>;
};

type Use = { readonly style: Style | string; readonly kind: Kind; readonly folder: string; count: number };

const kindOfStyle: Readonly<Record<string, Kind>> = {
  IconStyle: 'point',
  LineStyle: 'line',
  PolyStyle: 'polygon',
};

/** The icon that programs write where nothing was chosen. */
const defaultIcon = /\/pushpin\/ylw-pushpin\.png$/;
/** A StyleMap refers to a style, which refers to no other one. */
const maxSteps = 8;

/**
 * Collects the styles of KML 2.2 (OGC 07-147r2, 12) and the Placemarks that use them: a color for a layer or one for each of
 * its folders, as far as a layer has them. The rest is noted in the log.
 */
export class KmlStyles {
  readonly #styles = new Map<string, Style | string>();
  readonly #uses = new Map<string, Use>();
  #open: Style | undefined;
  /** The id of the style or map that is open; undefined for one within a Placemark. */
  #id: string | undefined;
  #mapId: string | undefined;
  #isNormal = false;
  #ofPlacemark: Style | string | undefined;
  #inlines = 0;

  open(name: string, attributes: Readonly<Record<string, string>>, parent: string | undefined): void {
    if (name === 'Placemark') this.#ofPlacemark = undefined;
    else if (name === 'StyleMap') this.#mapId = this.#toId(attributes.id, parent);
    else if (name === 'Pair') this.#isNormal = false;
    else if (name === 'Style') {
      this.#open = { colors: {}, isFilled: true, left: new Set() };
      this.#id = this.#toId(attributes.id, parent);
    }
  }

  close(name: string, parent: string | undefined, text: string): void {
    if (name === 'key' && parent === 'Pair') this.#isNormal = text === 'normal';
    else if (name === 'styleUrl') this.#refer(parent, toReference(text));
    else if (name === 'Style') this.#end(parent);
    else if (name === 'StyleMap') {
      // Placemarks can have a map of their own.
      if (parent === 'Placemark') this.#ofPlacemark = this.#mapId;
      this.#mapId = undefined;
    } else if (this.#open && text !== '') this.#readPart(this.#open, name, parent ?? '', text);
  }

  /** Counts what a Placemark shows. */
  use(folder: string, kinds: () => readonly Kind[]): void {
    const style = this.#ofPlacemark;
    if (style === undefined) return;
    const key =
      typeof style === 'string' ? style : JSON.stringify([style.colors, style.isFilled, [...style.left]]);
    for (const kind of new Set(kinds())) {
      // XML has no NUL.
      const name = `${typeof style}\0${kind}\0${folder}\0${key}`;
      const use = this.#uses.get(name) ?? { style, kind, folder, count: 0 };
      use.count += 1;
      this.#uses.set(name, use);
    }
    this.#ofPlacemark = undefined;
  }

  /** The proposed style; undefined where the file states none. */
  propose(log: ImportLog): SourceStyle | undefined {
    const counts = new Map<string, number>();
    const byFolder = new Map<string, Set<string>>();
    for (const { style, kind, folder, count } of this.#uses.values()) {
      const found = this.#resolve(style);
      if (!found) continue;
      for (const part of found.left)
        if (part !== 'icons' || kind === 'point') log.noteUnread('value-left', part, partsLeft);
      const color = colorOf(found, kind);
      if (color === undefined) continue;
      if (!/^ff/i.test(color)) log.noteUnread('value-left', 'transparency', partsLeft);
      const plain = toPlainColor(color);
      counts.set(plain, (counts.get(plain) ?? 0) + count);
      byFolder.set(folder, (byFolder.get(folder) ?? new Set()).add(plain));
    }
    const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
    if (!most) return undefined;
    const [color] = most;
    const folders = [...byFolder].flatMap(([value, [only = '', second]]) =>
      second === undefined && value !== '' && only !== color ? [{ value, color: only }] : [],
    );
    const isWhole = [...byFolder].every(
      ([value, colors]) => colors.size === 1 && (value !== '' || colors.has(color)),
    );
    const proposed = isWhole && folders.length <= maxColors ? folders : [];
    const shown = new Set([color, ...proposed.map((each) => each.color)]);
    for (const other of counts.keys()) if (!shown.has(other)) log.noteUnread('value-left', other, colorsLeft);
    return { color, folders: proposed };
  }

  #toId(id: string | undefined, parent: string | undefined): string | undefined {
    if (id !== undefined && parent !== 'Placemark') return id;
    this.#inlines += 1;
    return ` ${this.#inlines}`;
  }

  #refer(parent: string | undefined, reference: string): void {
    if (parent === 'Placemark') this.#ofPlacemark ??= reference;
    else if (parent === 'Pair' && this.#isNormal && this.#mapId !== undefined)
      this.#styles.set(this.#mapId, reference);
  }

  #end(parent: string | undefined): void {
    const style = this.#open;
    this.#open = undefined;
    if (!style) return;
    if (parent === 'Placemark') this.#ofPlacemark = style;
    else if (parent === 'Pair') {
      if (this.#isNormal && this.#mapId !== undefined) this.#styles.set(this.#mapId, style);
    } else if (this.#id !== undefined) this.#styles.set(this.#id, style);
  }

  #readPart(style: Style, name: string, parent: string, text: string): void {
    const kind = kindOfStyle[parent];
    if (name === 'color' && kind && /^[\da-f]{8}$/i.test(text)) style.colors[kind] = text;
    else if (name === 'fill' && kind === 'polygon') style.isFilled = text !== '0';
    else if (name === 'width' && kind === 'line' && Number(text) !== 1) style.left.add('widths of lines');
    else if (name === 'href' && parent === 'Icon' && !defaultIcon.test(text)) style.left.add('icons');
  }

  #resolve(reference: Style | string): Style | undefined {
    let found: Style | string | undefined = reference;
    for (let step = 0; typeof found === 'string' && step < maxSteps; step += 1)
      found = this.#styles.get(found);
    return typeof found === 'string' ? undefined : found;
  }
}

const partsLeft = 'Parts of KML styles were left out; a layer has one color, or one for each folder.';
const colorsLeft =
  'Colors of KML that differ within folders were left out; the layer has the most frequent one.';
/** The limit of a layer's colors by value (`maxLayerCategories`). */
const maxColors = 5;

/** `#name`, also behind the address of the same file; other files are not fetched. */
function toReference(text: string): string {
  return text.startsWith('#') ? text.slice(1) : text;
}

/** An area without a filling, or with one that cannot be seen, has the color of its outline. */
function colorOf({ colors, isFilled }: Style, kind: Kind): string | undefined {
  if (kind !== 'polygon') return colors[kind];
  const isSeen = isFilled && colors.polygon !== undefined && !colors.polygon.startsWith('00');
  return isSeen ? colors.polygon : (colors.line ?? (isFilled ? colors.polygon : undefined));
}

function toPlainColor(color: string): string {
  const [, blue = '', green = '', red = ''] = color.toLowerCase().match(/../g) ?? [];
  return `#${red}${green}${blue}`;
}
