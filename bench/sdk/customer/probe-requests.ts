// Run as a process of its own: one call after the other to a server on loopback, by each library and by bare fetch, and
// the time that a processor spends on them in this process.
import * as ours from './field-inspection-client.ts';
import * as openai from './openai-client.ts';
import * as openapiFetch from './openapi-fetch-client.ts';
import * as polar from './polar-client.ts';
import * as stripe from './stripe-client.ts';
import * as svix from './svix-client.ts';
import { takeTurns } from './take-turns.ts';

const [baseUrl = '', ...numbers] = process.argv.slice(2);
const [rounds = 0, sliceMs = 0] = numbers.map(Number);

type Read = () => Promise<string | undefined>;

const bareFetch: Read = async () => {
  const response = await fetch(`${baseUrl}/api/v1/public/sessions?limit=10`, {
    headers: { authorization: 'Bearer fis_key' },
  });
  return ((await response.json()) as { data: { id: string }[] }).data[0]?.id;
};

const CASES: Record<string, Read> = {
  'bare fetch': bareFetch,
  ours: ours.createReader(baseUrl),
  stripe: stripe.createReader(baseUrl),
  openai: openai.createReader(baseUrl),
  svix: svix.createReader(baseUrl),
  polar: polar.createReader(baseUrl),
  'openapi-fetch': openapiFetch.createReader(baseUrl),
};

const msPerCall = await takeTurns(CASES, { rounds, sliceMs }, async (read, name) => {
  if ((await read()) !== 'item-0') throw new Error(`${name} read something else`);
  return 1;
});
console.log(JSON.stringify(msPerCall));
// An open connection would keep the process.
process.exit(0);
