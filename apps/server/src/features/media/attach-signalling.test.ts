import { expect, it } from 'vitest';
import { startTestServer } from '../../testing/start-test-server.ts';
it('x', async () => { const s = await startTestServer(); const r = await fetch(s.baseUrl + '/api/v1/public/sessions', {method:'POST', headers: {authorization: `Bearer ${s.seed.apiKey}`}}); expect(r.status).toBe(201); const j = await r.json() as {id:string}; const e = await fetch(s.baseUrl + `/api/v1/public/sessions/${j.id}/end`, {method:'POST', headers: {authorization: `Bearer ${s.seed.apiKey}`}}); expect(e.status).toBe(200); await s.close(); });
