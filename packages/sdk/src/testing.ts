export {
  createFakeService,
  type FakeInspectionService,
  type FakeReceiver,
  type FakeServiceOptions,
} from './fake/create-fake-service.ts';
export { createEvent, type EventOverrides } from './fake/deliveries/create-event.ts';
export { createMswHandlers, type MswRequest, type MswTools } from './fake/create-msw-handlers.ts';
export { createWebhook, type FakeWebhook } from './fake/deliveries/create-webhook.ts';
export type { FakeDelivery } from './fake/deliveries/attempt-fake-delivery.ts';
export type { FakeCapture } from './fake/evidence/capture-fake-evidence.ts';
export type { FakeFate } from './fake/sessions/fail-fake-message.ts';
export type { FakeFault } from './fake/create-fake-fetch.ts';
export type { FakeEvents, FakeScope } from './fake/contract/vocabulary.ts';
export type { FakeSentRequest } from './fake/create-fake-fetch.ts';
export type { FakePlan, FakeSubscription } from './fake/contract/vocabulary.ts';
export { signWebhook } from './webhooks/sign-webhook.ts';
