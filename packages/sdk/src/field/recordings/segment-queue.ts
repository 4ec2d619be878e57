import { type Content, measureContent, type OpenContent } from '../transport/content.ts';

type Segment = Pick<OpenContent, 'byteSize' | 'read'>;

/**
 * Bytes of a recording that are not known to have arrived, in order, by their position in the whole: the service tells
 * such positions, too.
 */
export class SegmentQueue {
  readonly #segments: Segment[] = [];
  #base: number;
  #from: number;
  #to: number;

  constructor(from: number) {
    this.#base = this.#from = this.#to = from;
  }

  get from(): number {
    return this.#from;
  }

  get to(): number {
    return this.#to;
  }

  get byteSize(): number {
    return this.#to - this.#from;
  }

  /** Bytes are copied, since the caller may reuse their memory; a Blob can't change. */
  add(content: Content): void {
    const { byteSize, read } = measureContent(content);
    if (byteSize === 0) return;
    const kept = 'slice' in content && 'size' in content ? null : read(0, byteSize);
    this.#segments.push({
      byteSize,
      read: kept ? async (from, to) => (await kept).slice(from, to) : read,
    });
    this.#to += byteSize;
  }

  dropTo(position: number): void {
    this.#from = position;
    while (this.#segments[0] && this.#base + this.#segments[0].byteSize <= position) {
      this.#base += this.#segments.shift()!.byteSize;
    }
  }

  async readFirst(mostBytes: number): Promise<ArrayBuffer> {
    const part = new Uint8Array(Math.min(mostBytes, this.byteSize));
    let skipped = this.#from - this.#base;
    let length = 0;
    for (const { byteSize, read } of this.#segments) {
      if (length === part.length) break;
      const to = Math.min(byteSize, skipped + part.length - length);
      part.set(new Uint8Array(await read(skipped, to)), length);
      length += to - skipped;
      skipped = 0;
    }
    return part.buffer;
  }
}
