export {
  createFakeService,
  type FakeInspectionService,
  type FakeSentRequest,
  type FakeServiceOptions,
} from './fake/create-fake-service.ts';
export { createEvent, type EventOverrides, type FakeEvents } from './fake/create-event.ts';
export { createMswHandlers, type MswRequest, type MswTools } from './fake/create-msw-handlers.ts';
export { createWebhook, type FakeWebhook } from './fake/create-webhook.ts';
export type { FakeDelivery } from './fake/fake-delivery.ts';
export type { FakeFault } from './fake/fake-fault.ts';
export { signWebhook } from './core/sign-webhook.ts';
