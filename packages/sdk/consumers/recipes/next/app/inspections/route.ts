import { FieldInspection } from '@field-inspection/sdk';

const client = new FieldInspection();

export async function POST(request: Request): Promise<Response> {
  const { notes } = (await request.json()) as { notes: string };
  const { id } = await client.sessions.create({ notes });
  return Response.json({ id }, { status: 201 });
}
