import { Refusal } from '@field-inspection/rules';
import { refuseField } from './fake-refusal.ts';
import type { FakeAnswer, FakeRequest, FakeService } from './fake-service.ts';

const REPLAY_TTL_MS = 86_400_000;

/** A write that succeeded is not done again under its key for 24 hours: its reply comes again. */
export function writeFakeOnce(
  { state, replays }: Pick<FakeService, 'state' | 'replays'>,
  { request, body, credentialId }: { request: FakeRequest; body: object; credentialId: string },
  run: () => FakeAnswer,
): FakeAnswer {
  const key = request.headers.get('idempotency-key');
  if (key === null) return run();
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    const message = 'must come once and have 1 to 255 printable ASCII characters';
    throw refuseField('header.idempotency-key', 'invalid_format', message);
  }
  const scope = [credentialId, request.method, request.url.pathname, key].join(' ');
  const fingerprint = JSON.stringify(body);
  const nowMs = state.now().getTime();
  const replay = replays.get(scope);
  if (replay && replay.expiresAtMs > nowMs) {
    if (replay.fingerprint !== fingerprint) throw refuseReuse();
    return { ...replay.answer, headers: { 'idempotency-key': key, 'idempotent-replayed': 'true' } };
  }
  // A copy keeps later changes of the state out of a replay.
  const answer = structuredClone(run());
  replays.set(scope, { fingerprint, answer, expiresAtMs: nowMs + REPLAY_TTL_MS });
  return { ...answer, headers: { 'idempotency-key': key } };
}

const refuseReuse = () =>
  new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Use a new key for a new operation.',
  );
