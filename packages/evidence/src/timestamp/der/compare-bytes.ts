/** Negative, 0 or positive, as `one` comes before, is, or comes after `other` in the order of DER's sets. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const index = one.findIndex((byte, at) => byte !== other[at]);
  if (index === -1) return one.length - other.length;
  return one[index]! - (other[index] ?? -1);
}
