import { attributes } from './detection-shaders.ts';
import type { Run } from './detections-index.ts';
import { bytesPerDetection, wordsPerDetection } from './packed-detections.ts';

const nowhere = new Uint32Array(0);
/** Maximum number of slots that are sent one by one. */
const maxPatches = 2_000;

/** The packed detections and their columns on the graphics card. */
export class DetectionBuffers {
  readonly #gl: WebGL2RenderingContext;
  readonly #array: WebGLVertexArrayObject;
  #points: WebGLBuffer;
  /** Empty, or filled by `prepare`. */
  #spare: WebGLBuffer;
  #prepared: Uint32Array | undefined;
  readonly #columns: readonly ColumnBuffer[];
  #words: Uint32Array | undefined;
  /** Slots whose words have changed since they were sent; null: unknown. */
  #touched: Uint32Array | null = nowhere;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#array = gl.createVertexArray();
    this.#points = gl.createBuffer();
    this.#spare = gl.createBuffer();
    gl.bindVertexArray(this.#array);
    for (const location of [attributes.position, attributes.time, attributes.facts]) {
      gl.enableVertexAttribArray(location);
    }
    this.#readPoints();
    this.#columns = [attributes.mask, attributes.size, attributes.heading, attributes.color].map(
      (location) => new ColumnBuffer(gl, location),
    );
  }

  /** Uploads words ahead of `set`, into a second buffer; the current words are drawn until then. */
  prepare(words: Uint32Array): void {
    this.#fill(this.#spare, words);
    this.#prepared = words;
  }

  /**
   * Uploads changed words and columns. A null column means the same byte for all detections: matches, no size, no
   * heading, no value for a color.
   */
  set(words: Uint32Array, columns: readonly (Uint8Array | null)[]): void {
    const gl = this.#gl;
    gl.bindVertexArray(this.#array);
    if (words === this.#words) this.#sendTouched(words);
    else this.#setWords(words);
    this.#touched = nowhere;
    this.#columns.forEach((column, index) => {
      column.set(columns[index] ?? null);
    });
  }

  /** Marks the words at these slots (ascending; null: all) as changed since they were uploaded. */
  markChanged(slots: Uint32Array | null): void {
    this.#touched = slots && this.#touched?.length === 0 ? slots : null;
  }

  #setWords(words: Uint32Array): void {
    // The change may also affect the prepared words.
    const isPrepared = words === this.#prepared && this.#touched?.length === 0;
    if (isPrepared) {
      [this.#points, this.#spare] = [this.#spare, this.#points];
      this.#readPoints();
    } else this.#fill(this.#points, words);
    if (this.#prepared) this.#fill(this.#spare, nowhere);
    this.#prepared = undefined;
    this.#words = words;
  }

  /** The vertex array must be bound. */
  #readPoints(): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#points);
    gl.vertexAttribIPointer(attributes.position, 2, gl.UNSIGNED_INT, bytesPerDetection, 0);
    gl.vertexAttribIPointer(attributes.time, 1, gl.UNSIGNED_INT, bytesPerDetection, 8);
    gl.vertexAttribIPointer(attributes.facts, 4, gl.UNSIGNED_BYTE, bytesPerDetection, 12);
  }

  #fill(buffer: WebGLBuffer, words: Uint32Array): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, words, gl.STATIC_DRAW);
  }

  #sendTouched(words: Uint32Array): void {
    const gl = this.#gl;
    const slots = this.#touched;
    if (slots?.length === 0) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#points);
    if (slots === null || slots.length > maxPatches) {
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, words);
      return;
    }
    for (const slot of slots) {
      gl.bufferSubData(
        gl.ARRAY_BUFFER,
        slot * bytesPerDetection,
        words,
        slot * wordsPerDetection,
        wordsPerDetection,
      );
    }
  }

  draw({ from, to }: Run): void {
    if (from === to) return;
    this.#gl.bindVertexArray(this.#array);
    this.#gl.drawArrays(this.#gl.POINTS, from, to - from);
  }

  /** Draws the slots of a list in an index range that excludes its end. */
  drawListed(list: SlotList, { from, to }: Run): void {
    if (from === to) return;
    const gl = this.#gl;
    gl.bindVertexArray(this.#array);
    list.bind();
    gl.drawElements(gl.POINTS, to - from, gl.UNSIGNED_INT, from * 4);
  }
}

/** A buffer with one byte per detection; without one every detection reads 255. */
class ColumnBuffer {
  readonly #gl: WebGL2RenderingContext;
  readonly #location: number;
  readonly #buffer: WebGLBuffer;
  #bytes: Uint8Array | null = null;
  #length = 0;

  constructor(gl: WebGL2RenderingContext, location: number) {
    this.#gl = gl;
    this.#location = location;
    this.#buffer = gl.createBuffer();
    gl.vertexAttribI4ui(location, 255, 0, 0, 0);
  }

  /** The vertex array must be bound. */
  set(bytes: Uint8Array | null): void {
    if (bytes === this.#bytes) return;
    const gl = this.#gl;
    if (bytes === null) {
      gl.disableVertexAttribArray(this.#location);
    } else {
      gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
      // Reuses the buffer: allocating a new one costs more than filling it.
      if (this.#length === bytes.length) gl.bufferSubData(gl.ARRAY_BUFFER, 0, bytes);
      else gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.DYNAMIC_DRAW);
      this.#length = bytes.length;
      gl.enableVertexAttribArray(this.#location);
      gl.vertexAttribIPointer(this.#location, 1, gl.UNSIGNED_BYTE, 1, 0);
    }
    this.#bytes = bytes;
  }
}

/** A buffer on the graphics card with the slots of highlighted detections. */
export class SlotList {
  readonly #gl: WebGL2RenderingContext;
  readonly #buffer: WebGLBuffer;
  #slots: Uint32Array | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#buffer = gl.createBuffer();
  }

  /** The vertex array that it is drawn with must be bound. */
  set(slots: Uint32Array): void {
    if (slots === this.#slots) return;
    this.bind();
    this.#gl.bufferData(this.#gl.ELEMENT_ARRAY_BUFFER, slots, this.#gl.DYNAMIC_DRAW);
    this.#slots = slots;
  }

  bind(): void {
    this.#gl.bindBuffer(this.#gl.ELEMENT_ARRAY_BUFFER, this.#buffer);
  }
}
