import { createWebhookHandler } from '@field-inspection/sdk/webhooks';

export const POST = createWebhookHandler({
  on: { 'session.joined': (event) => console.log('joined', event.data.id) },
});
