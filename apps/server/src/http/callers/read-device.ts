import type { Request } from 'express';
import { addressBlock } from '../limits/count-address.ts';

/** Where a request comes from. The address is what counts as one place: the /64 of an IPv6 address. */
export const readDevice = (request: Request): { address: string; userAgent: string } => ({
  address: addressBlock(request.ip ?? ''),
  userAgent: request.get('user-agent') ?? '',
});
