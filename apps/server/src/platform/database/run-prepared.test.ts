import { beforeAll, describe, expect, it } from 'vitest';
import { useTestPool } from '../../testing/use-test-pool.ts';
import { runPrepared } from './run-prepared.ts';

const pool = useTestPool();

const raise = (code: string) => ({
  name: `raise-${code}`,
  text: `
    with tried as (select nextval('tries') as count)
    select case when count < $1 then raise_error('${code}') else count end as count from tried
  `,
});

describe('runPrepared', () => {
  beforeAll(() =>
    pool().query(`
      create sequence tries;
      create function raise_error(code text) returns bigint language plpgsql volatile
      as $$ begin raise exception 'told to fail' using errcode = code; end $$;
    `),
  );

  it('has its statement parsed once per connection', async () => {
    const statement = { name: 'add-one', text: 'select $1::int + 1 as sum' };
    for (const value of [1, 2, 3]) {
      await expect(runPrepared(pool(), statement, [value])).resolves.toEqual([{ sum: value + 1 }]);
    }
    const { rows } = await pool().query(
      `select generic_plans + custom_plans as runs from pg_prepared_statements where name ~ '^add-one(\\.|$)'`,
    );
    expect(rows).toEqual([{ runs: '3' }]);
  });

  it.each(['40P01', '40001'])('tries again what lost with %s', async (code) => {
    await pool().query(`select setval('tries', 1, false)`);
    await expect(runPrepared(pool(), raise(code), [3])).resolves.toEqual([{ count: '3' }]);
  });

  it('gives up after four tries', async () => {
    await pool().query(`select setval('tries', 1, false)`);
    await expect(runPrepared(pool(), raise('40P01'), [100])).rejects.toThrow('told to fail');
    await expect(pool().query('select last_value from tries')).resolves.toMatchObject({
      rows: [{ last_value: '4' }],
    });
  });

  it('tries nothing else again', async () => {
    await pool().query(`select setval('tries', 1, false)`);
    await expect(runPrepared(pool(), raise('22000'), [100])).rejects.toThrow('told to fail');
    await expect(pool().query('select last_value from tries')).resolves.toMatchObject({
      rows: [{ last_value: '1' }],
    });
  });
});
