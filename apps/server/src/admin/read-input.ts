/** Reads text until it is whole, or longer than `most`: standard input has no end of its own at a terminal. */
export const readInput = async (
  input: AsyncIterable<Buffer>,
  { most, isWhole }: { most: number; isWhole: (text: string) => boolean },
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
