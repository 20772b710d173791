import type { PackedFilter } from './detection-filter.ts';
import type { PaintView } from './paint-view.ts';

const worldSize = 2 ** 32;

/**
 * A program and its uniforms; filter and view are those of `detectionShaderHeader`, for programs that begin with it.
 */
export class DetectionUniforms {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #locations = new Map<string, WebGLUniformLocation | null>();

  constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#gl = gl;
    this.#program = program;
  }

  /** Makes it the current program. */
  use(): void {
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook.
    this.#gl.useProgram(this.#program);
  }

  /** The location of a uniform; null when the program has none of that name. */
  location(name: string): WebGLUniformLocation | null {
    if (!this.#locations.has(name)) {
      this.#locations.set(name, this.#gl.getUniformLocation(this.#program, name));
    }
    return this.#locations.get(name) ?? null;
  }

  setFilter({ time, confidence, box, verdicts, flagStates }: PackedFilter): void {
    const gl = this.#gl;
    gl.uniform1i(this.location('hasTime'), time ? 1 : 0);
    gl.uniform2ui(this.location('timeRange'), time?.from ?? 0, time?.to ?? 0);
    gl.uniform1i(this.location('hasConfidence'), confidence === null ? 0 : 1);
    gl.uniform1ui(this.location('minConfidence'), confidence ?? 0);
    gl.uniform1i(this.location('hasBox'), box ? 1 : 0);
    gl.uniform4ui(this.location('box'), box?.west ?? 0, box?.east ?? 0, box?.north ?? 0, box?.south ?? 0);
    gl.uniform1ui(this.location('verdicts'), verdicts);
    gl.uniform1ui(this.location('flagStates'), flagStates);
  }

  setView(view: PaintView): void {
    const gl = this.#gl;
    const wrappedX = view.centerX - Math.floor(view.centerX / worldSize) * worldSize;
    const clampedY = Math.min(worldSize - 1, Math.max(0, view.centerY));
    const [x, y] = [Math.floor(wrappedX), Math.floor(clampedY)];
    gl.uniform2ui(this.location('center'), x, y);
    gl.uniform2f(this.location('centerFraction'), wrappedX - x, view.centerY - y);
    gl.uniformMatrix2fv(this.location('unitsToClip'), false, unitsToClip(view));
  }
}

/** Feed units from the view's center (y southwards) to clip coordinates, by columns. */
export function unitsToClip({
  width,
  height,
  unitsPerPixel,
  rotation,
}: Pick<PaintView, 'width' | 'height' | 'unitsPerPixel' | 'rotation'>): Float32Array {
  const cos = Math.cos(rotation);
  const sin = Math.sin(rotation);
  const x = 2 / (unitsPerPixel * width);
  const y = 2 / (unitsPerPixel * height);
  return new Float32Array([cos * x, -sin * y, -sin * x, -cos * y]);
}
