import { describeCauses } from '../describe-causes.ts';
import { readDatabaseFailure } from '../read-database-failure.ts';

/** The words hold no secret; `isRefusal` where the part answered, so that asking again won't help. */
export type Fault = { words: string; isRefusal: boolean };

/** For readers who may see neither hosts nor paths: the service's words and a code. */
export const describeFault = (error: unknown): Fault => {
  const code = readCode(error);
  const words = code === undefined ? undefined : (WORDS[code] ?? WORDS[code.slice(0, 2)]);
  if (!words) return { words: code ? `fails (${code})` : 'fails', isRefusal: false };
  return { words: `${words} (${code})`, isRefusal: REFUSALS.has(code!) || REFUSALS.has(code!.slice(0, 2)) };
};

/** By PostgreSQL's SQLSTATE or its first two characters, by the code of S3, and by the errno of a disk or a connection. */
export const WORDS: Record<string, string> = {
  '25006': 'may only be read',
  '53100': 'has no room left on its disk',
  '53300': 'has no connection left',
  '53': 'has no memory or connection left',
  '28': 'refuses the user or the password',
  '3D': 'is not there',
  '42': 'refuses the right to write, or lacks a migration',
  '57': 'is stopping, starting or too busy',
  '08': 'lost the connection',
  NoSuchBucket: 'is not there',
  AccessDenied: 'refuses the right to write',
  InvalidAccessKeyId: 'refuses the user or the password',
  SignatureDoesNotMatch: 'refuses the user or the password',
  ENOENT: 'is not there',
  ENOSPC: 'has no room left on its disk',
  EDQUOT: 'has no room left in its quota',
  EFBIG: 'has no room left on its disk',
  EROFS: 'may only be read',
  EACCES: 'refuses the right to write',
  EPERM: 'refuses the right to write',
  ECONNREFUSED: 'does not answer',
  ECONNRESET: 'lost the connection',
  ETIMEDOUT: 'gives no answer in time',
  ENOTFOUND: 'has a name that leads nowhere',
};

/** These answers stay until somebody acts; others may be gone at the next try. */
export const REFUSALS: ReadonlySet<string> = new Set([
  ...['25006', '53100', '28', '3D', '42'],
  ...['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'ENOENT'],
  ...['NoSuchBucket', 'AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch'],
]);

const readCode = (error: unknown): string | undefined => {
  const failure = readDatabaseFailure(error);
  if (failure) return failure.code;
  const causes = describeCauses(new Error('probe', { cause: error }));
  // An answer of S3 has its code for its name.
  const code = causes.find((cause) => cause.code)?.code ?? causes.find(({ name }) => name in WORDS)?.name;
  // The driver's own timeouts have no code.
  return code ?? (causes.some(({ message }) => /timeout/i.test(message)) ? 'ETIMEDOUT' : undefined);
};
