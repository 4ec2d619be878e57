import express, { type Express } from 'express';
import type { Context } from './context.ts';
import { consolePages } from './features/console-page/console-pages.ts';
import { receiveEvent } from './features/billing/receive-event.ts';
import { logoPages } from './features/branding/logo-pages.ts';
import { readFieldSession, readLeftFieldSession } from './features/join/prepared/read-field-session.ts';
import { createUploadServer } from './features/uploads/create-upload-server.ts';
import { invitationPages } from './features/invitation-page/invitation-pages.ts';
import { answerScim } from './features/members/directory/answer-scim.ts';
import { receiveCallback } from './features/notifications/callbacks/receive-callback.ts';
import { joinPages } from './features/join-page/join-pages.ts';
import { readingPages } from './features/reading/reading-pages.ts';
import { signInPages } from './features/sign-in-page/sign-in-pages.ts';
import { deadLinkPage, signPages } from './features/sign-page/sign-pages.ts';
import { readSigner } from './features/signatures/read-signer.ts';
import { answerSignOn } from './features/sso/flow/answer-sign-on.ts';
import { verifyPages } from './features/verify-page/verify-pages.ts';
import { applyPolicy } from './http/apply-policy.ts';
import { createAuthenticate } from './http/authenticate-credential.ts';
import { closeEarly } from './http/bodies/close-early.ts';
import { closeWhenDraining, type Health } from './http/probes/health.ts';
import { holdPermit } from './http/hold-permit.ts';
import { limitBodyTime, limitReplyTime } from './http/bodies/limit-times.ts';
import { limitWait } from './http/probes/limit-wait.ts';
import { logRequest } from './http/log-request.ts';
import { onHost, requireServedHost } from './http/served/require-served-host.ts';
import { bareLostPage, lostPage } from './http/pages/not-found-page.ts';
import type { PageRoute } from './http/pages/page.ts';
import { serveMessageCallbacks } from './http/callbacks/serve-message-callbacks.ts';
import { serveBillingEvents } from './http/callbacks/serve-billing-events.ts';
import { serveSignOn } from './http/sign-on/serve-sign-on.ts';
import { serveScim } from './http/scim/serve-scim.ts';
import { serveUploads } from './http/uploads/serve-uploads.ts';
import { showDeadLink } from './http/pages/show-dead-link.ts';
import { serveDomainPages, servePages } from './http/pages/serve-pages.ts';
import { serveProbes } from './http/probes/serve-probes.ts';
import { parseQuery } from './http/parse-query.ts';
import { replyProblem, replyUnavailable, sendProblem } from './http/problem.ts';
import { readBody } from './http/read-json-body.ts';
import { requireHost } from './http/refuse-unparsed.ts';
import { refuseUnmatched } from './http/refuse-unmatched.ts';
import { listEndpoints } from './http/routes/implement-routes.ts';
import { serveRoutes } from './http/routes/serve-routes.ts';
import { writeJson } from './http/bodies/write-json.ts';
import { measureQueues } from './given-up-work.ts';
import { createRoutes } from './routes.ts';

export type DemoPages = {
  pages?: readonly PageRoute[] | undefined;
  readSampleKey?: (() => string | undefined) | undefined;
};

export const createApp = (context: Context, health: Health, demo: DemoPages = {}): Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', context.config.trustProxyHops);
  app.set('query parser', parseQuery);
  // Express would answer `If-None-Match: *` with 304 on each route; only files have a tag, and compare it themselves.
  Object.defineProperty(app.request, 'fresh', { get: () => false });
  app.response.json = writeJson;
  const limiter = context.addresses;

  app.use(logRequest(context));
  app.use(closeEarly);
  app.use(requireHost(context));
  app.use(limitBodyTime((exchange, error) => replyProblem(context, exchange, error)));
  app.use(limitReplyTime());
  app.use(limitWait(health, (exchange, error) => replyUnavailable(context, exchange, error)));
  app.use(closeWhenDraining(health));
  app.use(serveProbes(context, { health, measure: measureQueues(context) }));
  // The probes come first: balancers ask those by whatever name they know.
  app.use(requireServedHost(context));
  const admission = {
    limiter,
    authenticate: createAuthenticate(context),
    readFieldSession: (token: string) => readFieldSession(context, token),
    readLeftFieldSession: (token: string) => readLeftFieldSession(context, token),
    readSigner: (given: Parameters<typeof readSigner>[1]) => readSigner(context, given),
  };
  const policy = applyPolicy(context, admission);
  serveRoutes(app, listEndpoints(context, createRoutes(context, health)), async (request, response) => {
    await policy(request, response);
    await readBody(context, request);
    await holdPermit(context, request, response);
  });
  // Comes after the API, which is asked most: each page before the API would compare all its paths first.
  app.use(serveUploads(context, createUploadServer(context), admission));
  app.use(onHost({ own: serveScim(context, admission, (asked) => answerScim(context, asked)) }));
  app.use(onHost({ own: serveSignOn(context, limiter, answerSignOn(context)) }));
  app.use(onHost({ own: serveMessageCallbacks(context, limiter, (sent) => receiveCallback(context, sent)) }));
  const { billing } = context;
  if (billing) {
    const receive = (sent: Parameters<typeof receiveEvent>[1]) => receiveEvent({ ...context, billing }, sent);
    app.use(onHost({ own: serveBillingEvents(context, limiter, receive) }));
  }
  const linked = listLinkedPages(context);
  const all = [...linked, ...listPages(context, demo)];
  app.use(onHost({ own: servePages(context, { limiter, pages: all }), domain: serveDomainPages(linked) }));
  app.use(refuseUnmatched(context, limiter, { own: lostPage, domain: bareLostPage }));
  app.use(showDeadLink(deadLinkPage));
  app.use(sendProblem(context));
  return app;
};

const listPages = (context: Context, { pages = [], readSampleKey }: DemoPages): PageRoute[] => {
  const links = pages.flatMap(({ path, label }) => (label ? [{ href: path.slice(1), label }] : []));
  return [
    ...readingPages({ ...context, readSampleKey }, links),
    ...verifyPages(),
    ...consolePages(context),
    ...pages,
  ];
};

// Reports are verified at the service's own host only: an organisation must not check its own reports, and the page
// must outlive the domain.
const listLinkedPages = (context: Context): PageRoute[] => [
  ...joinPages(context),
  ...signPages(),
  ...invitationPages(context),
  ...signInPages(context),
  ...logoPages(context),
];
