import { FieldInspection } from '@field-inspection/sdk';
import { createWebhookHandler } from '@field-inspection/sdk/webhooks';
import { Hono } from 'hono';

const client = new FieldInspection();
const webhooks = createWebhookHandler({
  on: { 'session.joined': (event) => console.log('joined', event.data.id) },
});

const app = new Hono();

app.post('/hooks', (context) => webhooks(context.req.raw));

app.post('/inspections', async (context) => {
  const { notes } = await context.req.json<{ notes: string }>();
  const { id } = await client.sessions.create({ notes });
  return context.json({ id }, 201);
});

export default app;
