import { describe, expect, it } from 'vitest';
import { splitHosts } from './split-hosts.ts';

const split = (address: string) => {
  const faults: string[] = [];
  const addresses = splitHosts(address, (fault) => faults.push(fault));
  return faults.length > 0 ? faults : addresses;
};

describe('splitHosts', () => {
  it('gives each host an address of its own, with the user, the database and the settings of all', () => {
    expect(split('postgresql://fis:p%40ss@db1:5432,db2,[::1]:5433/fis?sslmode=require')).toEqual([
      'postgresql://fis:p%40ss@db1:5432/fis?sslmode=require',
      'postgresql://fis:p%40ss@db2/fis?sslmode=require',
      'postgresql://fis:p%40ss@[::1]:5433/fis?sslmode=require',
    ]);
  });

  it.each([
    'postgresql://fis@db/fis',
    'postgres://fis:a,b@db:5433/fis?target_session_attrs=read-write',
    'postgresql://fis@/fis?host=/run/postgresql',
    'postgresql:///fis?target_session_attrs=primary',
    '',
  ])('leaves an address of one host as it is: %s', (address) => {
    expect(split(address)).toEqual([address]);
  });

  it.each(['any', 'standby', 'read-only', 'prefer-standby', ''])(
    'refuses to be led to a server that takes no writes: target_session_attrs=%s',
    (asked) => {
      expect(split(`postgresql://a,b/fis?target_session_attrs=${asked}`)).toEqual([
        expect.stringContaining('read-write'),
      ]);
    },
  );

  it.each(['a,', ',a', 'a,b:x', 'a,b:1:2', 'a,[::1', 'a,b,c,d,e,f,g,h,i'])(
    'refuses hosts that are none, or too many: %s',
    (hosts) => {
      expect(split(`postgresql://u@${hosts}/fis`)).toEqual([expect.stringContaining('at most 8 hosts')]);
    },
  );
});
