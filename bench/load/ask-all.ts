import { openConnection } from './open-connection.ts';

/** The bodies of the replies, in the order of the requests; as many under way as `atOnce`. */
export const askAll = async <Body>(
  baseUrl: string,
  requests: readonly Buffer[],
  { wanted, atOnce = 16 }: { wanted: number; atOnce?: number },
): Promise<Body[]> => {
  const bodies: Body[] = [];
  let turn = 0;
  const work = async (): Promise<void> => {
    const connection = await openConnection(baseUrl);
    try {
      for (let place = turn++; place < requests.length; place = turn++) {
        const { status, body } = await connection.ask(requests[place]!);
        if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${body.slice(0, 500)}`);
        bodies[place] = JSON.parse(body) as Body;
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, requests.length) }, work));
  return bodies;
};
