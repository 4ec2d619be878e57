import { expect, test } from 'vitest';
import { ConfigError } from '../config/read-config.ts';
import { explainDataDir } from './explain-data-dir.ts';

const systemError = (code: string, path?: string) => Object.assign(new Error(`${code}: x`), { code, path });
const FULL = "DATA_DIR: /data can't be used: the disk is full. Make room or set DATA_DIR to another folder";

test.each([
  ['a file', systemError('ENOSPC', '/data/master-key')],
  ['a folder elsewhere', systemError('ENOSPC', '/var/lib/x')],
  ['initdb', new Error("PostgreSQL's initdb failed: could not extend file base/1: No space left on device")],
  ['a statement', systemError('53100')],
  ['what lies beneath', new Error('no', { cause: systemError('ENOSPC') })],
])('a full disk names DATA_DIR and what to do, whoever meets it: %s', (_, error) => {
  const explained = explainDataDir('/data', error);
  expect(explained).toBeInstanceOf(ConfigError);
  expect((explained as Error).message).toContain(FULL);
});

test.each([
  ['EROFS', '/data'],
  ['EACCES', '/data/server.lock.x'],
  ['ENOENT', '/data'],
  ['ENOTDIR', '/data/postgres'],
  ['EEXIST', '/data'],
])('a folder that can not be made or used says to set another, and not to make room: %s', (code, path) => {
  const { message } = explainDataDir('/data', systemError(code, path)) as Error;
  expect(message).toContain(
    '. Set DATA_DIR to a folder that this user can make and write to, and start again.',
  );
  expect(message).not.toMatch(/make room/i);
});

test('a folder whose name only begins the same is another one', () => {
  const error = systemError('EACCES', '/data-old/x');
  expect(explainDataDir('/data', error)).toBe(error);
});

test('a place that refuses names DATA_DIR; another file, and what is in words already, stay as they are', () => {
  const refused = explainDataDir('/data', systemError('EACCES', '/data/server.lock.x'));
  expect((refused as Error).message).toMatch(/^DATA_DIR: \/data .*this user may not use it/);
  const others = [systemError('EACCES', '/etc/seal.p12'), new ConfigError('PORT: x'), new Error('x'), 'x'];
  expect(others.map((error) => explainDataDir('/data', error))).toEqual(others);
});
