import { FieldInspection } from '@field-inspection/sdk';

/** The console's only way to the service: as the member who is signed in, by the public contract. */
export const client = new FieldInspection({ session: 'cookie' });
