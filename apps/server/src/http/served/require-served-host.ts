import type { NextFunction, Request, Response } from 'express';
import { Refusal } from '../../refusals.ts';
import type { Context } from '../../context.ts';
import { countAddress } from '../apply-policy.ts';
import { stateOf } from '../request-state.ts';
import { findServedHost } from '../hosts/find-served-host.ts';

type HostContext = Pick<Context, 'addresses' | 'clock' | 'config' | 'domains'>;

/** Nobody may show this service under a name of their own. */
export const requireServedHost =
  (context: HostContext) =>
  (request: Request, response: Response, next: NextFunction): void | Promise<void> => {
    const header = request.headers.host ?? '';
    // RFC 9112, section 3.2.2: a target with a host must name the same host.
    const target = /^[a-z]+:(?:\/\/)?([^/?#]*)/i.exec(request.url)?.[1];
    if (target !== undefined && target.toLowerCase() !== header.toLowerCase()) {
      countAddress(context, context.addresses, { request, response });
      throw new Refusal('malformed_request', 'The request names two hosts: in its target and as Host.');
    }
    const find = findServedHost(context, header);
    if (!find) return next();
    // Counted before the look-up, since anybody may invent names.
    countAddress(context, context.addresses, { request, response });
    return find().then((domain) => {
      stateOf(request).domain = domain;
      next();
    });
  };

type Handle = (request: Request, response: Response, next: NextFunction) => void;

export const onHost =
  ({ own, domain }: { own?: Handle; domain?: Handle }): Handle =>
  (request, response, next) => {
    const handle = stateOf(request).domain ? domain : own;
    if (handle) return handle(request, response, next);
    next();
  };
