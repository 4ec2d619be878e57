import { contract } from '@field-inspection/contract';
import type { NextFunction, Request, Response } from 'express';
import { toApiError } from '../problem.ts';
import type { MatchedRequest } from '../request-state.ts';
import type { DeadLink, Page } from './page.ts';

/** A program gets its problem from the next handler. Accept decides, so no cache may hand on either answer. */
export const showDeadLink =
  (makePage: (link: DeadLink) => Page) =>
  // eslint-disable-next-line max-params -- Express knows what takes errors by its four parameters
  (thrown: unknown, request: Request, response: Response, next: NextFunction): void => {
    const isOfReport = (request as Partial<MatchedRequest>).tsRestRoute === contract.reports.open;
    if (!isOfReport || response.headersSent) return next(thrown);
    response.vary('Accept').set('Referrer-Policy', 'no-referrer');
    const status = STATUSES[toApiError(thrown, request).code];
    if (!status || request.accepts(FORMS) !== 'text/html') return next(thrown);
    const page = makePage({ status, acceptLanguage: request.get('Accept-Language') });
    response.status(status).set(page.headers).vary('Accept-Language').end(page.body);
  };

const STATUSES: Partial<Record<string, 404 | 410>> = {
  link_expired: 410,
  not_found: 404,
  validation_error: 404,
};

/** The first form is for clients that take anything. */
const FORMS = ['application/problem+json', 'application/json', 'text/html'];
