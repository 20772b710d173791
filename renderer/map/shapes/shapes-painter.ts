import { createProgram } from '../detections/gl-program.ts';
import type { PaintView } from '../detections/paint-view.ts';
import { colorComponents, mapColors } from '../map-colors.ts';
import { type PackedShapes, shapeWorld, wordsPerVertex } from './packed-shapes.ts';
import type { ShapeRun } from './shape-blocks.ts';
import {
  colorsInRow,
  fillFragmentShader,
  fillVertexShader,
  lineFragmentShader,
  lineVertexShader,
  shapeAttributes,
} from './shape-shaders.ts';

/** The content to draw. Unchanged buffers are not uploaded again. */
export type ShapesScene = {
  readonly shapes: PackedShapes;
  /** RGBA bytes of each shape; alpha is its mark. */
  readonly colors: Uint8Array;
  readonly runs: readonly ShapeRun[];
  /** 0…1. */
  readonly fillAlpha: number;
  /** CSS pixels. */
  readonly lineWidth: number;
};

/** Feed units of one unit of packed shapes. */
export const feedUnitsPerUnit = 2 ** 32 / shapeWorld;
const bytesPerVertex = wordsPerVertex * 4;

/** Draws packed shapes with WebGL2: first the interiors, then the outlines. */
export class ShapesPainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #fill: WebGLProgram;
  readonly #line: WebGLProgram;
  readonly #vertices: WebGLBuffer;
  readonly #triangles: WebGLBuffer;
  readonly #colors: WebGLTexture;
  #sentShapes: PackedShapes | null = null;
  #sentColors: Uint8Array | null = null;

  /** Throws when the programs cannot be built. */
  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#fill = createProgram(gl, fillVertexShader, fillFragmentShader);
    this.#line = createProgram(gl, lineVertexShader, lineFragmentShader);
    this.#vertices = gl.createBuffer();
    this.#triangles = gl.createBuffer();
    this.#colors = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#colors);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.enableVertexAttribArray(shapeAttributes.begin);
    gl.enableVertexAttribArray(shapeAttributes.shape);
  }

  paint(scene: ShapesScene, view: PaintView): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    if (scene.runs.length === 0) return;
    this.#send(scene);
    this.#drawFills(scene, view);
    this.#drawLines(scene, view);
  }

  #drawFills({ shapes, runs, fillAlpha }: ShapesScene, view: PaintView): void {
    const gl = this.#gl;
    this.#use(this.#fill, view);
    gl.uniform1f(gl.getUniformLocation(this.#fill, 'fillAlpha'), fillAlpha);
    gl.disableVertexAttribArray(shapeAttributes.end);
    this.#point(shapeAttributes.begin, shapeAttributes.shape, 0, 0);
    for (const { from, to, copy } of runs) {
      const [first, end] = [shapes.triangleStarts[from] as number, shapes.triangleStarts[to] as number];
      if (end === first) continue;
      this.#setCenter(this.#fill, view, copy);
      gl.drawElements(gl.TRIANGLES, end - first, gl.UNSIGNED_INT, first * 4);
    }
  }

  #drawLines({ shapes, runs, lineWidth }: ShapesScene, view: PaintView): void {
    const gl = this.#gl;
    this.#use(this.#line, view);
    gl.uniform1f(gl.getUniformLocation(this.#line, 'lineWidth'), lineWidth);
    const { selectedRing, focusRing } = mapColors();
    gl.uniform3f(gl.getUniformLocation(this.#line, 'selectedLine'), ...colorComponents(selectedRing));
    gl.uniform3f(gl.getUniformLocation(this.#line, 'focusLine'), ...colorComponents(focusRing));
    gl.uniform1f(gl.getUniformLocation(this.#line, 'pixelRatio'), view.pixelRatio);
    gl.enableVertexAttribArray(shapeAttributes.end);
    for (const { from, to, copy } of runs) {
      const first = shapes.vertexStarts[from] as number;
      // Edges from each vertex to the next one; there is none from the last.
      const edges = (shapes.vertexStarts[to] as number) - first - 1;
      if (edges <= 0) continue;
      this.#point(shapeAttributes.begin, shapeAttributes.shape, first, 1);
      gl.vertexAttribIPointer(shapeAttributes.end, 2, gl.INT, bytesPerVertex, (first + 1) * bytesPerVertex);
      gl.vertexAttribDivisor(shapeAttributes.end, 1);
      this.#setCenter(this.#line, view, copy);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, edges);
    }
  }

  /** Reads vertices from `first` on, one per vertex (divisor 0) or one per instance (1). */
  #point(position: number, shape: number, first: number, divisor: 0 | 1): void {
    const gl = this.#gl;
    const at = first * bytesPerVertex;
    gl.vertexAttribIPointer(position, 2, gl.INT, bytesPerVertex, at);
    gl.vertexAttribIPointer(shape, 1, gl.UNSIGNED_INT, bytesPerVertex, at + 8);
    gl.vertexAttribDivisor(position, divisor);
    gl.vertexAttribDivisor(shape, divisor);
  }

  #use(program: WebGLProgram, { width, height, unitsPerPixel, rotation }: PaintView): void {
    const gl = this.#gl;
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook.
    gl.useProgram(program);
    const pixels = feedUnitsPerUnit / unitsPerPixel;
    const [cos, sin] = [Math.cos(rotation) * pixels, Math.sin(rotation) * pixels];
    gl.uniformMatrix2fv(
      gl.getUniformLocation(program, 'unitsToPixels'),
      false,
      new Float32Array([cos, sin, -sin, cos]),
    );
    gl.uniform2f(gl.getUniformLocation(program, 'pixelsToClip'), 2 / width, -2 / height);
  }

  #setCenter(program: WebGLProgram, view: PaintView, copy: number): void {
    const gl = this.#gl;
    const x = view.centerX / feedUnitsPerUnit - copy * shapeWorld;
    const y = view.centerY / feedUnitsPerUnit;
    gl.uniform2i(gl.getUniformLocation(program, 'center'), Math.floor(x), Math.floor(y));
    gl.uniform2f(gl.getUniformLocation(program, 'centerFraction'), x - Math.floor(x), y - Math.floor(y));
  }

  #send({ shapes, colors }: ShapesScene): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#vertices);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#triangles);
    if (shapes !== this.#sentShapes) {
      gl.bufferData(gl.ARRAY_BUFFER, shapes.vertices, gl.STATIC_DRAW);
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, shapes.triangles, gl.STATIC_DRAW);
      this.#sentShapes = shapes;
    }
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#colors);
    if (colors === this.#sentColors) return;
    const rows = colors.length / 4 / colorsInRow;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, colorsInRow, rows, 0, gl.RGBA, gl.UNSIGNED_BYTE, colors);
    this.#sentColors = colors;
  }
}
