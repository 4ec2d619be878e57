import { readFile } from 'node:fs/promises';
import path from 'node:path';

export async function buildDatabaseUrl(location: string, port: number): Promise<string> {
  const password = await readFile(path.join(location, 'password'), 'utf8');
  return `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
}
