import { FieldInspection } from '@field-inspection/sdk';
import { receiveWebhook } from '@field-inspection/sdk/webhooks';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

const client = new FieldInspection();

export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  // API Gateway encodes what it takes for binary; what is signed are the bytes.
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  return event.rawPath === '/hooks' ? receive(event, bytes) : inspect(bytes);
}

async function receive({ headers }: APIGatewayProxyEventV2, body: Uint8Array) {
  const answer = await receiveWebhook(
    { body, headers },
    { on: { 'session.joined': (event) => console.log('joined', event.data.id) } },
  );
  return { statusCode: answer.status, headers: answer.headers, body: answer.body };
}

async function inspect(bytes: Buffer) {
  const { notes } = JSON.parse(bytes.toString()) as { notes: string };
  const { id } = await client.sessions.create({ notes });
  return { statusCode: 201, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ id }) };
}
