import type { PackedFilter } from './detection-filter.ts';
import { attributes, fragmentShader, vertexShader } from './detection-shaders.ts';
import type { Run } from './detections-index.ts';
import { createProgram } from './gl-program.ts';
import { bytesPerDetection } from './packed-detections.ts';

/** What is drawn. Whoever changes a member hands over the whole again; unchanged buffers are not sent twice. */
export type DetectionScene = {
  /** Packed detections, 16 bytes each. */
  readonly words: Uint32Array;
  /** What of them lies in the view. */
  readonly parts: readonly DrawPart[];
  /** Packed detections that are drawn once more, on top and with rings. */
  readonly marked: Uint32Array;
  /** 256 colours, RGBA bytes; alpha 0 hides the category. */
  readonly palette: Uint8Array;
  readonly filter: PackedFilter;
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
};

const worldSize = 2 ** 32;

/** Draws detections with WebGL2 from the packed buffer, without touching single points on the processor. */
export class DetectionsPainter {
  readonly #gl: WebGL2RenderingContext;
  readonly #uniforms: (name: string) => WebGLUniformLocation | null;
  readonly #all: PointBuffer;
  readonly #marked: PointBuffer;
  #palette: Uint8Array | undefined;

  /** Throws when the program cannot be built. */
  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    const program = createProgram(gl, vertexShader, fragmentShader);
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook.
    gl.useProgram(program);
    const locations = new Map<string, WebGLUniformLocation | null>();
    this.#uniforms = (name) => {
      if (!locations.has(name)) locations.set(name, gl.getUniformLocation(program, name));
      return locations.get(name) ?? null;
    };
    this.#all = new PointBuffer(gl);
    this.#marked = new PointBuffer(gl);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  paint(scene: DetectionScene, view: PaintView): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    this.#setPalette(scene.palette);
    this.#setFilter(scene.filter);
    this.#setView(view);
    this.#all.set(scene.words);
    this.#marked.set(scene.marked);
    this.#drawParts(this.#all, scene.parts, false);
    this.#drawParts(
      this.#marked,
      scene.parts.map(({ offset }) => ({ offset, runs: [this.#marked.whole] })),
      true,
    );
  }

  #drawParts(buffer: PointBuffer, parts: readonly DrawPart[], onlyRings: boolean): void {
    this.#gl.uniform1i(this.#uniforms('onlyRings'), onlyRings ? 1 : 0);
    for (const { offset, runs } of parts) {
      this.#gl.uniform1f(this.#uniforms('worldOffset'), offset);
      for (const run of runs) buffer.draw(run);
    }
  }

  #setPalette(palette: Uint8Array): void {
    if (palette === this.#palette) return;
    const gl = this.#gl;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, palette);
    this.#palette = palette;
  }

  #setFilter({ time, confidence, box }: PackedFilter): void {
    const gl = this.#gl;
    gl.uniform1i(this.#uniforms('hasTime'), time ? 1 : 0);
    gl.uniform2ui(this.#uniforms('timeRange'), time?.from ?? 0, time?.to ?? 0);
    gl.uniform1i(this.#uniforms('hasConfidence'), confidence === null ? 0 : 1);
    gl.uniform1ui(this.#uniforms('minConfidence'), confidence ?? 0);
    gl.uniform1i(this.#uniforms('hasBox'), box ? 1 : 0);
    gl.uniform4ui(this.#uniforms('box'), box?.west ?? 0, box?.east ?? 0, box?.north ?? 0, box?.south ?? 0);
  }

  #setView(view: PaintView): void {
    const gl = this.#gl;
    const wrappedX = view.centerX - Math.floor(view.centerX / worldSize) * worldSize;
    const clampedY = Math.min(worldSize - 1, Math.max(0, view.centerY));
    const [x, y] = [Math.floor(wrappedX), Math.floor(clampedY)];
    gl.uniform2ui(this.#uniforms('center'), x, y);
    gl.uniform2f(this.#uniforms('centerFraction'), wrappedX - x, view.centerY - y);
    gl.uniformMatrix2fv(this.#uniforms('unitsToClip'), false, unitsToClip(view));
    gl.uniform1f(this.#uniforms('pixelRatio'), view.pixelRatio);
    gl.uniform1f(this.#uniforms('radius'), view.radius);
  }
}

/** Feed units from the view's centre (y southwards) to clip coordinates, by columns. */
export function unitsToClip({ width, height, unitsPerPixel, rotation }: PaintView): Float32Array {
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  const x = 2 / (unitsPerPixel * width);
  const y = 2 / (unitsPerPixel * height);
  return new Float32Array([cos * x, -sin * y, -sin * x, -cos * y]);
}

/** Packed points on the graphics card. */
class PointBuffer {
  readonly #gl: WebGL2RenderingContext;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  #words: Uint32Array | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#array = gl.createVertexArray();
    this.#buffer = gl.createBuffer();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (const location of Object.values(attributes)) gl.enableVertexAttribArray(location);
    gl.vertexAttribIPointer(attributes.position, 2, gl.UNSIGNED_INT, bytesPerDetection, 0);
    gl.vertexAttribIPointer(attributes.time, 1, gl.UNSIGNED_INT, bytesPerDetection, 8);
    gl.vertexAttribIPointer(attributes.facts, 4, gl.UNSIGNED_BYTE, bytesPerDetection, 12);
  }

  set(words: Uint32Array): void {
    if (words === this.#words) return;
    this.#gl.bindBuffer(this.#gl.ARRAY_BUFFER, this.#buffer);
    this.#gl.bufferData(this.#gl.ARRAY_BUFFER, words, this.#gl.STATIC_DRAW);
    this.#words = words;
  }

  get whole(): Run {
    return { from: 0, to: ((this.#words?.length ?? 0) * 4) / bytesPerDetection };
  }

  draw({ from, to }: Run): void {
    if (from === to) return;
    this.#gl.bindVertexArray(this.#array);
    this.#gl.drawArrays(this.#gl.POINTS, from, to - from);
  }
}
