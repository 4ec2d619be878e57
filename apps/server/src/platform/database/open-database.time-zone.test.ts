import pg from 'pg';
import { expect, it } from 'vitest';
import { cloneDatabase } from '../../testing/clone-database.ts';
import { openTestContext } from '../../testing/open-test-context.ts';
import { seedOrganisation } from '../../testing/seed-organisation.ts';

it('keeps times exact on a database whose own time zone is not UTC', async () => {
  const { databaseUrl, drop } = await cloneDatabase();
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set timezone to 'Europe/Rome'`);
  await admin.end();
  const context = await openTestContext(databaseUrl);
  const before = context.clock.now();
  const { organisationId } = await seedOrganisation(context);
  const [row] = await context.database.prisma.$queryRaw<{ age_seconds: number; created_at: Date }[]>`
    select abs(extract(epoch from clock_timestamp() - created_at))::float8 as age_seconds, created_at
    from organisations where id = ${organisationId}::uuid
  `;
  const read = await context.database.prisma.organisation.findUniqueOrThrow({
    where: { id: organisationId },
  });
  expect(row!.age_seconds).toBeLessThan(600);
  expect(Math.abs(row!.created_at.getTime() - before.getTime())).toBeLessThan(600_000);
  expect(read.created_at).toEqual(row!.created_at);
  await context.close();
  await drop();
});
