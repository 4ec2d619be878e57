import { BundleRefusal } from '../../bundle-refusal.ts';

export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Gives NaN beyond 2^53 - 1, which no file has and nothing equals. */
export function readUint64(view: DataView, offset: number): number {
  const value = view.getBigUint64(offset, true);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : NaN;
}

export function differs(path: string, part: string): BundleRefusal {
  return new BundleRefusal(path, 'malformed_zip', `The ZIP file says two things of ${part}.`);
}

export function unusual(path: string): BundleRefusal {
  return new BundleRefusal(path, 'unsupported_zip', 'It is encrypted, a link, or packed in an unusual way.');
}
