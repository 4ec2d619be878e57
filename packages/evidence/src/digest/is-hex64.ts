const HEX64 = /^[0-9a-f]{64}$/;

/** 32 bytes as 64 lower-case hex characters: the one spelling of hashes and salts, so that `===` compares them. */
export function isHex64(value: unknown): value is string {
  return typeof value === 'string' && HEX64.test(value);
}
