import { DensityPainter } from './density-painter.ts';
import { DetectionBuffers, PlaceList } from './detection-buffers.ts';
import type { PackedFilter } from './detection-filter.ts';
import { sliceOfPlaces } from './detection-places.ts';
import { fragmentShader, type Mark, marks, vertexShader } from './detection-shaders.ts';
import { DetectionUniforms } from './detection-uniforms.ts';
import type { Run } from './detections-index.ts';
import { createProgram } from './gl-program.ts';

/** What is drawn. Whoever changes a member hands over the whole again; unchanged buffers are not sent twice. */
export type DetectionScene = {
  /** Packed detections, 16 bytes each. */
  readonly words: Uint32Array;
  /** A byte for each of them, or null: which pass (null: all), their sizes, their headings (null: none). */
  readonly mask: Uint8Array | null;
  readonly sizes: Uint8Array | null;
  readonly headings: Uint8Array | null;
  /** What of them lies in the view. */
  readonly parts: readonly DrawPart[];
  /** Places, ascending, of those that are drawn once more, on top of all and of the lists before. */
  readonly standingOut: readonly { readonly mark: Mark; readonly places: Uint32Array }[];
  /** 256 colours, RGBA bytes; alpha 0 hides the category. */
  readonly palette: Uint8Array;
  readonly filter: PackedFilter;
  /** Colours by count in place of points; what the end of the ramp stands for. */
  readonly density: { readonly top: number } | null;
};

/** Detections on one copy of the world, `offset` feed units to the east of the one nearest to the view's centre. */
export type DrawPart = { readonly offset: number; readonly runs: readonly Run[] };

/** From where it is drawn. */
export type PaintView = {
  /** Size of the map in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
  /** The view's centre in feed units; x may lie outside of 0…2³². */
  readonly centerX: number;
  readonly centerY: number;
  readonly unitsPerPixel: number;
  /** Radians, clockwise, as in OpenLayers. */
  readonly rotation: number;
  /** Radius of a point in CSS pixels. */
  readonly radius: number;
  /** Radii in CSS pixels of the least and the greatest value, where sizes are shown. */
  readonly sizeRadii: readonly [number, number];
  /** Whether marks are large enough to show where they head. */
  readonly showsHeadings: boolean;
};

/** Draws detections with WebGL2 from the packed buffer, without touching single points on the processor. */
export class DetectionsPainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #density: DensityPainter | null;
  readonly #uniforms: DetectionUniforms;
  readonly #buffers: DetectionBuffers;
  readonly #lists = new Map<Mark, PlaceList>();
  readonly #palette: WebGLTexture;
  #paletteBytes: Uint8Array | undefined;

  /** Throws when the program cannot be built. */
  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#uniforms = new DetectionUniforms(gl, createProgram(gl, vertexShader, fragmentShader));
    this.#density = DensityPainter.create(gl);
    this.#buffers = new DetectionBuffers(gl);
    this.#palette = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.enable(gl.BLEND);
  }

  paint(scene: DetectionScene, view: PaintView): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#setPalette(scene.palette);
    this.#buffers.set(scene.words, [scene.mask, scene.sizes, scene.headings]);
    if (scene.density && this.#density) {
      this.#density.paint(scene, view, scene.density.top, (uniforms) => this.#drawAll(scene, uniforms));
      this.#preparePoints(scene, view);
    } else {
      this.#preparePoints(scene, view);
      this.#drawAll(scene, this.#uniforms);
    }
    for (const list of scene.standingOut) this.#drawStandingOut(list, scene.parts);
  }

  /** Sends the words of a scene that is painted soon to the graphics card already. */
  prepare(words: Uint32Array): void {
    this.#buffers.prepare(words);
  }

  /** The words of the scene that was painted last have changed at these places, ascending; null: anywhere. */
  touch(places: Uint32Array | null): void {
    this.#buffers.touch(places);
  }

  #preparePoints({ sizes, headings, filter }: DetectionScene, view: PaintView): void {
    const gl = this.#gl;
    const uniforms = this.#uniforms;
    uniforms.use();
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    uniforms.setFilter(filter);
    uniforms.setView(view);
    gl.uniform1f(uniforms.at('pixelRatio'), view.pixelRatio);
    gl.uniform1f(uniforms.at('radius'), view.radius);
    gl.uniform1i(uniforms.at('hasSizes'), sizes ? 1 : 0);
    gl.uniform2f(uniforms.at('sizeRadii'), ...view.sizeRadii);
    gl.uniform1i(uniforms.at('hasHeadings'), headings && view.showsHeadings ? 1 : 0);
    gl.uniform1f(uniforms.at('rotation'), view.rotation);
  }

  /** Whether the graphics card can show density. */
  get hasDensity(): boolean {
    return this.#density !== null;
  }

  /** How many detections the fullest square of the density that was painted last holds; null when it cannot be told. */
  async readFullest(): Promise<number | null> {
    return this.#density?.readFullest() ?? null;
  }

  #drawAll({ parts }: DetectionScene, uniforms: DetectionUniforms): void {
    this.#gl.uniform1ui(uniforms.at('mark'), marks.none);
    for (const { offset, runs } of parts) {
      this.#gl.uniform1f(uniforms.at('worldOffset'), offset);
      for (const run of runs) this.#buffers.draw(run);
    }
  }

  #drawStandingOut(
    { mark, places }: DetectionScene['standingOut'][number],
    parts: DetectionScene['parts'],
  ): void {
    if (places.length === 0) return;
    const list = this.#listOf(mark);
    list.set(places);
    this.#gl.uniform1ui(this.#uniforms.at('mark'), mark);
    for (const { offset, runs } of parts) {
      this.#gl.uniform1f(this.#uniforms.at('worldOffset'), offset);
      for (const run of runs) this.#buffers.drawListed(list, sliceOfPlaces(places, run));
    }
  }

  #listOf(mark: Mark): PlaceList {
    const list = this.#lists.get(mark) ?? new PlaceList(this.#gl);
    this.#lists.set(mark, list);
    return list;
  }

  #setPalette(palette: Uint8Array): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    if (palette === this.#paletteBytes) return;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, palette);
    this.#paletteBytes = palette;
  }
}
