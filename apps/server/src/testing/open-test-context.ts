import { readConfig } from '../config/read-config.ts';
import { createContext, type Context, type Overrides } from '../context.ts';
import { dataDirOf } from './data-dir-of.ts';

export const openTestContext = (databaseUrl: string, overrides: Overrides = {}): Promise<Context> =>
  createContext(
    readConfig({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDirOf(databaseUrl),
      BASE_URL: 'http://127.0.0.1:1',
      MASTER_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SMTP_URL: 'smtp://127.0.0.1:1',
      LOG_LEVEL: 'silent',
    }),
    overrides,
  );
