import { openConnection } from '../load/open-connection.ts';

export type Crowd = { stop: () => Promise<Record<string, number>> };

/** Asks the same again and again, as many at a time as `atOnce`, until stopped; then says how the calls ended. */
export const crowdLists = async (
  baseUrl: string,
  { request, atOnce }: { request: Buffer; atOnce: number },
): Promise<Crowd> => {
  const outcomes: Record<string, number> = {};
  let isOver = false;
  const work = async (): Promise<void> => {
    let connection = await openConnection(baseUrl);
    while (!isOver) {
      const outcome = await connection.ask(request).then(
        ({ status }) => `${status}`,
        () => 'no answer',
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      // Whoever is refused may find the connection closed.
      if (outcome !== '200') {
        connection.close();
        connection = await openConnection(baseUrl);
      }
    }
    connection.close();
  };
  const working = Array.from({ length: atOnce }, work);
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(working);
      return outcomes;
    },
  };
};
