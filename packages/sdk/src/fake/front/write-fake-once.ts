import { readIdempotencyKey, usedKey } from '@field-inspection/rules';
import type { FakeAnswer, FakeRequest, FakeService } from './fake-service.ts';

const REPLAY_TTL_MS = 86_400_000;

/** A successful write is not repeated under its key for 24 hours: its reply comes again. */
export function writeFakeOnce(
  { state, replays }: Pick<FakeService, 'state' | 'replays'>,
  { request, body, credentialId }: { request: FakeRequest; body: object; credentialId: string },
  run: () => FakeAnswer,
): FakeAnswer {
  const given = request.headers.get('idempotency-key');
  const key = readIdempotencyKey(given === null ? [] : [given]);
  if (key === undefined) return run();
  const scope = [credentialId, request.method, request.url.pathname, key].join(' ');
  const fingerprint = JSON.stringify(body);
  const nowMs = state.now().getTime();
  const replay = replays.get(scope);
  if (replay && replay.expiresAtMs > nowMs) {
    if (replay.fingerprint !== fingerprint) throw usedKey();
    return { ...replay.answer, headers: { 'idempotency-key': key, 'idempotent-replayed': 'true' } };
  }
  // A copy, so that later changes of the state don't reach a replay.
  const answer = structuredClone(run());
  replays.set(scope, { fingerprint, answer, expiresAtMs: nowMs + REPLAY_TTL_MS });
  return { ...answer, headers: { 'idempotency-key': key } };
}
