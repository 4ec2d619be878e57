const HEX_DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const HEX64 = /^[0-9a-f]{64}$/;

export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value) && Object.prototype.toString.call(value) === '[object Uint8Array]';
}

/** The time tells where bytes differ, which is harmless: all compared bytes are public. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Compares in the order of DER's sets. */
export function compareBytes(one: Uint8Array, other: Uint8Array): number {
  const index = one.findIndex((byte, at) => byte !== other[at]);
  if (index === -1) return one.length - other.length;
  return one[index]! - (other[index] ?? -1);
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Digits come from a table, since every entry of a chain is hashed. */
export function encodeHex(bytes: Uint8Array): string {
  let hex = '';
  for (const byte of bytes) hex += HEX_DIGITS[byte];
  return hex;
}

export function decodeHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** Hashes and salts have one spelling, 64 lower-case hex characters, so that `===` compares them. */
export function isHex64(value: unknown): value is string {
  return typeof value === 'string' && HEX64.test(value);
}
