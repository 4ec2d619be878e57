// A bare Express 5 handler with one prepared query, in its own process: the limit for calls that read.
import type { AddressInfo } from 'node:net';
import express from 'express';
import pg from 'pg';

type BareOrder = { databaseUrl: string; texts: string[] };

process.once('message', ({ databaseUrl, texts }: BareOrder) => {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const app = express();
  app.get('/:position', async (request, response) => {
    const position = Number(request.params.position);
    const values = [request.query['value'] ?? []].flat();
    const { rows } = await pool.query({ name: `read_${position}`, text: texts[position]!, values });
    response.json({ data: rows });
  });
  const server = app.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  );
});
process.on('disconnect', () => process.exit());
