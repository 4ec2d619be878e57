import { readFile } from 'node:fs/promises';
import { createTxtResolver, type ResolveTxt } from '../platform/dns/create-txt-resolver.ts';

/**
 * Finds TXT records in a file first, then in the DNS: so a domain can be verified at one's desk, where nobody else may
 * be harmed by it. A line has the name of a record and its value.
 */
export const createDemoTxt =
  ({ file, ask = createTxtResolver() }: { file: string; ask?: ResolveTxt }): ResolveTxt =>
  async (name) => {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const found = text
      .split(/\r?\n/)
      .map((line) => line.trim().split(/\s+/, 2))
      .filter(([given]) => given?.toLowerCase() === name.toLowerCase())
      .map(([, value = '']) => value);
    return found.length > 0 ? found : ask(name);
  };
