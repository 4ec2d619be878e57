/*
 * document: a Markdown text with a page of its own (a guide, a decision, the changelog, a page of the SDK's reference).
 * shelf: the heading of the navigation above it. section: what stands below one heading of it.
 */

export type Document = {
  path: string;
  shelf: string;
  title: string;
  file: string;
  source: string;
};

export const SHELVES: Record<string, readonly string[]> = {
  'First steps': ['quickstart', 'console', 'python', 'openapi', 'versioned-root'],
  Inspections: ['your-own-ids', 'shots', 'templates', 'campaigns', 'messages'],
  'How calls behave': ['pagination', 'idempotency', 'handling-errors', 'errors', 'rate-limits', 'versioning'],
  'Your organisation': ['organisation', 'keys', 'sign-on', 'provisioning', 'branding', 'billing'],
  Webhooks: ['webhooks', 'recipes', 'command-line'],
  Evidence: [
    'field-application',
    'trying-on-a-phone',
    'media',
    'evidence',
    'reports',
    'signatures',
    'verifying-evidence',
    'retention',
  ],
  SDK: ['sdk', 'testing', 'sdk-budgets'],
  'Run it': [
    'self-hosting',
    'operations',
    'backup',
    'doctor',
    'jobs',
    'scaling',
    'upgrading',
    'benchmarks',
    'reliability',
    'asvs',
  ],
  'How it is made': ['architecture', 'glossary', 'delivery-queue'],
};

/** Guides that SHELVES does not name stand here. */
export const FURTHER = 'Further guides';

/** Pages of a class, a function or a type are reached from the SDK's index, not from every page. */
export const SDK_PAGES = 'SDK reference';
export const DECISIONS = 'Decisions';

export const titleOf = (source: string, otherwise: string): string =>
  /^# (.+)$/m.exec(source)?.[1]?.replace(/[`\\]/g, '') ?? otherwise;
