const EBML = Buffer.from('1a45dfa380', 'hex');
const BLOCK_HEAD_BYTES = 9;

/** Bytes that pass for a WebM without a place: a header, and one block as long as is asked for, of one value. */
export const filmWebm = (byteSize: number, value = 7): Buffer => {
  const content = Buffer.alloc(byteSize - EBML.length - BLOCK_HEAD_BYTES, value);
  const head = Buffer.alloc(BLOCK_HEAD_BYTES);
  head.writeBigUInt64BE((1n << 56n) | BigInt(content.length), 1);
  head[0] = 0xa3;
  return Buffer.concat([EBML, head, content]);
};
