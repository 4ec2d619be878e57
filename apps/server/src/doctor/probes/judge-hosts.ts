import { splitHosts } from '../../config/split-hosts.ts';
import { askHost } from '../../platform/database/pools/find-primary.ts';
import { explain, ok, warn, wrong, type Verdict } from './finding.ts';

/** An address of several hosts has one that takes writes; the others stand by. */
export const judgeHosts = async ({
  variable,
  url,
}: {
  variable: string;
  url: string;
}): Promise<Verdict[]> => {
  const addresses = splitHosts(url, () => {});
  if (addresses.length === 1) return [];
  const asked = await Promise.allSettled(addresses.map(askHost));
  const primaries = asked.flatMap((answer, index) =>
    answer.status === 'fulfilled' && answer.value.timeline > 0
      ? [{ name: nameHost(addresses[index]!), timeline: answer.value.timeline }]
      : [],
  );
  const newest = Math.max(...primaries.map(({ timeline }) => timeline));
  return asked.map((answer, index) => {
    const name = nameHost(addresses[index]!);
    if (answer.status === 'rejected') return warn(`${variable}: ${name}: ${explain(answer.reason)}`);
    const { timeline } = answer.value;
    if (timeline === 0) return ok(`${variable}: ${name} stands by.`);
    if (timeline === newest) return ok(`${variable}: ${name} is the primary.`);
    return wrong(
      `${variable}: ${name} takes writes, but another was promoted since. Stop it, and make it a standby anew.`,
    );
  });
};

const nameHost = (address: string): string => new URL(address).host;
