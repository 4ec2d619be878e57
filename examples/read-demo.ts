import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Demo = {
  base_url: string;
  api_base_url: string;
  api_key: string;
  webhook_ca_file: string;
  webhook_ca_key_file: string;
};

/** Reads the file that script/server writes about itself in demo mode. */
export const readDemo = async (): Promise<Demo> => {
  const file = join(process.env.DATA_DIR ?? join(import.meta.dirname, '..', '.data'), 'demo.json');
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Demo;
  } catch (cause) {
    throw new Error(`${file} can't be read: start the service first with script/server`, { cause });
  }
};
