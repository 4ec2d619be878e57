import { createDecipheriv, hkdfSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { dataDirOf } from '../../../testing/data-dir-of.ts';
import type { TestServer } from '../../../testing/start-test-server.ts';

export type Kept = { source: string; ways: Way[]; bytes: Buffer };

export type Way = 'sealed' | 'hex' | 'base64' | 'quoted' | 'pdf' | 'zip';

type Unfolded = Omit<Kept, 'source'>;

/**
 * Each row of each table of each schema, the queue of jobs among them, and each file. Sealed values are opened, packed
 * ones unpacked, encoded ones decoded. Rows and files that name one of `except` are left out.
 */
export const dumpEverything = async (
  server: TestServer,
  { except }: { except: string[] },
): Promise<Kept[]> => {
  const kept = [...(await dumpTables(server)), ...(await dumpFiles(server))];
  return kept
    .filter(({ source, bytes }) => !except.some((id) => source.includes(id) || bytes.includes(id)))
    .flatMap(({ source, bytes }) => unfold(bytes).map((each) => ({ source, ...each })));
};

type Lying = Omit<Kept, 'ways'>;

const dumpTables = async ({ context: { database } }: TestServer): Promise<Lying[]> => {
  const { rows: tables } = await database.pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
  `);
  const kept: Lying[] = [];
  for (const { name } of tables) {
    const { rows } = await database.pool.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
    kept.push(...rows.map(({ row }) => ({ source: name, bytes: Buffer.from(JSON.stringify(row)) })));
  }
  return kept;
};

const dumpFiles = async ({ databaseUrl }: TestServer): Promise<Lying[]> => {
  const folder = dataDirOf(databaseUrl);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (source) => ({ source, bytes: await readFile(source) })));
};

export const unfold = (bytes: Buffer, ways: Way[] = []): Unfolded[] => {
  const inner = [...inflate(bytes), ...decode(bytes)];
  return [{ bytes, ways }, ...inner.flatMap(([way, each]) => unfold(each, [...ways, way]))];
};

type Inner = readonly [Way, Buffer];
const by = (way: Way, found: Buffer[]): Inner[] => found.map((bytes) => [way, bytes]);

// The streams of a PDF, and the files of a ZIP, wherever they begin.
const inflate = (bytes: Buffer): Inner[] => [
  ...findAll(bytes, 'stream\n').flatMap((at) =>
    by(
      'pdf',
      attempt(() => inflateSync(bytes.subarray(at + 7), LENIENT)),
    ),
  ),
  ...findAll(bytes, 'PK\x03\x04').flatMap((at) =>
    by(
      'zip',
      attempt(() => inflateRawSync(bytes.subarray(dataOf(bytes, at)), LENIENT)),
    ),
  ),
];

const LENIENT = { finishFlush: 2 };

const dataOf = (bytes: Buffer, at: number): number =>
  at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);

const findAll = (bytes: Buffer, text: string): number[] => {
  const found: number[] = [];
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) found.push(at);
  return found;
};

const attempt = (read: () => Buffer): Buffer[] => {
  try {
    const bytes = read();
    return bytes.length > 0 ? [bytes] : [];
  } catch {
    return [];
  }
};

const decode = (bytes: Buffer): Inner[] => {
  if (bytes.length > 5_000_000 || bytes.includes(0)) return [];
  const text = bytes.toString('utf8');
  return [
    ...[...text.matchAll(SEALED)].flatMap(([, sealed]) =>
      by(
        'sealed',
        attempt(() => openSealed(sealed!)),
      ),
    ),
    ...[...text.matchAll(HEX)].flatMap(([, hex]) => by('hex', [Buffer.from(hex!, 'hex')])),
    ...[...text.matchAll(BASE64)].flatMap(([encoded]) =>
      by('base64', [Buffer.from(encoded, 'base64')].filter(isReadable)),
    ),
    ...[...text.matchAll(ESCAPED)].flatMap(([quoted]) =>
      by(
        'quoted',
        attempt(() => Buffer.from(JSON.parse(quoted) as string)),
      ),
    ),
  ];
};

const SEALED = /v1\.test\.([A-Za-z0-9_-]{38,})/g;
const HEX = /\\x((?:[0-9a-f]{2}){8,})/g;
const BASE64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const ESCAPED = /"(?:[^"\\]|\\.)*\\(?:[^"\\]|\\.)*"/g;

// Most matches are a hash or an id.
const isReadable = (bytes: Buffer): boolean => /^[\x20-\x7e\n]{12,}$/.test(bytes.toString('latin1'));

/** Sealed under the test's key, wherever it is bound: in a later column, too. */
const openSealed = (sealed: string): Buffer => {
  const bytes = Buffer.from(sealed, 'base64url');
  const key = Buffer.from(hkdfSync('sha256', Buffer.alloc(32, 7), '', 'seal', 32));
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  return cipher.update(bytes.subarray(28));
};
