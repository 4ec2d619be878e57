import { DSIG } from '../signature/read-signature.ts';

export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';

export const saml = (local: string) => [ASSERTION, local] as const;
export const samlp = (local: string) => [PROTOCOL, local] as const;
export const SIGNATURE = [DSIG, 'Signature'] as const;
