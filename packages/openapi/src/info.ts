import { PUBLIC_ROOT, VERSIONED_ROOT } from '@field-inspection/contract';
import repository from '../../../package.json' with { type: 'json' };

/** What the document says of itself. The version is the API's: SemVer below the major in the URL. */
export const INFO = {
  title: 'Field Inspection Service',
  version: '1.0.0',
  summary: 'Remote inspection sessions with evidence, signed webhooks and idempotent writes.',
  description: `An operator creates a session, invites a field person, who joins from a browser; evidence is captured, the session ends.

**Roots.** The public API is below \`${PUBLIC_ROOT}\`, the versioned root is \`${VERSIONED_ROOT}\`. Breaking changes get a new prefix; what is added comes in place, so ignore fields that you don't know. An operation that will go is marked \`deprecated\` here, and its replies carry \`Deprecation\` and \`Sunset\` for 12 months at least.

**Authentication.** \`Authorization: Bearer <API key>\`. Each operation names the scope it needs; a key without it gets 403 \`permission_denied\`.

**Lists.** Newest first, 25 to a page unless \`limit\` says otherwise (at most 100). While \`has_more\` is true, pass \`next_cursor\` back unchanged as \`cursor\`.

**Idempotency.** Every write takes an \`Idempotency-Key\`. A retry with the same key, API key, path and method within 24 hours gets the first successful reply again and changes nothing.

**Limits.** 60 requests a minute per API key, 600 per organisation; every reply carries \`X-RateLimit-*\`.

**Errors.** \`application/problem+json\` (RFC 9457) with a stable \`code\`.

**Webhooks.** Deliveries are signed; verify \`Svc-Signature\` over the raw body before you trust one.`,
  // Without an address: who runs the service says where they are to be found, and it is not known here.
  contact: { name: 'Whoever runs the service at this origin' },
  // An SPDX id, which is its name as well.
  license: { name: repository.license, identifier: repository.license },
} as const;

/** Both roots are paths of one origin: the one that serves this document. */
export const SERVERS = [{ url: '/', description: 'The origin that serves this document' }] as const;
