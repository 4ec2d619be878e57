import express, { type Express } from 'express';
import { Refusal } from './refusals.ts';
import type { Context } from './context.ts';
import { closeEarly } from './http/bodies/close-early.ts';
import type { Health } from './http/probes/health.ts';
import { logRequest } from './http/log-request.ts';
import { serveProbes } from './http/probes/serve-probes.ts';
import { sendProblem } from './http/problem.ts';
import { requireHost } from './http/refuse-unparsed.ts';
import { measureQueues } from './given-up-work.ts';

export const createWorkerApp = (context: Context, health: Health): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', context.config.trustProxyHops);
  app.use(logRequest(context));
  app.use(closeEarly);
  app.use(requireHost(context));
  app.use(serveProbes(context, { health, measure: measureQueues(context) }));
  app.use(() => {
    throw new Refusal('not_found', 'There is no such path: this process runs jobs only.');
  });
  app.use(sendProblem(context));
  return app;
};
