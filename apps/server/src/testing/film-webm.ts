/** A head, and one track of pictures: number 1, of VP8. */
const HEAD = Buffer.from(
  '1a45dfa380' + '1654ae6b8f' + 'ae8d' + 'd78101' + '838101' + '8685565f565038',
  'hex',
);
const BLOCK_HEAD_BYTES = 9;

/** Passes for a WebM without a location: a head, and one block of one value, as long as is asked for. */
export const filmWebm = (byteSize: number, value = 7): Buffer => {
  const content = Buffer.alloc(byteSize - HEAD.length - BLOCK_HEAD_BYTES, value);
  const head = Buffer.alloc(BLOCK_HEAD_BYTES);
  head.writeBigUInt64BE((1n << 56n) | BigInt(content.length), 1);
  head[0] = 0xa3;
  content[0] = 0x81;
  return Buffer.concat([HEAD, head, content]);
};
