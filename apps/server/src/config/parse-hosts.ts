import { z } from 'zod';

/** A list of host names, as a request names them: without a scheme, a port and a path. */
export const Hosts = z.string().transform((value, context) => {
  const hosts = value.split(',').map((part) => part.trim().toLowerCase());
  if (hosts.every((host) => HOST.test(host))) return hosts;
  context.addIssue({
    code: 'custom',
    message: 'must be host names such as api.example.com, without a scheme or a port, separated by commas',
  });
  return z.NEVER;
});

const HOST = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;
