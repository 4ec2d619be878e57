import type { Request } from 'express';
import { addressBlock } from '../limits/count-address.ts';

/** The address is a block: the /64 of an IPv6 address. */
export const readDevice = (request: Request): { address: string; userAgent: string } => ({
  address: addressBlock(request.ip ?? ''),
  userAgent: request.get('user-agent') ?? '',
});
