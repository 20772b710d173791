import { shapeNames } from '../../../shared/results/symbol-shapes.ts';
import { colorComponents, mapColors } from '../map-colors.ts';
import { DensityPainter } from './density-painter.ts';
import { DetectionBuffers, SlotList } from './detection-buffers.ts';
import type { DetectionScene } from './detection-scene.ts';
import { fragmentShader, type Mark, marks, vertexShader } from './detection-shaders.ts';
import { sliceOfSlots } from './detection-slots.ts';
import { DetectionUniforms } from './detection-uniforms.ts';
import { createProgram } from './gl-program.ts';
import type { PaintView } from './paint-view.ts';
import { atlasCell, createShapeAtlas } from './shape-atlas.ts';

/** The texture unit of the shapes; 0 is used by the palette and 1 by density. */
const shapesUnit = 2;

/** Draws detections with WebGL2 from the packed buffer; the processor never handles single points. */
export class DetectionsPainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #density: DensityPainter | null;
  readonly #uniforms: DetectionUniforms;
  readonly #buffers: DetectionBuffers;
  readonly #lists = new Map<Mark, SlotList>();
  readonly #palette: WebGLTexture;
  readonly #shapes: WebGLTexture;
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
    this.#shapes = createShapeTexture(gl);
    gl.enable(gl.BLEND);
  }

  /** Paints a scene; with `onlyHighlights`, no detections but the highlighted ones. */
  paint(scene: DetectionScene, view: PaintView, onlyHighlights = false): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#setPalette(scene.palette);
    this.#buffers.set(scene.words, [scene.mask, scene.sizes, scene.headings, scene.colors]);
    if (onlyHighlights) {
      this.#preparePoints(scene, view);
    } else if (scene.density && this.#density) {
      this.#density.paint(scene, view, scene.density.top, (uniforms) => this.#drawAll(scene, uniforms));
      this.#preparePoints(scene, view);
    } else {
      this.#preparePoints(scene, view);
      this.#drawMarks(() => this.#drawAll(scene, this.#uniforms));
    }
    for (const list of scene.highlights) this.#drawMarks(() => this.#drawHighlights(list, scene.worldCopies));
  }

  /** Uploads the words of a scene that will be painted soon. */
  prepare(words: Uint32Array): void {
    this.#buffers.prepare(words);
  }

  /** Marks the words of the last painted scene as changed at these slots (ascending; null: any). */
  markChanged(slots: Uint32Array | null): void {
    this.#buffers.markChanged(slots);
  }

  #preparePoints({ sizes, headings, colors, filter }: DetectionScene, view: PaintView): void {
    const gl = this.#gl;
    const uniforms = this.#uniforms;
    uniforms.use();
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    uniforms.setFilter(filter);
    uniforms.setView(view);
    gl.uniform1f(uniforms.location('pixelRatio'), view.pixelRatio);
    gl.uniform1f(uniforms.location('radius'), view.radius);
    gl.uniform1i(uniforms.location('hasSizes'), sizes ? 1 : 0);
    gl.uniform2f(uniforms.location('sizeRadii'), ...view.sizeRadii);
    gl.uniform1i(uniforms.location('hasHeadings'), headings ? 1 : 0);
    gl.uniform1i(uniforms.location('hasColors'), colors ? 1 : 0);
    gl.uniform1i(uniforms.location('showsShapes'), view.showsShapes ? 1 : 0);
    const { casing, flaggedRing, selectedRing, focusRing } = mapColors();
    gl.uniform4f(uniforms.location('casing'), ...colorComponents(casing), view.showsShapes ? 1 : 0.5);
    gl.uniform3f(uniforms.location('flaggedRing'), ...colorComponents(flaggedRing));
    gl.uniform3f(uniforms.location('selectedRing'), ...colorComponents(selectedRing));
    gl.uniform3f(uniforms.location('focusRing'), ...colorComponents(focusRing));
    gl.uniform1i(uniforms.location('shapes'), shapesUnit);
    gl.activeTexture(gl.TEXTURE0 + shapesUnit);
    gl.bindTexture(gl.TEXTURE_2D, this.#shapes);
    gl.uniform1f(uniforms.location('rotation'), view.rotation);
  }

  /** Whether the graphics card can show density. */
  get hasDensity(): boolean {
    return this.#density !== null;
  }

  /** The highest count of a density square in the last painted frame; null when it cannot be determined. */
  async readHighestCount(): Promise<number | null> {
    return this.#density?.readHighestCount() ?? null;
  }

  /** Draws the casings of marks beneath all of their fills. */
  #drawMarks(draw: () => void): void {
    for (const drawsCasings of [1, 0]) {
      this.#gl.uniform1i(this.#uniforms.location('drawsCasings'), drawsCasings);
      draw();
    }
  }

  #drawAll({ worldCopies }: DetectionScene, uniforms: DetectionUniforms): void {
    this.#gl.uniform1ui(uniforms.location('mark'), marks.none);
    for (const { offset, runs } of worldCopies) {
      this.#gl.uniform1f(uniforms.location('worldOffset'), offset);
      for (const run of runs) this.#buffers.draw(run);
    }
  }

  #drawHighlights(
    { mark, slots }: DetectionScene['highlights'][number],
    worldCopies: DetectionScene['worldCopies'],
  ): void {
    if (slots.length === 0) return;
    const list = this.#listOf(mark);
    list.set(slots);
    this.#gl.uniform1ui(this.#uniforms.location('mark'), mark);
    for (const { offset, runs } of worldCopies) {
      this.#gl.uniform1f(this.#uniforms.location('worldOffset'), offset);
      for (const run of runs) this.#buffers.drawListed(list, sliceOfSlots(slots, run));
    }
  }

  #listOf(mark: Mark): SlotList {
    const list = this.#lists.get(mark) ?? new SlotList(this.#gl);
    this.#lists.set(mark, list);
    return list;
  }

  #setPalette(palette: Uint8Array): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#palette);
    if (palette === this.#paletteBytes) return;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 2, 0, gl.RGBA, gl.UNSIGNED_BYTE, palette);
    this.#paletteBytes = palette;
  }
}

function createShapeTexture(gl: WebGL2RenderingContext): WebGLTexture {
  const texture = gl.createTexture();
  gl.activeTexture(gl.TEXTURE0 + shapesUnit);
  gl.bindTexture(gl.TEXTURE_2D, texture);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  const [width, height] = [atlasCell * shapeNames.length, atlasCell];
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, width, height, 0, gl.RED, gl.UNSIGNED_BYTE, createShapeAtlas());
  return texture;
}
