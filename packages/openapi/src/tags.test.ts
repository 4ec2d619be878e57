import { type Contract, listRoutes } from '@field-inspection/contract';
import { expect, test } from 'vitest';
import { operationIdOf } from './tags.ts';

test.each([
  ['sessions', 'create', 'createSession'],
  ['sessions', 'list', 'listSessions'],
  ['sessions', 'end', 'endSession'],
  ['sessions', 'startRecording', 'startRecording'],
  ['sessions', 'createMediaConnection', 'createMediaConnection'],
  ['participants', 'create', 'createParticipant'],
  ['participants', 'reissue', 'reissueParticipant'],
  ['join', 'redeem', 'redeemInvite'],
  ['webhookEndpoints', 'test', 'testWebhookEndpoint'],
  ['webhookEvents', 'list', 'listWebhookEvents'],
] as const)('%s.%s is %s', (resource, key, operationId) => {
  expect(operationIdOf(resource, key)).toBe(operationId);
});

test('no two routes share an operation id, and each is a name that generators can use', () => {
  const ids = listRoutes().map(({ resource, key }) => operationIdOf(resource as keyof Contract, key));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([]);
});
