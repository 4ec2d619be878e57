/** Bytes of an upload that wait in memory. After a crash of the server a client sends at most these again. */
export const SEGMENT_BYTES = 4 * 1024 * 1024;

/**
 * Cuts a stream into buffers of that size. When it breaks off, the bytes that have arrived still come before the error.
 */
export async function* cutSegments(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  const take = () => {
    const segment = Buffer.concat(chunks, length);
    chunks = [];
    length = 0;
    return segment;
  };
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= SEGMENT_BYTES) yield take();
    }
  } catch (error) {
    if (length > 0) yield take();
    throw error;
  }
  if (length > 0) yield take();
}
