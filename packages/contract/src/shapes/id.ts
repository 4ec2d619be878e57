import { z } from 'zod';

/** The id of a resource: a UUID, made by the service, opaque to clients. */
export const Id = z.uuid().meta({ description: 'UUID', example: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01' });
