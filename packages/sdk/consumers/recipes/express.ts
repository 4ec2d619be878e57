import { FieldInspection } from '@field-inspection/sdk';
import { createWebhookHandler } from '@field-inspection/sdk/webhooks';
import express from 'express';

const client = new FieldInspection();
const app = express();

// Before express.json(): what is signed is the raw body.
app.post(
  '/hooks',
  createWebhookHandler({
    on: { 'session.joined': (event) => console.log('joined', event.data.id) },
  }),
);

app.use(express.json());
app.post('/inspections', async (request, response) => {
  const { notes } = request.body as { notes: string };
  const { id } = await client.sessions.create({ notes });
  response.status(201).json({ id });
});

app.listen(Number(process.env.PORT ?? 8080));
