import { Refusal } from '@field-inspection/rules';
import type { FakeEndpoint } from '../state/fake-state.ts';

/** @throws {Refusal} while the endpoint is paused */
export function checkActive(endpoint: FakeEndpoint): FakeEndpoint {
  if (endpoint.active) return endpoint;
  const why = PAUSES[endpoint.paused_reason ?? ''] ?? '';
  throw new Refusal('endpoint_paused', `The webhook endpoint is paused${why}. Set active to true first.`);
}

const PAUSES: Record<string, string> = {
  gone: ': its receiver answered 410',
  failing: ': its receiver took nothing for days',
  unread: ': nobody fetched its events for days',
};

/** @throws {Refusal} for an endpoint to which nothing is sent */
export function refusePull(endpoint: FakeEndpoint): FakeEndpoint {
  if (endpoint.kind !== 'pull') return endpoint;
  const message =
    'Nothing is sent to an endpoint of kind pull. Fetch its events with a smaller after_sequence.';
  throw new Refusal('endpoint_kind', message);
}
