import type { PackedFilter } from './detection-filter.ts';
import type { PaintView } from './detections-painter.ts';

const worldSize = 2 ** 32;

/** A program and its uniforms; filter and view are those of `detectionHead`, for programs that begin with it. */
export class DetectionUniforms {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #locations = new Map<string, WebGLUniformLocation | null>();

  constructor(gl: WebGL2RenderingContext, program: WebGLProgram) {
    this.#gl = gl;
    this.#program = program;
  }

  /** From now on the program draws. */
  use(): void {
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of WebGL, not a React hook.
    this.#gl.useProgram(this.#program);
  }

  /** Where the program has a uniform; null where it has none of that name. */
  at(name: string): WebGLUniformLocation | null {
    if (!this.#locations.has(name)) {
      this.#locations.set(name, this.#gl.getUniformLocation(this.#program, name));
    }
    return this.#locations.get(name) ?? null;
  }

  setFilter({ time, confidence, box, verdicts, flagStates }: PackedFilter): void {
    const gl = this.#gl;
    gl.uniform1i(this.at('hasTime'), time ? 1 : 0);
    gl.uniform2ui(this.at('timeRange'), time?.from ?? 0, time?.to ?? 0);
    gl.uniform1i(this.at('hasConfidence'), confidence === null ? 0 : 1);
    gl.uniform1ui(this.at('minConfidence'), confidence ?? 0);
    gl.uniform1i(this.at('hasBox'), box ? 1 : 0);
    gl.uniform4ui(this.at('box'), box?.west ?? 0, box?.east ?? 0, box?.north ?? 0, box?.south ?? 0);
    gl.uniform1ui(this.at('verdicts'), verdicts);
    gl.uniform1ui(this.at('flagStates'), flagStates);
  }

  setView(view: PaintView): void {
    const gl = this.#gl;
    const wrappedX = view.centerX - Math.floor(view.centerX / worldSize) * worldSize;
    const clampedY = Math.min(worldSize - 1, Math.max(0, view.centerY));
    const [x, y] = [Math.floor(wrappedX), Math.floor(clampedY)];
    gl.uniform2ui(this.at('center'), x, y);
    gl.uniform2f(this.at('centerFraction'), wrappedX - x, view.centerY - y);
    gl.uniformMatrix2fv(this.at('unitsToClip'), false, unitsToClip(view));
  }
}

/** Feed units from the view's centre (y southwards) to clip coordinates, by columns. */
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
