import { densityCellPixels, densityGrid, viewToGrid } from './density-grid.ts';
import { densityRampLength, rampComponents } from './density-ramp.ts';
import type { DetectionScene } from './detection-scene.ts';
import { detectionShaderHeader } from './detection-shaders.ts';
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

/** Counts each matching detection in its square. */
const countVertexShader = `${detectionShaderHeader}
uniform vec4 viewToGrid; // factor and offset of x, then of y

void main() {
  gl_PointSize = 1.0;
  if (!matches(categoryColor().a)) {
    gl_Position = nowhere;
    return;
  }
  vec2 clip = clipPosition();
  gl_Position = vec4(clip.x * viewToGrid.x + viewToGrid.y, clip.y * viewToGrid.z + viewToGrid.w, 0.0, 1.0);
}
`;

/** One detection. */
const countFragmentShader = `#version 300 es
precision highp float;
out vec4 fragment;
void main() {
  fragment = vec4(1.0, 0.0, 0.0, 0.0);
}
`;

/** A triangle that covers the whole render target. */
const coverVertexShader = `#version 300 es
void main() {
  gl_Position = vec4(vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0), 0.0, 1.0);
}
`;

/** Smooths the counts slightly and colors them on a logarithmic scale. */
const rampFragmentShader = `#version 300 es
precision highp float;

uniform sampler2D counts;
uniform float top;
uniform vec3 ramp[${densityRampLength}];
out vec4 fragment;

float countAt(ivec2 texel) {
  return texelFetch(counts, clamp(texel, ivec2(0), textureSize(counts, 0) - 1), 0).r;
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  float smoothed = 0.0;
  for (int y = -1; y <= 1; y++) {
    for (int x = -1; x <= 1; x++) {
      smoothed += countAt(texel + ivec2(x, y)) * float((2 - abs(x)) * (2 - abs(y))) / 16.0;
    }
  }
  // A square never shows less than it holds, so that the colors can be read off the legend.
  float count = max(countAt(texel), 0.5 * smoothed);
  if (count == 0.0) {
    fragment = vec4(0.0);
    return;
  }
  float share = clamp(log(max(count, 1.0)) / log(top), 0.0, 1.0);
  float along = share * float(${densityRampLength - 1});
  int from = min(int(along), ${densityRampLength - 2});
  vec3 color = mix(ramp[from], ramp[from + 1], along - float(from));
  // Values below one: the faded edge of a single detection.
  float alpha = min(1.0, count * 1.6) * mix(0.8, 0.96, share);
  fragment = vec4(color * alpha, alpha);
}
`;

/** Draws the colored squares over the view. */
const overlayFragmentShader = `#version 300 es
precision highp float;

uniform sampler2D colors;
uniform vec2 squaresPerPixel; // of the device
uniform vec2 origin;          // squares from the grid's lower left corner to the view's
out vec4 fragment;

void main() {
  vec2 square = gl_FragCoord.xy * squaresPerPixel + origin;
  fragment = texture(colors, square / vec2(textureSize(colors, 0)));
}
`;
