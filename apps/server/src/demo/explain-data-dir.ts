import { resolve, sep } from 'node:path';
import { ConfigError } from '../config/read-config.ts';

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'its quota is used up',
  EROFS: 'it is read-only',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  ENOENT: 'there is no such place, and it can not be made',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
  EIO: 'the disk fails',
};

// A full disk in the words of PostgreSQL: its programs, its log, and SQLSTATE 53100 of a statement.
const FULL = /No space left on device|could not extend file|Check free disk space|disk quota exceeded|53100/i;

export const explainDataDir = (dataDir: string, error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ConfigError) return error;
  const reason = findReason(resolve(dataDir), error);
  if (!reason) return error;
  return new ConfigError(
    `DATA_DIR: ${dataDir} can't be used: ${REASONS[reason]}. ${adviseOn(reason)}, and start again.`,
    { cause: error },
  );
};

const adviseOn = (reason: string): string =>
  reason === 'ENOSPC' || reason === 'EDQUOT'
    ? 'Make room or set DATA_DIR to another folder'
    : 'Set DATA_DIR to a folder that this user can make and write to';

const findReason = (dataDir: string, error: NodeJS.ErrnoException): string | undefined => {
  const { code = '', path = '', message, cause } = error;
  if (code === 'ENOSPC' || code === 'EDQUOT') return code;
  if (REASONS[code] && isAbout(dataDir, path)) return code;
  if (FULL.test(message) || code === '53100') return 'ENOSPC';
  return cause instanceof Error ? findReason(dataDir, cause) : undefined;
};

const isAbout = (dataDir: string, path: string): boolean =>
  path !== '' && (isBelow(path, dataDir) || isBelow(dataDir, path));

// Without the separator, /data-old would count as a part of /data.
const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
