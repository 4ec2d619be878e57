/** The bytes of lower-case hex, two digits a byte. */
export function decodeHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
