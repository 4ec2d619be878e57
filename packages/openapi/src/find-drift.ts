import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Explains that a file is not the text that it should be; undefined when it is. */
export const findDrift = async (file: URL, text: string): Promise<string | undefined> => {
  const written = await readFile(file, 'utf8').catch(explainMissing);
  if (written === text) return undefined;
  return `${fileURLToPath(file)} does not match the contract. Mend it with: pnpm openapi`;
};

const explainMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};
