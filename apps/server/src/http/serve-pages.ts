import express, { type Router } from 'express';
import type { Context } from '../context.ts';
import { sendHealth, type Health } from './health.ts';

/** What a server serves beside its API: health, metrics, the document and its reference page. */
export const servePages = (_context: Context, health: Health): Router => {
  const router = express.Router();
  router.get('/livez', (_request, response) => sendHealth(response, true));
  router.get('/readyz', async (_request, response) => sendHealth(response, await health.isReady()));
  return router;
};
