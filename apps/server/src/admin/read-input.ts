/** Reads text to its end, or until it is longer than `most`, or whole: at a terminal, input has no end of its own. */
export const readInput = async (
  input: AsyncIterable<Buffer>,
  { most, isWhole = () => false }: { most: number; isWhole?: (text: string) => boolean },
): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > most || isWhole(chunk.toString('latin1'))) break;
  }
  return Buffer.concat(chunks).toString();
};
