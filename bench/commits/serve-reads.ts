// For bench/commits.ts, which copies it to the commit before: a server of this checkout with sessions to read. It says
// where it is and how it is asked, and stays until it is ended.
import { readParent } from '../harness/read-processes.ts';
import { inWorld, withApi, withClient } from '../harness/open-world.ts';
import { listReads } from '../requests/list-reads.ts';
import { fillSessions } from '../stage/fill-sessions.ts';
import { openMovedIn } from '../stage/move-in.ts';

const SESSIONS = 20_000;

await inWorld(async (world) => {
  const { databaseUrl, tenants, organisationIds } = await openMovedIn(world, 8);
  await fillSessions(databaseUrl, { organisationIds, rows: SESSIONS });
  const postmaster = await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return readParent(rows[0]!.pid);
  });
  await withApi({ databaseUrl }, async ({ baseUrl, pid }) => {
    const [read] = await listReads(baseUrl, { tenants, sessions: SESSIONS });
    const requests = read!.requests.map((request) => request.toString('base64'));
    process.send!({ baseUrl, pid, postmaster, requests });
    await new Promise((resolve) => process.once('disconnect', resolve));
  });
});
