import type { CallbackSecret } from '../../resources/org.ts';
import { drawBase64 } from '../state/draw-token.ts';
import type { FakeSecret, FakeState } from '../state/fake-state.ts';

export function rotateCallbackSecret({ organisation, now }: FakeState): CallbackSecret {
  organisation.callbackSecrets = rotateFakeSecret(organisation.callbackSecrets, now());
  const [current] = organisation.callbackSecrets;
  return {
    signing_secret: current!.secret,
    previous_expires_at: endOfPrevious(organisation.callbackSecrets),
  };
}

/** Gives the end of the secret before the newest; null without one. */
export const endOfPrevious = ([, previous]: readonly FakeSecret[]): string | null =>
  previous ? new Date(previous.expiresAtMs).toISOString() : null;

const OVERLAP_MS = 86_400_000;

/** A new secret before the one there was, which stays valid for 24 hours. There is room for one: the oldest ends. */
export function rotateFakeSecret(secrets: readonly FakeSecret[], now: Date): FakeSecret[] {
  const previous = secrets
    .slice(0, 1)
    .map(({ secret }) => ({ secret, expiresAtMs: now.getTime() + OVERLAP_MS }));
  return [{ secret: `whsec_${drawBase64(32)}`, expiresAtMs: Infinity }, ...previous];
}
