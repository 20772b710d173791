import { densityCellPixels, densityGrid, viewToGrid } from './density-grid.ts';
import { rampComponents } from './density-ramp.ts';
import {
  countFragmentShader,
  countVertexShader,
  coverVertexShader,
  overlayFragmentShader,
  rampFragmentShader,
} from './density-shaders.ts';
import type { DetectionScene } from './detection-scene.ts';
import { DetectionUniforms } from './detection-uniforms.ts';
import { createProgram } from './gl-program.ts';
import type { PaintView } from './paint-view.ts';

/** Interval for polling whether the graphics card has finished, in milliseconds. */
const pollMilliseconds = 8;

/**
 * Counts detections in small squares on the graphics card (decision 29) and shows the counts as colors. Filters are
 * applied by the same shader code as for points.
 */
export class DensityPainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #count: DetectionUniforms;
  readonly #ramp: DetectionUniforms;
  readonly #overlay: DetectionUniforms;
  readonly #counts: GridTexture;
  readonly #colors: GridTexture;
  readonly #cover: WebGLVertexArrayObject;

  /** Returns null where the graphics card cannot blend into floating-point textures. */
  static create(gl: WebGL2RenderingContext): DensityPainter | null {
    if (!gl.getExtension('EXT_color_buffer_float')) return null;
    // Half floats are exact for integers up to 2048 only; higher counts are then not distinguished.
    return new DensityPainter(gl, gl.getExtension('EXT_float_blend') ? gl.R32F : gl.R16F);
  }

  private constructor(gl: WebGL2RenderingContext, countFormat: GLenum) {
    this.#gl = gl;
    const program = (vertex: string, fragment: string) =>
      new DetectionUniforms(gl, createProgram(gl, vertex, fragment));
    this.#count = program(countVertexShader, countFragmentShader);
    this.#ramp = program(coverVertexShader, rampFragmentShader);
    this.#overlay = program(coverVertexShader, overlayFragmentShader);
    this.#counts = new GridTexture(gl, countFormat, gl.NEAREST);
    this.#colors = new GridTexture(gl, gl.RGBA8, gl.LINEAR);
    this.#cover = gl.createVertexArray();
  }

  /**
   * Paints the density; `drawAll` draws every detection in view once, with the program in use. The palette is bound
   * to texture 0.
   */
  paint(
    scene: DetectionScene,
    view: PaintView,
    top: number,
    drawAll: (uniforms: DetectionUniforms) => void,
  ): void {
    const gl = this.#gl;
    const grid = densityGrid(view);
    this.#counts.startRender(grid);
    this.#count.use();
    gl.blendFunc(gl.ONE, gl.ONE);
    this.#count.setFilter(scene.filter);
    this.#count.setView(view);
    gl.uniform4f(this.#count.location('viewToGrid'), ...viewToGrid(view, grid));
    drawAll(this.#count);

    gl.bindVertexArray(this.#cover);
    this.#colors.startRender(grid);
    gl.blendFunc(gl.ONE, gl.ZERO);
    this.#ramp.use();
    this.#counts.bind();
    gl.uniform1i(this.#ramp.location('counts'), 1);
    gl.uniform1f(this.#ramp.location('top'), top);
    gl.uniform3fv(this.#ramp.location('ramp'), rampComponents());
    gl.drawArrays(gl.TRIANGLES, 0, 3);

    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    this.#overlay.use();
    this.#colors.bind();
    gl.uniform1i(this.#overlay.location('colors'), 1);
    const perPixel = 1 / (densityCellPixels * view.pixelRatio);
    gl.uniform2f(this.#overlay.location('squaresPerPixel'), perPixel, perPixel);
    gl.uniform2f(this.#overlay.location('origin'), grid.originX, grid.originY);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  /** The highest count of a square in the last painted frame; null when it cannot be read. */
  async readHighestCount(): Promise<number | null> {
    const gl = this.#gl;
    const read = this.#counts.startReading();
    const sync = read && gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!sync) return null;
    gl.flush();
    // Waiting for the graphics card would block the page.
    while (gl.clientWaitSync(sync, 0, 0) === gl.TIMEOUT_EXPIRED) {
      await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
    }
    gl.deleteSync(sync);
    if (gl.isContextLost()) return null;
    const numbers = read();
    let highestCount = 0;
    for (let at = 0; at < numbers.length; at += 4)
      highestCount = Math.max(highestCount, numbers[at] as number);
    return highestCount;
  }
}

/** A texture with one texel for each square, which is drawn into and read. */
class GridTexture {
  readonly #gl: WebGL2RenderingContext;
  readonly #format: GLenum;
  readonly #filter: GLenum;
  readonly #framebuffer: WebGLFramebuffer;
  #texture: WebGLTexture | null = null;
  #size = { columns: 0, rows: 0 };

  constructor(gl: WebGL2RenderingContext, format: GLenum, filter: GLenum) {
    this.#gl = gl;
    this.#format = format;
    this.#filter = filter;
    this.#framebuffer = gl.createFramebuffer();
  }

  /** Clears the texture and makes it the render target. */
  startRender({ columns, rows }: { readonly columns: number; readonly rows: number }): void {
    const gl = this.#gl;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    if (columns !== this.#size.columns || rows !== this.#size.rows) this.#resize(columns, rows);
    gl.viewport(0, 0, columns, rows);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  /** Binds to texture unit 1; unit 0 is used by the palette. */
  bind(): void {
    const gl = this.#gl;
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.#texture);
  }

  /**
   * Starts copying the texels; returns a function that reads them, four numbers each, once the graphics card has
   * finished.
   */
  startReading(): (() => Float32Array) | null {
    const gl = this.#gl;
    const { columns, rows } = this.#size;
    if (!this.#texture) return null;
    const buffer = gl.createBuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#framebuffer);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
    gl.bufferData(gl.PIXEL_PACK_BUFFER, columns * rows * 16, gl.STREAM_READ);
    gl.readPixels(0, 0, columns, rows, gl.RGBA, gl.FLOAT, 0);
    gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    return () => {
      const numbers = new Float32Array(columns * rows * 4);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
      gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, numbers);
      gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
      gl.deleteBuffer(buffer);
      return numbers;
    };
  }

  #resize(columns: number, rows: number): void {
    const gl = this.#gl;
    gl.deleteTexture(this.#texture);
    this.#texture = gl.createTexture();
    this.#size = { columns, rows };
    this.bind();
    gl.texStorage2D(gl.TEXTURE_2D, 1, this.#format, columns, rows);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, this.#filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, this.#filter);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#texture, 0);
  }
}
