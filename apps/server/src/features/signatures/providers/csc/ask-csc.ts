import { z } from 'zod';
import { readJson } from '@field-inspection/contract';
import { type HostAnswer, postToHost } from '../../../../platform/host-fetch/post-to-host.ts';
import { ProviderError } from '../protocol/signature-provider.ts';

/** Milliseconds: a signature may take a provider's hardware some seconds. */
const TIMEOUT_MS = 20_000;
/** Bytes: a chain of certificates takes some 10 KiB. */
const MAX_REPLY_BYTES = 262_144;

export type CscQuestion<Reply extends z.ZodType> = {
  body: Record<string, unknown> | URLSearchParams;
  reply: Reply;
  bearer?: string;
  timeoutMs?: number;
};

/**
 * Asks a CSC provider a question.
 *
 * @throws {ProviderError} `unreachable`, `timeout`, `too_large`, `malformed`, `refused`
 */
export const askCsc = async <Reply extends z.ZodType>(
  url: string,
  { body, reply, bearer, timeoutMs = TIMEOUT_MS }: CscQuestion<Reply>,
): Promise<z.output<Reply>> => {
  const isForm = body instanceof URLSearchParams;
  const answer = await postToHost(url, {
    contentType: isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    body: isForm ? body.toString() : JSON.stringify(body),
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    timeoutMs,
    maxBytes: MAX_REPLY_BYTES,
  });
  if (!answer.ok) throw new ProviderError(answer.failure, `The provider gave no answer: ${answer.message}.`);
  const said = readBody(answer);
  if (answer.status !== 200) throw refuse(answer.status, said);
  const read = reply.safeParse(said);
  if (read.success) return read.data;
  throw new ProviderError('malformed', 'The provider answered with something else than was asked for.');
};

const readBody = ({ body }: Extract<HostAnswer, { ok: true }>): unknown => {
  try {
    return readJson(body);
  } catch {
    return undefined;
  }
};

const refuse = (status: number, said: unknown): ProviderError => {
  const failure = CscFailure.safeParse(said);
  const word = failure.success ? ` (${failure.data.error})` : '';
  return new ProviderError('refused', `The provider answered with HTTP status ${status}${word}.`);
};

// CSC API v2, chapter 11; only the fields in use are required and read.

const text = z.string().min(1).max(8_192);
const base64 = z
  .string()
  .max(65_536)
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/)
  .transform((encoded) => new Uint8Array(Buffer.from(encoded, 'base64')));

/** Section 11.1, info. */
export const CscInfo = z.object({
  authType: z.array(z.string()),
  oauth2: z.url({ protocol: /^https?$/ }),
});

/** Section 8.4.4, oauth2/token. */
export const CscToken = z.object({
  access_token: text,
  expires_in: z.number().int().positive().max(31_536_000).default(3_600),
});

/** Section 11.4, credentials/list. */
export const CscCredentials = z.object({ credentialIDs: z.array(text).max(1_000) });

/** Section 11.5, credentials/info. */
export const CscCredential = z.object({
  key: z.object({ status: z.string(), algo: z.array(z.string()) }),
  cert: z.object({ status: z.string().optional(), certificates: z.array(base64).min(1).max(10) }),
  auth: z.object({ mode: z.string() }),
});
export type CscCredential = z.output<typeof CscCredential>;

/** Section 11.6, credentials/authorize. */
export const CscLeave = z.object({
  SAD: text,
  expiresIn: z.number().int().positive().max(31_536_000).default(3_600),
});

/** Section 11.10, signatures/signHash: one digest, one signature. */
export const CscSignatures = z.object({ signatures: z.tuple([base64]) });

/** Section 10.1: an error's word, which is from a list; its description may be anything. */
const CscFailure = z.object({ error: z.string().regex(/^\w{1,64}$/) });
