import type { Config, Secrets } from '../../config/read-config.ts';
import { describeCauses } from '../../platform/describe-causes.ts';

/** `databaseUrl` is the embedded database's where the settings name none. */
export type Examined = { config: Config; secrets: Secrets; databaseUrl: string };

/**
 * The finding of a part. `warning` is worth a look and stops nothing; `off` is not configured, which is no fault.
 * `words` says what is there or wrong, and what to do; no secret is in it.
 */
export type Finding = { part: string; state: 'ok' | 'warning' | 'wrong' | 'off'; words: string };

export type Verdict = Omit<Finding, 'part'>;

export type Probe = { part: string; remedy: string; run: () => Promise<Verdict | Verdict[]> };

export class Fault extends Error {
  override name = 'Fault';
}

export const ok = (words: string): Verdict => ({ state: 'ok', words });
export const off = (words: string): Verdict => ({ state: 'off', words });
export const warn = (words: string): Verdict => ({ state: 'warning', words });
export const wrong = (words: string): Verdict => ({ state: 'wrong', words });

/** Leaves out addresses, links and numbers: they may hold secrets. */
export const explain = (error: unknown): string => {
  if (error instanceof Fault) return error.message;
  const causes = describeCauses(new Error('probe', { cause: error }));
  // Some libraries give a code of their own, and the system's in the message.
  const codes = causes.flatMap(({ code = '', message }) => [
    code,
    ...(message.match(/\bE[A-Z]{4,}\b/g) ?? []),
  ]);
  const code = codes.findLast((each) => each in WORDS);
  if (code) return `${WORDS[code]} (${code}).`;
  const message = causes.at(-1)?.message || 'It fails';
  // The drivers' own deadlines have no code.
  if (/time-?out/i.test(message)) return `${WORDS['ETIMEDOUT']}.`;
  return message.endsWith('.') ? message : `${message}.`;
};

/** Node.js reads it once, at the start of a process. */
const TO_TRUST = 'Name a file with the PEM of its authority in NODE_EXTRA_CA_CERTS, and start anew';

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers there',
  ECONNRESET: 'The connection was cut',
  ENOTFOUND: 'The name leads nowhere',
  EAI_AGAIN: 'The name server does not answer',
  ETIMEDOUT: 'No answer came in time',
  EAUTH: 'The user or the password is refused',
  ENOSPC: 'The disk is full',
  EDQUOT: 'The quota is used up',
  EACCES: 'The right to read or write is missing',
  EROFS: 'The disk may only be read',
  DEPTH_ZERO_SELF_SIGNED_CERT: `The certificate is signed by itself. ${TO_TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `The certificate leads to an authority that is not known here. ${TO_TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `The certificate leads to no authority that is known here. ${TO_TRUST}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `The certificate leads to no authority that is known here. ${TO_TRUST}`,
  EPROXY: 'The proxy does not let this through: ask who runs it, or name the host in NO_PROXY',
  ERR_PROXY_TUNNEL: 'The proxy does not let this through: ask who runs it, or name the host in NO_PROXY',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another name',
  '25006': 'It may only be read',
  '53100': 'Its disk is full',
  '42501': 'The role lacks a right',
};
