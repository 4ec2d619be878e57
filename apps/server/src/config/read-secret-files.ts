import { closeSync, openSync, readSync } from 'node:fs';
import { SECRET_NAMES, type SettingName } from './settings.ts';

type Variables = Record<string, string | undefined>;

/** More than any secret has: a file without an end is not read to it. */
const MAX_BYTES = 64 * 1024;

/**
 * Puts each secret that lies in a file, which `<name>_FILE` names, in its setting. A file that can't be used leaves its
 * setting out, and is a problem in words.
 */
export const readSecretFiles = (
  env: Variables,
  names: readonly SettingName[] = SECRET_NAMES,
): { env: Variables; problems: string[] } => {
  const filled = { ...env };
  const problems: string[] = [];
  for (const name of names) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    if (env[name]) {
      problems.push(`${name}, ${name}_FILE: set one of the two`);
      continue;
    }
    const read = readSecretFile(path);
    if ('words' in read) problems.push(`${name}_FILE: ${path} ${read.words}`);
    else filled[name] = read.secret;
  }
  return { env: filled, problems };
};

const readSecretFile = (path: string): { secret: string } | { words: string } => {
  try {
    const bytes = readBytes(path);
    if (bytes.length > MAX_BYTES)
      return { words: `has more than the ${MAX_BYTES} bytes that a secret may have` };
    // Editors and `echo` end a file with a newline, which is no part of the secret.
    const secret = bytes.toString('utf8').replace(/\r?\n$/, '');
    return secret === '' ? { words: 'is empty' } : { secret };
  } catch (error) {
    return { words: sayUnreadable(error) };
  }
};

/** Gives what follows the path of a file that a setting names. */
export const sayUnreadable = (error: unknown): string => {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `${CAUSES[code] ?? "can't be read"} (${code})`;
};

export const NO_PEM =
  'holds no whole certificate in PEM: the lines from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----';

const CAUSES: Record<string, string> = {
  ENOENT: 'is not there',
  EACCES: "may not be read by the service's user",
  EISDIR: 'is a folder',
};

const readBytes = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(file, buffer, length, buffer.length - length, null);
    return buffer.subarray(0, length);
  } finally {
    closeSync(file);
  }
};
