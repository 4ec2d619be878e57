import type { z } from 'zod';
import { postToHost, type HostAnswer } from '../../../../platform/host-fetch/post-to-host.ts';
import { readJson } from '@field-inspection/contract';
import { ProviderError } from '../protocol/provider-error.ts';
import { CscFailure } from './csc-replies.ts';

/** Milliseconds: a signature may take a provider's hardware some seconds. */
const TIMEOUT_MS = 20_000;
/** Bytes: a chain of certificates takes some 10 KiB. */
const MAX_REPLY_BYTES = 262_144;

export type CscQuestion<Reply extends z.ZodType> = {
  /** JSON, or the fields of a form. */
  body: Record<string, unknown> | URLSearchParams;
  reply: Reply;
  /** The access token. */
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
