import type { Demo } from './prepare-demo.ts';

/** What a person who has just started the server wants to know. */
export const describeDemo = (demo: Demo): string =>
  [
    '',
    'Field Inspection Service, demo mode',
    `  base URL    ${demo.base_url}`,
    `  reference   ${demo.base_url}/docs`,
    `  outbox      ${demo.base_url}/outbox`,
    `  API key     ${demo.api_key}`,
    '  try         ' +
      `curl -X POST ${demo.base_url}/api/v1/public/sessions -H "Authorization: Bearer ${demo.api_key}"`,
    '',
  ].join('\n');
