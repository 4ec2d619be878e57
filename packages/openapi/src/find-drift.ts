import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What to tell when a file is not the text it should be, or undefined when it is. */
export const findDrift = async (file: URL, text: string): Promise<string | undefined> => {
  const written = await readFile(file, 'utf8').catch(explainMissing);
  if (written === text) return undefined;
  return `${fileURLToPath(file)} does not match the contract. Mend it with: pnpm openapi`;
};

const explainMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};
