import { FieldInspection } from '@field-inspection/sdk';
import { receiveWebhook } from '@field-inspection/sdk/webhooks';
import { fastify } from 'fastify';

const client = new FieldInspection();
const app = fastify();

// A plugin has parsers of its own: here the body stays raw, since that is what is signed.
app.register(async (hooks) => {
  hooks.removeAllContentTypeParsers();
  hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  hooks.post<{ Body: Buffer }>('/hooks', async ({ body, headers }, reply) => {
    const answer = await receiveWebhook(
      { body, headers },
      { on: { 'session.joined': (event) => console.log('joined', event.data.id) } },
    );
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
});

app.post<{ Body: { notes: string } }>('/inspections', async ({ body }, reply) => {
  const { id } = await client.sessions.create({ notes: body.notes });
  return reply.code(201).send({ id });
});

await app.listen({ port: Number(process.env.PORT ?? 8080) });
