/** NaN beyond 2^53 - 1, which no file has and nothing equals. */
export function readUint64(view: DataView, offset: number): number {
  const value = view.getBigUint64(offset, true);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : NaN;
}
