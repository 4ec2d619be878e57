import type { CallbackSecret } from '../../resources/org.ts';
import type { FakeRoute } from '../front/fake-route.ts';
import type { FakeState } from '../state/fake-state.ts';
import { rotateFakeSecret } from './rotate-fake-secret.ts';

/** `/org` and what is below. */
export const orgRoutes: readonly FakeRoute[] = [
  {
    method: 'POST',
    path: 'org/callback-secret',
    scope: 'org:write',
    status: 201,
    run: rotateCallbackSecret,
  },
];

function rotateCallbackSecret({ organisation, now }: FakeState): CallbackSecret {
  organisation.callbackSecrets = rotateFakeSecret(organisation.callbackSecrets, now());
  const [current, previous] = organisation.callbackSecrets;
  return {
    signing_secret: current!.secret,
    previous_expires_at: previous ? new Date(previous.expiresAtMs).toISOString() : null,
  };
}
