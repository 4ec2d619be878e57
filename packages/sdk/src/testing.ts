export {
  createFakeService,
  type FakeInspectionService,
  type FakeReceiver,
  type FakeServiceOptions,
} from './fake/create-fake-service.ts';
export { createEvent, type EventOverrides, type FakeEvents } from './fake/create-event.ts';
export { createMswHandlers, type MswRequest, type MswTools } from './fake/create-msw-handlers.ts';
export { createWebhook, type FakeWebhook } from './fake/create-webhook.ts';
export type { FakeDelivery } from './fake/attempt-fake-delivery.ts';
export type { FakeCapture } from './fake/capture-fake-evidence.ts';
export type { FakeFault } from './fake/fake-fault.ts';
export type { FakeScope } from './fake/fake-scope.ts';
export type { FakeSentRequest } from './fake/create-fake-fetch.ts';
export type { FakePlan, FakeSubscription } from './fake/fake-state.ts';
export { signWebhook } from './core/sign-webhook.ts';
