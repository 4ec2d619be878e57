import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Gives an explanation where a file differs from its expected text; undefined where it does not. */
export const findDrift = async (file: URL, text: string): Promise<string | undefined> => {
  const written = await readFile(file, 'utf8').catch(explainMissing);
  if (written === text) return undefined;
  return `${fileURLToPath(file)} does not match the contract. Mend it with: pnpm openapi`;
};

const explainMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};
