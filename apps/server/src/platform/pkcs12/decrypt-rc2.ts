/**
 * Decrypts RC2 in CBC mode (RFC 2268) and takes the padding off. No file should be encrypted by it any more, but
 * Windows, Java and OpenSSL 1 wrote PKCS#12 files so for decades, and OpenSSL 3, so Node, has it no longer.
 *
 * @throws {RangeError} when it is not whole blocks, or the padding is none: a wrong key
 */
export const decryptRc2 = (
  encrypted: Uint8Array,
  { key, iv }: { key: Uint8Array; iv: Uint8Array },
): Buffer => {
  if (encrypted.length === 0 || encrypted.length % BLOCK !== 0) throw new RangeError('No whole blocks.');
  const words = expandKey(key);
  const plain = Buffer.alloc(encrypted.length);
  let previous = iv;
  for (let start = 0; start < encrypted.length; start += BLOCK) {
    const block = encrypted.subarray(start, start + BLOCK);
    plain.set(decryptBlock(block, words), start);
    for (let index = 0; index < BLOCK; index++) plain[start + index]! ^= previous[index]!;
    previous = block;
  }
  return removePadding(plain);
};

const BLOCK = 8;
const MASK = 0xffff;

/** The digits of pi that the cipher is made of: RFC 2268, section 2. */
const PI = Buffer.from(
  'd978f9c419ddb5ed28e9fd794aa0d89dc67e37832b76538e624c6488448bfba2' +
    '179a59f587b34f1361456d8d09817d32bd8f40eb86b77b0bf09521225c6b4e82' +
    '54d66593ce60b21c7356c014a78cf1dc1275ca1f3bbee4d1423dd430a33cb626' +
    '6fbf0eda4669075727f21d9bbc944303f811c7f690ef3ee706c3d52fc8661ed7' +
    '08e8eade8052eef784aa72ac354d6a2a961ad2715a1549744b9fd05e0418a4ec' +
    'c2e0416e0f51cbcc2491af50a1f47039997c3a8523b8b47afc02365b25559731' +
    '2d5dfa98e38a92ae05df2910676cbac9d300e6cfe19ea82c6316013f58e289a9' +
    '0d38341bab33ffb0bb480c5fb9b1cd2ec5f3db47e5a59c770aa62068fe7fc1ad',
  'hex',
);

/** Section 2: 64 words. All bits of the key count, as in PKCS#12. */
const expandKey = (key: Uint8Array): Uint16Array => {
  const bytes = new Uint8Array(128);
  bytes.set(key);
  for (let index = key.length; index < 128; index++) {
    bytes[index] = PI[(bytes[index - 1]! + bytes[index - key.length]!) & 0xff]!;
  }
  const first = 128 - key.length;
  bytes[first] = PI[bytes[first]!]!;
  for (let index = first - 1; index >= 0; index--) {
    bytes[index] = PI[bytes[index + 1]! ^ bytes[index + key.length]!]!;
  }
  return Uint16Array.from({ length: 64 }, (_, index) => bytes[2 * index]! | (bytes[2 * index + 1]! << 8));
};

// Section 4: the rounds of the encryption, backwards: five mixing, a mashing, six mixing, a mashing, five mixing.
const decryptBlock = (block: Uint8Array, words: Uint16Array): Uint8Array => {
  const r = Uint16Array.from({ length: 4 }, (_, index) => block[2 * index]! | (block[2 * index + 1]! << 8));
  for (let round = 15; round >= 0; round--) {
    unmix(r, words, round);
    if (round === 11 || round === 5) unmash(r, words);
  }
  return Uint8Array.from({ length: BLOCK }, (_, index) => r[index >> 1]! >> (8 * (index & 1)));
};

const SHIFTS = [1, 2, 3, 5];

const unmix = (r: Uint16Array, words: Uint16Array, round: number): void => {
  for (let index = 3; index >= 0; index--) {
    const [before, second, third] = [r[(index + 3) & 3]!, r[(index + 2) & 3]!, r[(index + 1) & 3]!];
    const rotated = (r[index]! >> SHIFTS[index]!) | (r[index]! << (16 - SHIFTS[index]!));
    r[index] = (rotated - words[4 * round + index]! - (before & second) - (~before & third)) & MASK;
  }
};

const unmash = (r: Uint16Array, words: Uint16Array): void => {
  for (let index = 3; index >= 0; index--) r[index]! -= words[r[(index + 3) & 3]! & 63]!;
};

const removePadding = (plain: Buffer): Buffer => {
  const count = plain.at(-1)!;
  const padding = plain.subarray(-count);
  if (count < 1 || count > BLOCK || padding.some((byte) => byte !== count))
    throw new RangeError('No padding.');
  return plain.subarray(0, -count);
};
